"""Each repair, by what a resume sends before and after; tests/client asks the real client the same."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import given, settings

from cc_session_tui.core.chain.findings import CODES, findings
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.repairs import mend, repair_of
from cc_session_tui.core.format.source import BytesSource
from tests.core.chain.plain import previewed
from tests.core.editing.broken_sessions import BROKEN, SESSION, WHOLE, Broken
from tests.core.format.strategies import FILES

EACH = pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.code)
UNMENDED = {"foreign_project", "context_over_window"}
"""Codes without a repair: a file that has to be moved, and a conversation that has to be compacted."""


def draft_of(data: bytes) -> Draft:
    """A draft of DATA, as the file of SESSION."""
    source = BytesSource(data, Path(f"{SESSION}.jsonl"))
    return Draft(source, None, ((0, len(data)),) if data else ())


def data_of(draft: Draft) -> bytes:
    return b"".join(draft.chunks())


def same_ids(said: list[str] | None) -> list[str]:
    """SAID with the ids that a repair made."""
    return [re.sub(r"toolu_[0-9a-f]{24}", "ID", line).rstrip("\ufffd") for line in said or []]


def touched(before: bytes, after: bytes) -> set[int]:
    """The numbers of the lines of BEFORE that do not stand in AFTER, byte for byte and in order."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    kept: set[int] = set()
    for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        kept.update(range(block.a + 1, block.a + block.size + 1))
    return set(range(1, len(old) + 1)) - kept


def test_there_is_a_broken_session_for_each_code_that_can_be_mended() -> None:
    assert sorted(broken.code for broken in BROKEN) == sorted(CODES.keys() - UNMENDED)


@EACH
def test_each_broken_session_has_its_finding_alone(broken: Broken) -> None:
    found = findings(draft_of(broken.data).index)
    assert [(finding.code, finding.severity) for finding in found] == [(broken.code, broken.severity)]
    assert same_ids(previewed(draft_of(broken.data).index)) == broken.before


@EACH
def test_a_repair_gives_back_what_was_lost(broken: Broken) -> None:
    draft = draft_of(broken.data)
    (finding,) = findings(draft.index)
    repair = repair_of(finding)
    assert repair is not None
    assert same_ids(previewed(repair(draft).index)) == broken.after


@EACH
def test_a_repair_touches_no_other_line(broken: Broken) -> None:
    draft = draft_of(broken.data)
    (finding,) = findings(draft.index)
    repair = repair_of(finding)
    assert repair is not None
    assert touched(broken.data, data_of(repair(draft))) == broken.touched
    assert data_of(draft) == broken.data


@EACH
def test_what_was_mended_is_found_no_more(broken: Broken) -> None:
    mended = mend(draft_of(broken.data), CODES)
    assert findings(mended.draft.index) == ()
    assert broken.code in [finding.code for finding in mended.findings]


def test_only_what_is_asked_for_is_mended() -> None:
    broken = next(broken for broken in BROKEN if broken.code == "glued_lines")
    mended = mend(draft_of(broken.data), {"cycle"})
    assert mended.findings == ()
    assert data_of(mended.draft) == broken.data


def test_a_good_session_has_no_finding() -> None:
    assert findings(draft_of(WHOLE).index) == ()


@given(data=FILES)
@settings(max_examples=60, deadline=None)
def test_any_bytes_can_be_mended(data: bytes) -> None:
    draft = draft_of(data)
    mended = mend(draft).draft
    assert data_of(draft) == data
    assert not {finding.code for finding in findings(mended.index)} & {"glued_lines", "missing_final_newline"}
