"""Each repair, by what a resume sends before and after; tests/client asks the real client the same."""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from cc_session_tui.core.chain.findings import CODES, findings
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.repairs import mend, repair_of
from cc_session_tui.core.format.source import BytesSource
from tests.core.chain.plain import previewed
from tests.core.editing.broken_sessions import (
    BROKEN,
    GOOD,
    IMAGE,
    SESSION,
    WHOLE,
    Broken,
    good,
    lines,
    prompt,
    reply,
    text,
    thinking,
    uuid,
    with_message,
)
from tests.core.format.strategies import FILES

EACH = pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.code)
UNMENDED = {"foreign_project", "context_over_window", "begins_with_reply"}
"""Codes without a repair: a file to be moved, a conversation to be compacted, one that needs a prompt first."""


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


def records(draft: Draft) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data_of(draft).splitlines()]


def session(*more: dict[str, Any]) -> Draft:
    """A draft of the good session and MORE."""
    return draft_of(WHOLE + b"".join(lines(*more)))


def test_several_gaps_are_closed_in_one_go_and_make_no_circle() -> None:
    broken = [prompt(20, 30, "a"), reply(21, 20, text("b")), prompt(22, 31, "c"), reply(23, 22, text("d"))]
    mended = mend(session(*broken))
    assert [finding.code for finding in mended.findings] == ["dangling_parent", "dangling_parent"]
    assert previewed(mended.draft.index) == [
        *GOOD,
        "user text a",
        "assistant text b",
        "user text c",
        "assistant text d",
    ]


def test_records_that_go_one_after_the_other_leave_no_gap() -> None:
    empty = [reply(20, 8), reply(21, 20, text("")), prompt(22, 21, "Q3")]
    last = {"type": "last-prompt", "lastPrompt": "x", "leafUuid": uuid(21), "sessionId": SESSION}
    after = mend(session(*empty, last), CODES).draft
    assert [record.get("parentUuid") for record in records(after)[-2:]] == [uuid(8), None]
    assert records(after)[-1]["leafUuid"] == uuid(8)


def test_thinking_of_one_message_goes_from_all_its_lines_once() -> None:
    first = reply(20, 8, thinking("", signature="x"), text("one"), message="m")
    second = reply(21, 20, thinking("", signature="y"), text("two"), message="m")
    after = mend(session(first, second)).draft
    assert [record["message"]["content"] for record in records(after)[-2:]] == [[text("one")], [text("two")]]


def test_signed_thinking_of_other_messages_stays_as_it_is() -> None:
    good = reply(20, 8, thinking("hm", signature="EqOK"), text("one"))
    bad = reply(21, 20, thinking("no"), text("two"))
    before = session(good, bad)
    assert data_of(mend(before).draft).splitlines()[9] == data_of(before).splitlines()[9]


def test_a_record_that_a_compaction_keeps_is_not_removed() -> None:
    kept = {"headUuid": uuid(20), "anchorUuid": uuid(31), "tailUuid": uuid(20)}
    boundary = prompt(30, None, "x") | {
        "type": "system",
        "subtype": "compact_boundary",
        "compactMetadata": {"trigger": "manual", "preTokens": 1, "preservedSegment": kept},
    }
    draft = session(reply(20, 8), boundary, prompt(31, 30, "S", isCompactSummary=True))
    assert data_of(mend(draft, {"empty_message"}).draft) == data_of(draft)


def test_the_logical_parent_of_a_boundary_is_named_anew() -> None:
    boundary = prompt(30, None, "x") | {"type": "system", "subtype": "compact_boundary", "logicalParentUuid": uuid(20)}
    after = mend(session(reply(20, 8), boundary), {"empty_message"}).draft
    assert records(after)[-1]["logicalParentUuid"] == uuid(8)


def test_the_times_of_the_first_records_are_those_of_the_next() -> None:
    timeless = [{key: value for key, value in record.items() if key != "timestamp"} for record in good()[:2]]
    after = mend(draft_of(b"".join(lines(*timeless, *good()[2:])))).draft
    assert [record["timestamp"] for record in records(after)[:3]] == ["2026-01-01T00:02:00.000Z"] * 3


def test_an_image_in_a_result_is_replaced_where_it_stands() -> None:
    image = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [text("see"), IMAGE]}
    after = mend(draft_of(b"".join(lines(*with_message(5, [image]))))).draft
    content = records(after)[5]["message"]["content"][0]["content"]
    assert content[0] == text("see")
    assert content[1]["text"].startswith("[image removed: image/png")


def test_not_a_number_becomes_null() -> None:
    draft = draft_of(WHOLE.replace(b'"isSidechain"', b'"n":[NaN,-Infinity,"NaN\\t"],"isSidechain"', 1))
    assert records(mend(draft).draft)[0]["n"] == [None, None, "NaN\t"]


def test_a_finding_that_cannot_be_mended_has_no_repair() -> None:
    copy = prompt(2, 1, "other")
    (finding,) = findings(session(copy).index)
    assert (finding.code, repair_of(finding)) == ("duplicate_uuid", None)


@given(data=FILES)
@settings(max_examples=60, deadline=None)
def test_any_bytes_can_be_mended(data: bytes) -> None:
    draft = draft_of(data)
    mended = mend(draft).draft
    assert data_of(draft) == data
    assert not {finding.code for finding in findings(mended.index)} & {"glued_lines", "missing_final_newline"}
