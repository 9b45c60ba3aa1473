"""What case.json asks of a repair in words: what is mended, on which lines, and what a resume sends then."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from cc_session_tui.core.chain.findings import CODES, Severity, findings
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.repairs import mend
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.format.index import Index
from tests.cases.case_files import CASES, Case
from tests.core.chain.plain import previewed
from tests.core.editing.test_repairs import data_of, same_ids, touched

if TYPE_CHECKING:
    from pathlib import Path

_ANSWER = "user tool_result {} [no tool result recorded] (error)"


class Mended(NamedTuple):
    """What mending all of a case does."""

    codes: list[str]
    lines: set[int]
    """Those that change or go, from 1."""
    sent: list[str]
    """What a resume sends then; `...` for what it sent before."""


MENDED = {
    1: Mended(["dangling_parent"], {4}, ["..."]),
    9: Mended(["duplicate_uuid"] * 2, {1, 5}, ["user text one", "..."]),
    15: Mended(["boundary_missing_metadata"], {3}, ["..."]),
    17: Mended(["glued_lines", "damaged_line"], {2}, ["user text q1", "assistant text whole", "..."]),
    18: Mended(["glued_lines"], {2}, ["..."]),
    19: Mended(["nul_run", "nul_run"], {2, 3}, ["...", "assistant text a1"]),
    22: Mended(
        ["tool_use_without_result"],
        set(),
        [
            "user text q1",
            "assistant tool_use toolu_1 Bash",
            _ANSWER.format("toolu_1"),
            "user text [Request interrupted by user for tool use]",
            "user text try again",
            "assistant text fine",
        ],
    ),
    23: Mended(
        ["tool_use_without_result"],
        set(),
        [
            "user text q1",
            *(f"assistant tool_use toolu_{number} Bash" for number in (1, 2, 3)),
            _ANSWER.format("toolu_2"),
            "user tool_result toolu_1 ok",
            "user tool_result toolu_3 ok",
            "assistant text done",
        ],
    ),
    24: Mended(["tool_result_without_use"], {1, 2}, ["..."]),
    25: Mended(
        ["repeated_tool_use_id"],
        {4, 5},
        [
            "user text q1",
            "assistant tool_use toolu_dup Bash",
            "assistant tool_use ID Bash",
            "user tool_result toolu_dup x",
            "user tool_result ID x again",
            "assistant text ok",
        ],
    ),
    26: Mended(
        ["hollow_thinking"],
        {2, 3},
        [
            "user text think hard",
            "assistant tool_use toolu_1 Bash",
            "user tool_result toolu_1 ok",
            "assistant text done",
        ],
    ),
    27: Mended(["empty_text_block"] * 2, {1, 2, 3}, ["..."]),
    28: Mended(
        ["large_image"],
        {1},
        [
            "user text look",
            "user text [image removed: image/png, 2400 by 1 pixels, 330 bytes]",
            "user text text only please",
        ],
    ),
    34: Mended(["damaged_line"], {3}, ["..."]),
}
"""By the number of a case."""


def case_file(number: int) -> Path:
    """Return the session of case NUMBER."""
    folder = next(folder for folder in CASES if folder.name.startswith(f"{number:02}-"))
    return Case(folder, folder).files[0]


def records(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


LEFT = {24: ["begins_with_reply"]}
"""By case: what nothing mends."""


@pytest.mark.parametrize(("number", "mended"), MENDED.items(), ids=[f"case {number}" for number in MENDED])
def test_a_case_is_mended(number: int, mended: Mended) -> None:
    path = case_file(number)
    draft = Draft.open(path)
    after, found = mend(draft, CODES)
    before = previewed(draft.index) or []
    assert [finding.code for finding in found] == mended.codes
    assert touched(path.read_bytes(), data_of(after)) == mended.lines
    assert same_ids(previewed(after.index)) == [
        said for line in mended.sent for said in (before if line == "..." else [line])
    ]
    assert [finding.code for finding in findings(after.index)] == LEFT.get(number, [])


def test_01_only_the_parent_of_one_record_changes() -> None:
    path = case_file(1)
    after = mend(Draft.open(path)).draft
    changed = [
        {key for key in old if old[key] != new[key]}
        for old, new in zip(records(path.read_bytes()), records(data_of(after)), strict=True)
    ]
    assert [keys for keys in changed if keys] == [{"parentUuid"}]
    graph = Graph(after.index)
    assert len(graph.walk(len(after.index) - 1)) == len(after.index)


def test_21_the_escape_alone_is_exchanged() -> None:
    path = case_file(21)
    after = mend(Draft.open(path)).draft
    assert data_of(after) == path.read_bytes().replace(rb"\ud83d", rb"\ufffd")


def test_23_the_error_result_hangs_below_its_call_and_stands_before_the_next_reply() -> None:
    after = records(data_of(mend(Draft.open(case_file(23))).draft))
    at, added = next(
        (n, r) for n, r in enumerate(after) if r.get("toolUseResult", "") == "Error: [no tool result recorded]"
    )
    call = next(r for r in after if "toolu_2" in json.dumps(r) and r["type"] == "assistant")
    assert (added["parentUuid"], added["sourceToolAssistantUUID"]) == (call["uuid"], call["uuid"])
    assert at < max(n for n, r in enumerate(after) if r["type"] == "assistant")


def test_24_the_next_record_becomes_the_root() -> None:
    after = records(data_of(mend(Draft.open(case_file(24))).draft))
    assert after[0]["parentUuid"] is None
    assert after[0]["type"] == "assistant"


def test_28_the_image_is_named_and_the_api_errors_are_not() -> None:
    (finding,) = findings(Index.open(case_file(28)))
    assert (finding.code, finding.severity) == ("large_image", Severity.INFO)
    assert "2,400 by 1 pixels" in finding.effect


def test_a_mended_file_can_be_brought_back(tmp_path: Path) -> None:
    data = case_file(9).read_bytes()
    path = tmp_path / "session.jsonl"
    path.write_bytes(data)
    backups = Backups(tmp_path / "backups")
    saved = save(mend(Draft.open(path)).draft, backups=backups)
    assert path.read_bytes() != data
    assert saved.backup is not None
    backups.restore(saved.backup.id)
    assert path.read_bytes() == data


@pytest.mark.parametrize("number", [3, 4, 5, 6, 10, 11, 13, 29, 31, 57, 58, 72, 77])
def test_a_case_that_is_in_order_has_no_finding(number: int) -> None:
    assert findings(Index.open(case_file(number))) == ()
