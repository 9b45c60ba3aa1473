"""Entries for tool calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, image, kinds, text, use
from tests.core.transcript.test_messages import DOT

if TYPE_CHECKING:
    from pathlib import Path


def test_a_call_carries_its_result(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.reply(use("t1", "Read", file_path="/app.py"), tokens=9)
    script.result("t1", "1\tx", toolUseResult={"type": "text", "file": {"numLines": 1}})
    _, call = script.history(tmp_path)
    assert (call.kind, call.name, call.input, call.identity) == (
        Kind.TOOL_CALL, "Read", {"file_path": "/app.py"}, "t1",
    )  # fmt: skip
    assert (call.rows, call.tokens, call.model) == ((1, 2), 9, "claude-test")
    assert call.result.data == {"type": "text", "file": {"numLines": 1}}
    assert (call.result.row, call.result.text, call.result.is_error) == (2, "1\tx", False)
    assert call.result.time == "2026-01-05T10:00:03.000Z"


def test_parallel_calls_carry_each_its_own_result(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    one = script.reply(use("t1"), message="m")
    two = script.reply(use("t2"), message="m")
    script.result("t1", "one", under=one)
    script.result("t2", "two", under=two, is_error=True)
    script.reply("Both.")
    _, first, second, reply = script.history(tmp_path)
    assert [(c.result.text, c.result.is_error) for c in (first, second)] == [("one", False), ("two", True)]
    assert reply.text == "Both."


def test_one_record_may_hold_the_results_of_several_calls(tmp_path: Path) -> None:
    script = Script()
    script.reply(use("t1"), use("t2"))
    results = [{"type": "tool_result", "tool_use_id": call, "content": call} for call in ("t2", "t1")]
    script.user([*results, text("and stop")])
    first, second, prompt = script.history(tmp_path)
    assert [first.result.text, second.result.text, prompt.text] == ["t1", "t2", "and stop"]


def test_pictures_in_a_result_are_facts_not_text(tmp_path: Path) -> None:
    script = Script()
    script.reply(use("t1", "Read"))
    script.result("t1", [image(DOT), text("a dot")])
    (call,) = script.history(tmp_path)
    assert call.result.text == "a dot"
    assert [(i.width, i.height, i.row) for i in call.result.images] == [(2, 3, 1)]


def test_a_call_without_a_result_has_none(tmp_path: Path) -> None:
    script = Script()
    script.reply(use("t1"))
    script.user("[Request interrupted by user for tool use]")
    call, mark = script.history(tmp_path)
    assert call.result is None
    assert mark.label == "interrupted"


def test_a_result_without_a_call_is_an_entry_of_its_own(tmp_path: Path) -> None:
    script = Script()
    script.result("gone", "left over")
    script.user("go")
    result, _ = script.history(tmp_path)
    assert (result.kind, result.name, result.identity, result.result.text) == (
        Kind.TOOL_RESULT, "", "gone", "left over",
    )  # fmt: skip


def test_a_second_result_for_one_call_is_an_entry_with_the_call_s_name(tmp_path: Path) -> None:
    script = Script()
    use_line = script.reply(use("t1", "Read"))
    script.result("t1", "first", under=use_line)
    script.result("t1", "second", under=use_line)
    call, again = script.history(tmp_path)
    assert call.result.text == "first"
    assert (again.kind, again.name, again.result.text) == (Kind.TOOL_RESULT, "Read", "second")


def test_calls_with_one_id_get_the_result_below_their_own_line(tmp_path: Path) -> None:
    script = Script()
    script.reply(use("dup"))
    script.result("dup", "below the first")
    script.reply(use("dup"))
    script.result("dup", "below the second")
    script.lines[1], script.lines[3] = script.lines[3], script.lines[1]
    found = [entry for entry in script.history(tmp_path) if entry.kind is Kind.TOOL_CALL]
    assert [call.result.text for call in found] == ["below the first", "below the second"]
    assert all(call.repeated for call in found)


def test_copies_of_records_do_not_take_each_other_s_results(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.reply(use("t1"))
    script.result("t1", "x")
    script.lines.extend(script.lines[:])
    script.reply("Done.")
    document = script.open(tmp_path)
    assert kinds(entries(document.view(ViewName.HISTORY, 2))) == [Kind.PROMPT, Kind.TOOL_CALL, Kind.REPLY]
    calls = [e for e in entries(document.view(ViewName.FILE, 3)) if e.kind is Kind.TOOL_CALL]
    assert [call.result.text for call in calls] == ["x", "x"]


def test_what_the_client_logs_of_its_requests_is_no_tool_call(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    blob = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "in a log"}]}
    script.loose({"type": "api-request-blob", "message": blob})
    script.reply(use("t1"))
    script.result("t1", "real")
    call = script.history(tmp_path)[1]
    assert (call.result.text, call.repeated) == ("real", False)


def test_in_the_file_view_a_result_has_a_line_of_its_own(tmp_path: Path) -> None:
    script = Script()
    script.reply(use("t1", "Read"))
    script.result("t1", "x")
    call, result = entries(script.open(tmp_path).view(ViewName.FILE, 2))
    assert (call.kind, call.rows, call.result.text) == (Kind.TOOL_CALL, (0,), "x")
    assert (result.kind, result.rows, result.name) == (Kind.TOOL_RESULT, (1,), "Read")


def test_a_call_of_any_shape_is_shown(tmp_path: Path) -> None:
    script = Script()
    script.reply({"type": "tool_use"}, {"type": "tool_use", "id": 5, "name": None, "input": [1]})
    bare, odd = script.history(tmp_path)
    assert (bare.name, bare.input, bare.identity, bare.result) == ("", None, "", None)
    assert (odd.name, odd.input, odd.identity) == ("", [1], "")
