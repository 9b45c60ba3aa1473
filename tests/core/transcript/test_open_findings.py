"""The findings of a session that its client is at work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings import findings
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.repairs import mend
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource
from cc_session_tui.core.transcript.open_findings import open_findings
from tests.core.transcript.script import Script, use

if TYPE_CHECKING:
    from pathlib import Path


UNANSWERED = "tool_use_without_result"


def called() -> Script:
    """A session whose last message has a call that is answered, and one that is not."""
    script = Script()
    script.user("go")
    script.reply(use("c1"), message="m1")
    script.reply(use("c2"), message="m1")
    script.result("c1")
    return script


def rows(index: Index, code: str = UNANSWERED) -> tuple[list[int], list[int]]:
    """The rows of the findings of CODE: all of them, and those that are open to a client at work."""
    of_all, of_open = (
        [row for finding in look(index) if finding.code == code for row in finding.rows]
        for look in (findings, open_findings)
    )
    return of_all, of_open


def index_of(script: Script, more: bytes = b"") -> Index:
    return Index.of(BytesSource(b"".join(script.lines) + more))


def test_a_call_of_the_last_message_lacks_nothing() -> None:
    assert rows(index_of(called())) == ([2], [])


def test_a_call_of_an_earlier_turn_lacks_its_result() -> None:
    script = called()
    script.user("never mind, go on")
    script.reply(use("c3"))
    assert rows(index_of(script)) == ([2, 5], [2])


def test_a_call_of_a_turn_that_was_interrupted_lacks_its_result() -> None:
    script = called()
    script.user("[Request interrupted by user]")
    assert rows(index_of(script)) == ([2], [2])


def test_a_call_of_a_subagent_lacks_nothing_either() -> None:
    script = Script()
    script.user("look around", isSidechain=True)
    script.reply(use("c1"), isSidechain=True)
    assert rows(index_of(script)) == ([1], [])


def test_a_line_that_is_being_written_is_no_finding() -> None:
    script = called()
    line = script.lines.pop()
    for code, more in (("torn_last_line", line[:40]), ("missing_final_newline", line[:-1])):
        assert rows(index_of(script, more), code) == ([3], [])


def test_what_is_mended_is_what_was_found(tmp_path: Path) -> None:
    script = called()
    script.user("never mind, go on")
    script.reply(use("c3"))
    (tmp_path / "session.jsonl").write_bytes(b"".join(script.lines) + b'{"type":"us')
    mended = mend(Draft.open(tmp_path / "session.jsonl"), look=open_findings)
    assert [finding.rows for finding in mended.findings if finding.code == UNANSWERED] == [(2,)]
    assert mended.draft.index.raw(len(mended.draft.index) - 1) == b'{"type":"us'
    assert mended.draft.index.calls.result[mended.draft.index.calls.numbers["c3"]] < 0
