"""What a resume sends, held against what client 2.1.332 sent for the same files (tests/data/resume)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.chain.resume import context_rows, resumed_blocks
from cc_session_tui.core.format.index import Index

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.chain.sending import Sent

CLIENT = "2.1.332"
CASES = sorted(path.parent for path in Path("tests/data/resume").glob("*/expected.json"))
FILLER = {
    "No response requested.",
    "Continue from where you left off.",
    "(no content)",
    "[Tool use interrupted]",
    "Tool loaded.",
    "[Orphaned tool result removed due to conversation resume]",
}
"""What the client itself says in between; the recordings leave it out."""


def expected(case: Path) -> list[str] | None:
    """Return what the client sent, one line a block; None where it found no conversation."""
    sent: list[str] | None = json.loads((case / "expected.json").read_text())[CLIENT]
    return None if sent is None else in_order(sent)


def in_order(lines: list[str]) -> list[str]:
    """Return LINES with the attachments last: where among its neighbours one stands is not recorded."""
    return sorted(lines, key=lambda line: " attachment " in line)


def described(block: Sent) -> str | None:
    """Return BLOCK as the recordings write it; None for what they leave out."""
    words = _WORDS[block.type](block) if block.type in _WORDS else ""
    return None if words is None else f"{block.role} {block.type} {words}"[:120].strip()


def _text(block: Sent) -> str | None:
    text = re.sub("[\ud800-\udfff]", "\ufffd", str(block.value.get("text", "")).strip())
    return None if text in FILLER or text.startswith(("<system-reminder>", "<task-notification>")) else text


def _result(block: Sent) -> str:
    if block.missing:
        return f"{block.value.get('tool_use_id')} (missing)"
    content: Any = block.value.get("content") or ""
    if isinstance(content, list):
        content = " ".join(item.get("text", item["type"]) for item in content)
    said = re.split(r"\s*<system-reminder>", content)[0].strip()[:60]
    return f"{block.value.get('tool_use_id')} {said}{' (error)' if block.value.get('is_error') else ''}"


def _mark(block: Sent) -> str | None:
    mark = re.search(r"MARK\w+", json.dumps(block.value))
    return mark[0] if mark else None


_WORDS: dict[str, Callable[[Sent], str | None]] = {
    "text": _text,
    "thinking": lambda block: str(block.value.get("thinking", "")),
    "tool_use": lambda block: f"{block.value.get('id')} {block.value.get('name')}",
    "tool_result": _result,
    "attachment": _mark,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_resume_sends_what_the_client_sent(case: Path) -> None:
    index = Index.open(case / "session.jsonl")
    sent = in_order([line for block in resumed_blocks(index) if (line := described(block)) is not None])
    assert sent == (expected(case) or [])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_context_rows_are_the_rows_of_what_is_sent(case: Path) -> None:
    index = Index.open(case / "session.jsonl")
    rows = list(context_rows(index))
    assert len(set(rows)) == len(rows)
    assert set(rows) == {block.row for block in resumed_blocks(index) if block.row >= 0}
