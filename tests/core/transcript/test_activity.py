"""What goes on in a session, from its records: written one by one here, and by clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource
from cc_session_tui.core.transcript.activity import Activity, Doing, activity_of
from cc_session_tui.core.transcript.subjects import last_line
from tests.core.transcript.script import Script, text, use
from tests.core.transcript.test_any_file import DATA, REAL

if TYPE_CHECKING:
    from pathlib import Path

SESSIONS = DATA / "sessions"
CLIENTS = [path for path in REAL if path.is_relative_to(SESSIONS)]
"""What clients wrote, a folder a version."""
AT = "2026-01-05T10:00:0{}.000Z"
COMMAND = "<command-name>/{0}</command-name>\n<command-message>{0}</command-message>"
OUTPUT = "<local-command-stdout>{}</local-command-stdout>"
USAGE = {"input_tokens": 3, "cache_read_input_tokens": 1000, "cache_creation_input_tokens": 20, "output_tokens": 7}


def activity(script: Script, *, sidechain: bool = False) -> Activity:
    return activity_of(Index.of(BytesSource(b"".join(script.lines))), sidechain=sidechain)


def answer(script: Script, *blocks: Any, stop: str | None = "tool_use", message: str = "m", **more: Any) -> str:
    """Add a line of an API message that says how it ended, as clients from 2.1.43 on do on each line."""
    said = [text(block) if isinstance(block, str) else block for block in blocks]
    head = {"id": message, "role": "assistant", "content": said, "stop_reason": stop, "usage": USAGE}
    return script.add({"type": "assistant", "message": head, **more})


def asked(words: str = "fix it") -> Script:
    """A session in which something was asked."""
    script = Script()
    script.user(words)
    return script


def test_nothing_goes_on_in_a_session_without_a_prompt() -> None:
    script = Script()
    script.loose({"type": "mode", "mode": "normal"})
    assert activity(script) == Activity()


def test_a_prompt_is_thought_about_from_its_time_on() -> None:
    found = activity(asked("fix it\nplease"))
    assert (found.doing, found.since, found.turn, found.text) == (
        Doing.THINKING,
        AT.format(1),
        AT.format(1),
        "fix it …",
    )


def test_a_call_without_a_result_runs_from_its_own_time_on() -> None:
    script = asked()
    answer(script, use("c1", "Bash", command="make\ntest", description="Build"))
    found = activity(script)
    assert (found.doing, found.since) == (Doing.TOOL, AT.format(2))
    assert found.calls == (("c1", "Bash", "make …", AT.format(2), False),)


def test_a_thought_and_a_text_before_a_call_are_no_end() -> None:
    script = asked()
    answer(script, {"type": "thinking", "thinking": "hm"})
    assert (activity(script).doing, activity(script).since) == (Doing.THINKING, AT.format(1))
    answer(script, "I look.\n\nThen I tell you.")
    found = activity(script)
    assert (found.doing, found.since, found.text) == (Doing.THINKING, AT.format(1), "Then I tell you.")


def test_of_parallel_calls_those_run_that_have_no_result() -> None:
    script = asked()
    first = answer(script, use("c1", "Read", file_path="/p/a.py"))
    answer(script, use("c2", "Grep", pattern="def"), use("c3", "Glob", pattern="*.py"))
    script.result("c2", under=first)
    found = activity(script)
    assert [(call.name, call.text, call.is_path) for call in found.calls] == [
        ("Read", "/p/a.py", True),
        ("Glob", "*.py", False),
    ]
    script.result("c1")
    script.result("c3")
    found = activity(script)
    assert (found.doing, found.since, found.calls) == (Doing.THINKING, AT.format(6), ())


def test_a_result_that_came_while_the_message_was_written_does_not_hide_its_other_calls() -> None:
    script = asked()
    answer(script, use("c1"))
    script.result("c1")
    answer(script, use("c2", command="ls"))
    assert [call.tool_use_id for call in activity(script).calls] == ["c2"]


def test_a_call_of_an_earlier_message_that_never_got_a_result_does_not_run() -> None:
    script = asked()
    answer(script, use("lost"))
    script.user("again")
    assert activity(script).doing is Doing.THINKING
    answer(script, use("c2"), message="m2")
    assert [call.tool_use_id for call in activity(script).calls] == ["c2"]


def test_a_reply_ends_the_turn_with_its_last_line() -> None:
    script = asked()
    answer(script, "Done.\n\n- it works\n", stop="end_turn")
    found = activity(script)
    assert (found.doing, found.since, found.text, found.turn) == (
        Doing.REPLIED,
        AT.format(2),
        "it works",
        AT.format(1),
    )
    script.system("turn_duration", durationMs=900)
    assert activity(script)._replace(since=found.since) == found


@pytest.mark.parametrize(
    ("reply", "line"),
    [
        ("Run it:\n\n```sh\nmake\n```\n", "Run it:"),
        ("```sh\nmake\n```\n", "make"),
        ("Done.\n\n---\n", "Done."),
        ("👍\n", "👍"),
        ("```\n", "```"),
        ("All is **done**: see `app.py`.", "All is done: see app.py."),
        ("```sh\n# **make** `it`\n```\n", "# **make** `it`"),
    ],
)
def test_a_code_block_or_a_rule_is_not_what_was_said_last(reply: str, line: str) -> None:
    assert last_line(reply) == line


def test_a_reply_of_a_client_that_wrote_no_stop_reason_ends_the_turn() -> None:
    script = asked()
    answer(script, "Done.", stop=None)
    assert activity(script).doing is Doing.REPLIED


def test_context_tokens_are_what_a_compaction_left_until_the_next_message() -> None:
    script = asked()
    answer(script, "Done.", stop="end_turn")
    script.system("compact_boundary", compactMetadata={"trigger": "manual", "preTokens": 1030, "postTokens": 200})
    script.user("summary", isCompactSummary=True)
    assert activity(script).tokens == 200
    answer(script, "On.", stop="end_turn", message="m2")
    assert activity(script).tokens == 1030


def test_context_tokens_are_those_of_the_last_message_also_after_a_new_prompt_and_an_error() -> None:
    script = asked()
    answer(script, "Done.", stop="end_turn")
    script.user("more")
    assert activity(script).tokens == 1030
    answer(script, "API Error: 529", stop="stop_sequence", isApiErrorMessage=True, message="m2")
    assert activity(script).tokens == 1030


def test_an_interruption_ends_what_went_on() -> None:
    script = asked()
    answer(script, "I begin.")
    answer(script, use("c1", command="sleep 100"))
    script.user([text("[Request interrupted by user for tool use]")])
    found = activity(script)
    assert (found.doing, found.calls, found.note, found.since) == (Doing.NOTHING, (), "interrupted", AT.format(4))
    assert (found.text, found.turn) == ("I begin.", AT.format(1))
    script.user("go on")
    assert (activity(script).doing, activity(script).note) == (Doing.THINKING, "")


def test_a_retry_is_noted_until_the_answer_comes() -> None:
    script = asked()
    for attempt in (1, 2):
        script.system("api_error", retryAttempt=attempt, maxRetries=10)
    assert (activity(script).doing, activity(script).note) == (Doing.THINKING, "retry 2 of 10")
    answer(script, "Here I am.", stop="end_turn")
    assert (activity(script).doing, activity(script).note) == (Doing.REPLIED, "")


def test_an_api_error_ends_the_turn() -> None:
    script = asked()
    answer(script, "API Error: overloaded", stop="stop_sequence", isApiErrorMessage=True)
    found = activity(script)
    assert (found.doing, found.note, found.text) == (Doing.REPLIED, "API error", "API Error: overloaded")


def test_a_local_command_is_no_turn() -> None:
    script = asked()
    answer(script, "Done.", stop="end_turn")
    script.user("<local-command-caveat>Caveat</local-command-caveat>", isMeta=True)
    script.user(COMMAND.format("cost"))
    script.user(OUTPUT.format("$1"))
    assert (activity(script).doing, activity(script).text) == (Doing.REPLIED, "Done.")
    script.user(COMMAND.format("clear"))
    script.user(OUTPUT.format(""))
    assert (activity(script).doing, activity(script).text) == (Doing.REPLIED, "Done.")


def test_a_local_command_is_no_turn_where_the_system_tells_what_it_printed() -> None:
    """As 2.1.332 does after /clear."""
    script = Script()
    script.user("<local-command-caveat>Caveat</local-command-caveat>", isMeta=True)
    script.user(COMMAND.format("clear"))
    script.system("local_command", content=OUTPUT.format(""))
    assert activity(script) == Activity()
    script.user("go")
    answer(script, "Done.", stop="end_turn")
    script.system("local_command", content=COMMAND.format("cost"))
    script.system("local_command", content=OUTPUT.format("$1"))
    assert (activity(script).doing, activity(script).text) == (Doing.REPLIED, "Done.")


def test_a_command_that_asks_the_model_is_a_turn() -> None:
    script = asked()
    answer(script, "Done.", stop="end_turn")
    script.user(COMMAND.format("review") + "\n<command-args>the parser</command-args>")
    script.user("Review what is named here.", isMeta=True)
    found = activity(script)
    assert (found.doing, found.text, found.since) == (Doing.THINKING, "/review the parser", AT.format(3))


def test_the_news_of_a_background_task_begins_a_turn() -> None:
    script = asked()
    answer(script, "It runs.", stop="end_turn")
    script.user("<task-notification>\n<summary>Agent finished</summary>\n</task-notification>")
    assert (activity(script).doing, activity(script).text) == (Doing.THINKING, "Agent finished")


def test_a_call_that_was_answered_at_once_does_not_run() -> None:
    script = asked()
    answer(script, use("c1", "Agent", description="look", run_in_background=True))
    script.result("c1", "Async agent launched successfully.")
    answer(script, "The agent runs.", stop="end_turn", message="m2")
    assert (activity(script).doing, activity(script).calls) == (Doing.REPLIED, ())


@pytest.mark.parametrize(("trigger", "doing", "note"), [("auto", "thinking", "compacted"), ("manual", "replied", "")])
def test_after_a_compaction_in_a_turn_the_model_goes_on(trigger: str, doing: str, note: str) -> None:
    script = asked()
    answer(script, "Done.", stop="end_turn")
    script.system("compact_boundary", compactMetadata={"trigger": trigger})
    script.user("This session is being continued", isCompactSummary=True)
    found = activity(script)
    assert (found.doing, found.note, found.text) == (doing, note, "Done.")


def test_prompts_that_wait_are_counted_and_news_are_not() -> None:
    script = asked()
    for content in ("and then", "<task-notification>x", "at last"):
        script.loose({"type": "queue-operation", "operation": "enqueue", "content": content})
    assert activity(script).queued == 2
    script.loose({"type": "queue-operation", "operation": "remove", "content": "and then"})
    assert activity(script).queued == 1
    script.loose({"type": "queue-operation", "operation": "popAll", "content": "at last"})
    assert activity(script).queued == 0


def test_sidechain_records_count_in_a_subagents_file_only() -> None:
    script = asked("mine")
    script.user("the agent's", isSidechain=True)
    answer(script, use("c1", command="ls"), isSidechain=True)
    assert (activity(script).text, activity(script).calls) == ("mine", ())
    assert [call.text for call in activity(script, sidechain=True).calls] == ["ls"]


def test_records_that_only_the_tolerant_decoder_reads_count_too() -> None:
    script = asked()
    answer(script, use("c1", command="echo \ud800"))
    assert [(call.name, call.since) for call in activity(script).calls] == [("Bash", AT.format(2))]
    answer(script, "Said \ud800.", stop="end_turn", message="m2")
    found = activity(script)
    assert (found.doing, found.since, found.tokens) == (Doing.REPLIED, AT.format(3), 1030)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("Agent", {"subagent_type": "Explore", "description": "look around"}, "Explore · look around"),
        ("AskUserQuestion", {"questions": [{"question": "Which?", "header": "Pick"}]}, "Which?"),
        ("ExitPlanMode", {"plan": "# The plan\n\n1. do it"}, "The plan …"),
        ("TodoWrite", {"todos": [{"content": "a"}, {"content": "b", "status": "in_progress"}]}, "b"),
        ("mcp__git__log", {"n": 3, "branch": "main"}, "main"),
        ("Odd", {"n": 3}, ""),
        ("Odd", "no object", ""),
        ("Write", {"content": "x" * 9_000_000, "file_path": "/p/x"}, "/p/x"),
        ("Bash", {"command": "y" * 1000}, "y" * 300 + " …"),
    ],
)
def test_a_call_says_what_it_is_about(name: str, given: Any, words: str) -> None:
    script = asked()
    answer(script, {"type": "tool_use", "id": "c1", "name": name, "input": given})
    assert [call.text for call in activity(script).calls] == [words]


@pytest.mark.parametrize("path", CLIENTS, ids=lambda path: f"{path.relative_to(SESSIONS).parts[0]}-{path.name[:8]}")
def test_a_real_session_cut_after_any_line_says_what_went_on(path: Path) -> None:
    """A call runs from its line to that of its result, and a whole session of these clients ends with a reply."""
    lines, sidechain = path.read_bytes().splitlines(keepends=True), path.name.startswith("agent-")
    for count in range(len(lines) + 1):
        index = Index.of(BytesSource(b"".join(lines[:count])))
        found = activity_of(index, sidechain=sidechain)
        names = {call.tool_use_id for call in found.calls}
        calls = index.calls
        answered = {name for name, number in calls.numbers.items() if calls.result[number] >= 0}
        assert not names & answered
        assert bool(found.calls) is (found.doing is Doing.TOOL)
        if index.kind and index.kind_of(len(index) - 1) == "assistant":
            assert names == {name for name in calls.numbers if name not in answered}
    assert found.doing in {Doing.REPLIED, Doing.NOTHING}


@pytest.mark.parametrize("path", REAL, ids=lambda path: str(path.relative_to(DATA)))
def test_the_end_of_a_real_session_says_the_same_as_all_of_it(path: Path) -> None:
    sidechain = path.name.startswith("agent-")
    assert activity_of(Index.tail(path, 30), sidechain=sidechain) == activity_of(Index.open(path), sidechain=sidechain)
