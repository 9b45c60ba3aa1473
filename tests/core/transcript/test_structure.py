"""Compactions, forks and gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.entries import Compaction, ForkPoint, Key, Kind
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, kinds, text, use

if TYPE_CHECKING:
    from pathlib import Path

METADATA = {"trigger": "auto", "preTokens": 168_000, "postTokens": 12_000}


@pytest.fixture
def script() -> Script:
    """Return a session with one prompt and its reply."""
    script = Script()
    script.user("first question")
    script.reply("first answer")
    return script


def compact(script: Script) -> None:
    """Add a compact boundary and its summary."""
    before = script.last
    script.last = None
    script.system("compact_boundary", logicalParentUuid=before, compactMetadata=METADATA)
    script.user([text("This session is"), text("being continued.")], isCompactSummary=True)


def test_a_boundary_and_its_summary_are_one_entry_and_no_prompt(script: Script, tmp_path: Path) -> None:
    compact(script)
    script.user("second question")
    found = script.history(tmp_path)
    assert kinds(found) == [Kind.PROMPT, Kind.REPLY, Kind.COMPACTION, Kind.PROMPT]
    compaction = found[2]
    assert isinstance(compaction, Compaction)
    assert (compaction.trigger, compaction.tokens_before, compaction.tokens_after) == ("auto", 168_000, 12_000)
    assert compaction.summary == "This session is\nbeing continued."
    assert (compaction.rows, compaction.time) == ((2, 3), "2026-01-05T10:00:03.000Z")
    assert [entry.resumed for entry in found] == [False, False, True, True]


def test_the_context_begins_with_the_compaction(script: Script, tmp_path: Path) -> None:
    compact(script)
    script.user("second question")
    document = script.open(tmp_path)
    view = document.view(ViewName.CONTEXT, 2)
    found = entries(view)
    assert kinds(found) == [Kind.COMPACTION, Kind.PROMPT]
    assert found[0].key == document.view(ViewName.HISTORY, 2).key(2)
    assert view.hidden == {"messages": 2}


def test_a_compaction_is_shown_among_prompts(script: Script, tmp_path: Path) -> None:
    compact(script)
    script.user("second question")
    assert kinds(script.history(tmp_path, detail=1)) == [Kind.PROMPT, Kind.COMPACTION, Kind.PROMPT]


def test_a_boundary_without_metadata_or_summary_is_a_compaction_too(script: Script, tmp_path: Path) -> None:
    script.system("compact_boundary")
    script.user("second question")
    compaction = script.history(tmp_path)[2]
    assert isinstance(compaction, Compaction)
    assert (compaction.trigger, compaction.tokens_before, compaction.summary) == ("", 0, "")


def test_a_summary_without_its_boundary_is_a_compaction(script: Script, tmp_path: Path) -> None:
    script.user("Summary of it all", isCompactSummary=True)
    script.user("second question")
    compaction = script.history(tmp_path)[2]
    assert isinstance(compaction, Compaction)
    assert (compaction.summary, compaction.rows) == ("Summary of it all", (2,))


def test_after_a_compaction_the_speaker_is_named_again(script: Script, tmp_path: Path) -> None:
    compact(script)
    script.reply("going on")
    assert script.history(tmp_path)[3].starts_turn


def test_a_microcompaction_is_a_line_and_no_cut(script: Script, tmp_path: Path) -> None:
    script.system("microcompact_boundary")
    script.user("second question")
    document = script.open(tmp_path)
    assert kinds(entries(document.view(ViewName.HISTORY, 2))) == [Kind.PROMPT, Kind.REPLY, Kind.SYSTEM, Kind.PROMPT]
    assert [e.text for e in entries(document.view(ViewName.CONTEXT, 1))] == ["first question", "second question"]


def test_a_fork_stands_before_the_branch_that_is_shown(script: Script, tmp_path: Path) -> None:
    fork = script.last
    script.user("try a decorator instead\nor else", under=fork)
    script.reply("No.")
    script.user("leave it", under=fork)
    script.reply("As you wish.")
    script.user("thanks")
    document = script.open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    found = entries(view)
    assert kinds(found) == [Kind.PROMPT, Kind.REPLY, Kind.FORK, Kind.PROMPT, Kind.REPLY, Kind.PROMPT]
    point = found[2]
    assert isinstance(point, ForkPoint)
    assert (point.rows, point.key) == ((1,), Key(document.index.offset[1], -2))
    assert [(b.title, b.messages, b.active) for b in point.branches] == [
        ("try a decorator instead", 2, False),
        ("leave it", 3, True),
    ]
    assert view.text(2) == "try a decorator instead\nleave it"


def test_the_other_branch_is_shown_when_its_leaf_is_chosen(script: Script, tmp_path: Path) -> None:
    fork = script.last
    script.user("one way", under=fork)
    script.reply("one")
    script.user("the other way", under=fork)
    document = script.open(tmp_path)
    point = document.view(ViewName.HISTORY, 2).entry(2)
    assert isinstance(point, ForkPoint)
    other = next(branch for branch in point.branches if not branch.active)
    view = document.view(ViewName.HISTORY, 2, leaf=other.leaf)
    found = entries(view)
    assert [getattr(entry, "text", "") for entry in found] == ["first question", "first answer", "", "one way", "one"]
    assert [entry.resumed for entry in found] == [True, True, True, False, False]
    switched = found[2]
    assert isinstance(switched, ForkPoint)
    assert [branch.active for branch in switched.branches] == [True, False]


def test_a_branch_without_a_prompt_is_named_by_its_reply(script: Script, tmp_path: Path) -> None:
    fork = script.last
    script.reply("an answer of its own", under=fork)
    script.user("go on", under=fork)
    point = script.history(tmp_path)[2]
    assert isinstance(point, ForkPoint)
    assert point.branches[0].title == "an answer of its own"


def test_conversations_that_share_nothing_are_named_at_the_top(script: Script, tmp_path: Path) -> None:
    script.user("another root", under=None)
    script.reply("another answer")
    document = script.open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    found = entries(view)
    assert kinds(found) == [Kind.FORK, Kind.PROMPT, Kind.REPLY]
    assert (found[0].key, found[0].rows) == (Key(-1, -2), ())
    assert [branch.title for branch in found[0].branches] == ["first question", "another root"]
    assert view.find(Key(-1, -2)) == 0


def test_parallel_calls_are_no_fork(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    one = script.reply(use("t1"), message="m")
    script.result("t1", under=one)
    script.reply(use("t2"), message="m", under=one)
    script.result("t2")
    script.reply("Done.")
    assert Kind.FORK not in kinds(script.history(tmp_path))


def test_a_missing_parent_is_a_gap_and_what_stands_above_is_read_on(script: Script, tmp_path: Path) -> None:
    script.user("second question", under="dead-beef")
    found = script.history(tmp_path)
    assert kinds(found) == [Kind.PROMPT, Kind.REPLY, Kind.GAP, Kind.PROMPT]
    assert (found[2].text, found[2].label, found[2].rows) == ("dead-beef", "missing parent", (2,))
    assert found[2].key == found[3].key._replace(block=-3)
