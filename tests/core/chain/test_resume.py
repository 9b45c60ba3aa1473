"""What a resume sends, held against what client 2.1.332 sent for the same files (tests/data/resume)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cc_session_tui.core.chain.resume import context_rows, resumed_blocks
from cc_session_tui.core.format.index import Index
from tests.core.chain.plain import in_order, previewed

CLIENT = "2.1.332"
CASES = sorted(path.parent for path in Path("tests/data").glob("resume*/*/expected.json"))
"""Those of resume-more were found by comparing seeded variants of real sessions (tests/client), and shrunk."""


def expected(case: Path) -> list[str] | None:
    """Return what the client sent, one line a block; None where it found no conversation."""
    sent: list[str] | None = json.loads((case / "expected.json").read_text())[CLIENT]
    return None if sent is None else in_order(sent)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_resume_sends_what_the_client_sent(case: Path) -> None:
    index = Index.open(case / "session.jsonl")
    sent = previewed(index)
    assert (None if sent is None else in_order(sent)) == expected(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_context_rows_are_the_rows_of_what_is_sent(case: Path) -> None:
    index = Index.open(case / "session.jsonl")
    rows = list(context_rows(index))
    assert len(set(rows)) == len(rows)
    assert set(rows) == {block.row for block in resumed_blocks(index) if block.row >= 0}
