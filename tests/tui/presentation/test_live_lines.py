"""The lines over a transcript that runs."""

from __future__ import annotations

from typing import Any

from cc_session_tui.core.store.live import Live
from cc_session_tui.core.store.models import FileStat, Meta, RunningClient, Session, Subagent
from cc_session_tui.core.transcript.activity import Activity, Doing, OpenCall
from cc_session_tui.tui.presentation.live_lines import (
    LiveLine,
    agent_title,
    live_lines,
    right_words,
    running_calls,
    running_words,
)
from cc_session_tui.tui.presentation.live_words import Now, State, seconds_of

TURN, CALL = "2026-11-28T13:20:25.000Z", "2026-11-28T13:21:16.000Z"
NOW = seconds_of("2026-11-28T13:21:30.000Z")
CLIENT = RunningClient(7, "s", "/work/demo", "busy", updated_ms=int(NOW * 1000) - 12_000)
BASH = OpenCall("b1", "Bash", "make test", CALL)
READ = OpenCall("r1", "Read", "/work/demo/app.py", CALL, is_path=True)
RUNS = Activity(Doing.TOOL, CALL, (BASH,), "fix it", TURN, 34_000)
READS = Activity(Doing.TOOL, CALL, (READ,), "look", TURN, 12_300)


def agent(name: str, parent: str = "", **fields: Any) -> Subagent:
    words = {"agent_type": "Explore", "description": f"task {name}"} | fields
    return Subagent(
        FileStat(f"/p/s/subagents/{name}.jsonl"), name, tool_use_id=f"t-{name}", parent_agent_id=parent, **words
    )


def session(*agents: Subagent) -> Session:
    return Session("s", FileStat("/p/s.jsonl"), Meta(cwd="/work/demo"), subagents=agents)


def lives(*agents: Subagent, client: RunningClient = CLIENT, activity: Activity = RUNS) -> dict[str, Live]:
    return {"/p/s.jsonl": Live(client, activity)} | {a.file.name: Live(client, READS, is_subagent=True) for a in agents}


def idle(activity: Activity = RUNS) -> dict[str, Live]:
    return lives(client=RunningClient(7, "s", "/work/demo", "idle"), activity=activity)


def test_a_session_that_does_not_run_has_no_lines() -> None:
    assert live_lines(session(agent("a")), "/p/s.jsonl", {}) == ()


def test_subagents_may_be_nested_deeper_than_python_calls_itself() -> None:
    agents = [agent(f"a{at}", f"a{at - 1}" if at else "") for at in range(3000)]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(*agents), most=3000)
    assert [line.depth for line in lines] == list(range(3001))


def test_the_first_line_is_the_sessions() -> None:
    [line] = live_lines(session(), "/p/s.jsonl", lives(activity=RUNS._replace(queued=2)))
    assert line == LiveLine(
        "/p/s.jsonl", Now(State.WORKING, "Bash", "make test", seconds_of(CALL)), turn=seconds_of(TURN), queued=2
    )
    assert right_words(line, NOW) == "2 queued · turn 1m 05s"


def test_tokens_of_the_session_are_told_where_a_subagent_is_open_and_no_gauge_shows_them() -> None:
    below = agent("a")
    first, second = live_lines(session(below), below.file.name, lives(below))
    assert right_words(first, NOW) == "34k tok · turn 1m 05s"
    assert right_words(second, NOW) == "12k tok · turn 1m 05s"


def test_how_long_the_turn_goes_on_is_not_said_twice() -> None:
    [line] = live_lines(session(), "/p/s.jsonl", lives(activity=Activity(Doing.THINKING, TURN, turn=TURN)))
    assert right_words(line, NOW) == ""


def test_of_a_turn_that_is_over_no_time_is_told_while_the_client_works_on() -> None:
    """As on a compaction that was asked for long after the last answer."""
    [line] = live_lines(session(), "/p/s.jsonl", lives(activity=RUNS._replace(doing=Doing.REPLIED, calls=())))
    assert (line.now.what, line.turn) == ("working", 0.0)


def test_an_idle_session_has_no_time() -> None:
    [line] = live_lines(session(), "/p/s.jsonl", idle())
    assert (line.now, right_words(line, NOW)) == (Now(State.IDLE, "", "fix it"), "")


def test_subagents_that_run_stand_below_the_one_that_spawned_them() -> None:
    agents = [agent("a"), agent("b", "a"), agent("c"), agent("d", "b"), agent("e", "a")]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(*agents), most=5)
    assert [(line.title, line.depth) for line in lines] == [
        ("", 0),
        ("Explore · task a", 1),
        ("Explore · task b", 2),
        ("Explore · task d", 3),
        ("Explore · task e", 2),
        ("Explore · task c", 1),
    ]
    assert str(lines[1].now) == "Read app.py"


def test_the_newest_subagents_have_lines_and_the_one_that_is_open() -> None:
    agents = [agent(f"a{number}") for number in range(20)]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(*agents))
    assert [line.title for line in lines[1:]] == [f"Explore · task a{number}" for number in (16, 17, 18, 19)]
    assert (lines[0].more, [line.is_open for line in lines]) == (16, [False] * 5)
    lines = live_lines(session(*agents), agents[3].file.name, lives(*agents))
    assert [line.title for line in lines[1:]] == [f"Explore · task a{number}" for number in (3, 17, 18, 19)]
    assert (lines[0].more, [line.is_open for line in lines]) == (16, [False, True, False, False, False])
    lines = live_lines(session(*agents), agents[18].file.name, lives(*agents[16:]))
    assert (lines[0].more, [line.is_open for line in lines]) == (0, [False, False, False, True, False])


def test_a_subagent_stands_below_the_nearest_one_above_that_has_a_line() -> None:
    agents = [agent("a"), agent("b", "a"), agent("c", "b"), agent("d", "c")]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(*agents), most=2)
    assert [(line.title, line.depth) for line in lines[1:]] == [("Explore · task c", 1), ("Explore · task d", 2)]


def test_subagents_without_a_line_that_say_they_spawned_each_other_end_nothing() -> None:
    agents = [agent("a", "b"), agent("b", "a"), agent("c", "a")]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(agents[2]))
    assert [(line.title, line.depth) for line in lines[1:]] == [("Explore · task c", 1)]


def test_the_first_line_only_counts_the_subagents_that_have_lines() -> None:
    agents = [agent("a"), agent("b")]
    calls = tuple(OpenCall(one.tool_use_id, "Agent", "Explore · x", CALL) for one in agents)
    first = live_lines(session(*agents), "/p/s.jsonl", lives(*agents, activity=RUNS._replace(calls=calls)))[0]
    assert str(first.now) == "2 subagents"


def test_below_a_subagent_that_has_finished_one_stands_where_that_stood() -> None:
    agents = [agent("a"), agent("b", "a"), agent("c", "b")]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(agents[0], agents[2]))
    assert [(line.title, line.depth) for line in lines[1:]] == [("Explore · task a", 1), ("Explore · task c", 2)]
    lines = live_lines(session(*agents), "/p/s.jsonl", lives(agents[2]))
    assert [(line.title, line.depth) for line in lines[1:]] == [("Explore · task c", 1)]


def test_a_subagent_without_words_is_called_by_its_id() -> None:
    assert agent_title(agent("a1b2", agent_type="", description="")) == "a1b2"
    assert agent_title(agent("a", agent_type="E\x1b[2J", description="x\ny")) == "E␛[2J · x y"


def test_calls_run_in_a_busy_session_and_its_subagents_run_whatever_it_does() -> None:
    below = agent("a")
    assert running_calls(session(below), "/p/s.jsonl", lives(below), NOW) == {
        "b1": "running 14s",
        "t-a": "running 1m 05s",
    }
    assert running_calls(session(below), below.file.name, lives(below), NOW) == {
        "r1": "running 14s",
        "t-a": "running 1m 05s",
    }
    assert running_calls(session(below), "/p/s.jsonl", idle(), NOW) == {}
    assert running_calls(
        session(below), "/p/s.jsonl", idle() | {below.file.name: lives(below)[below.file.name]}, NOW
    ) == {"t-a": "running 1m 05s"}
    assert running_calls(session(below), "/p/s.jsonl", {}, NOW) == {}


def test_the_call_that_waits_for_the_user_does_not_run() -> None:
    waits = lives(
        client=RunningClient(7, "s", "/", "waiting", waiting_for="permission prompt"),
        activity=RUNS._replace(calls=(BASH, READ)),
    )
    assert running_calls(session(), "/p/s.jsonl", waits, NOW) == {"b1": "waits for you", "r1": "running 14s"}


def test_while_a_dialog_is_open_calls_run() -> None:
    client = RunningClient(7, "s", "/", "waiting", waiting_for="dialog open")
    assert running_calls(session(), "/p/s.jsonl", lives(client=client), NOW) == {"b1": "running 14s"}


def test_a_call_runs_whole_seconds() -> None:
    assert [running_words(seconds) for seconds in (-3, 0.9, 9.99, 14, 125)] == [
        "running 0s",
        "running 0s",
        "running 9s",
        "running 14s",
        "running 2m 05s",
    ]
