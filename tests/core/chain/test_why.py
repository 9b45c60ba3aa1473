"""Why a resume does not send a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.chain.why import SENTENCES, Why, reasons
from cc_session_tui.core.format.index import Index
from tests.core.chain.sessions import index_of, link, reply, result, use, user

if TYPE_CHECKING:
    from collections.abc import Sequence

FILES = sorted(path for path in Path("tests/data").glob("*/**/*.jsonl") if path.is_file())
THINKING = {"type": "thinking", "thinking": "hm", "signature": "s"}
BOUNDARY = "system/compact_boundary"
A, B = user("a", None), reply("b", "a")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_record_is_sent_or_has_one_reason(path: Path) -> None:
    index = Index.open(path)
    sent = {block.row for block in resumed_blocks(index) if block.row >= 0}
    assert sent.isdisjoint(reasons(index))
    assert sent | set(reasons(index)) == set(range(len(index)))


def test_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Why)


@pytest.mark.parametrize(
    ("records", "row", "why"),
    [
        ([A, B, {"type": "mode", "mode": "plan"}], 2, Why.SESSION_LEVEL),
        ([A, B, link("frobnicate/x", "c", "b")], 2, Why.UNKNOWN_TYPE),
        ([A, B, link("progress/hook_progress", "c", "b")], 2, Why.PROGRESS),
        ([A, B, reply("c", "a", isSidechain=True)], 2, Why.SIDECHAIN),
        ([A, B, B], 1, Why.SUPERSEDED),
        ([A, B, user("c", "a")], 1, Why.OTHER_BRANCH),
        ([A, B, user("c", "gone")], 0, Why.ABOVE_GAP),
        ([A, B, link(BOUNDARY, "c", None), user("d", "c")], 0, Why.BEFORE_COMPACTION),
        ([A, link("system/turn_duration", "b", "a")], 1, Why.NOT_FOR_MODEL),
        ([A, reply("b", "a", isApiErrorMessage=True)], 1, Why.API_ERROR),
        ([A, reply("b", "a", use("t")), user("c", "b"), reply("d", "c")], 1, Why.UNPAIRED_CALL),
        ([A, B, result("c", "b", "t"), reply("d", "c")], 2, Why.UNPAIRED_RESULT),
        ([A, reply("b", "a", THINKING), user("c", "b")], 1, Why.ONLY_THINKING),
        ([A, reply("b", "a", {"type": "text", "text": " "}), user("c", "b")], 1, Why.BLANK_TEXT),
    ],
)
def test_the_reason_says_what_keeps_a_record_from_the_model(
    tmp_path: Path, records: Sequence[dict[str, Any]], row: int, why: Why
) -> None:
    assert reasons(index_of(tmp_path, *records))[row] == why
