"""What a running session does, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cc_session_tui.core.store.live import Live
from cc_session_tui.core.store.models import FileStat, RunningClient, Subagent
from cc_session_tui.core.transcript.activity import Activity, Doing, OpenCall
from cc_session_tui.tui.presentation.live_words import (
    Now,
    State,
    elapsed_words,
    now_of,
    seconds_of,
    spawned_by,
    state_words,
)

AGENTS = [("x", "a1"), ("y", "a2"), ("z", "")]
AT = "2026-11-28T13:21:46.000Z"
SECONDS = 1795872106.0
CLIENT = RunningClient(7, "s", "/work/demo", "busy", updated_ms=1795872000_500)
BASH = OpenCall("t1", "Bash", "sleep 3; touch x", AT)
READ = OpenCall("t2", "Read", "/work/demo/src/app.py", AT, is_path=True)
SAID = Activity(Doing.REPLIED, AT, text="All done.")
RUNNING = Activity(Doing.TOOL, AT, (BASH,), "fix it")


def now(status: str, activity: Activity, waiting_for: str = "", *, is_subagent: bool = False) -> Now:
    client = replace(CLIENT, status=status, waiting_for=waiting_for)
    return now_of(Live(client, activity, is_subagent), "/work/demo", "/home/dev")


def test_a_busy_client_does_what_its_open_call_says() -> None:
    assert now("busy", RUNNING) == Now(State.WORKING, "Bash", "sleep 3; touch x", SECONDS)
    assert str(now("busy", RUNNING)) == "Bash sleep 3; touch x"


def test_paths_are_shown_below_the_project_or_below_home() -> None:
    assert str(now("busy", RUNNING._replace(calls=(READ,)))) == "Read src/app.py"
    notes = READ._replace(text="/home/dev/notes.md")
    assert str(now("busy", RUNNING._replace(calls=(notes,)))) == "Read ~/notes.md"


def test_a_command_is_no_path() -> None:
    assert str(now("busy", RUNNING._replace(calls=(BASH._replace(text="/work/demo/run.sh"),)))) == (
        "Bash /work/demo/run.sh"
    )


def test_of_several_calls_each_is_told() -> None:
    assert str(now("busy", RUNNING._replace(calls=(BASH, READ)))) == "2 calls Bash sleep 3; touch x, Read src/app.py"


def test_subagents_that_have_lines_of_their_own_are_only_counted() -> None:
    calls = tuple(OpenCall(f"a{number}", "Agent", f"Explore · task {number}", AT) for number in range(3))
    live = Live(CLIENT, RUNNING._replace(calls=calls))
    assert str(now_of(live)) == "3 calls Agent Explore · task 0, Agent Explore · task 1, Agent Explore · task 2"
    assert now_of(live, spawned={"a0", "a1", "a2"}) == Now(State.WORKING, "3 subagents", "", SECONDS)
    assert str(now_of(live, spawned={"a0", "a2"})) == "Agent Explore · task 1"
    both = Live(CLIENT, RUNNING._replace(calls=(*calls[:1], BASH)))
    assert str(now_of(both, spawned={"a0"})) == "Bash sleep 3; touch x"
    waits = Live(replace(CLIENT, status="waiting", waiting_for="permission prompt"), both.activity)
    assert str(now_of(waits, spawned={"a0"})) == "waits for you: permission prompt · Bash sleep 3; touch x"


def test_spawned_are_the_calls_of_subagents_that_run() -> None:
    agents = [Subagent(FileStat(f"/s/{name}.jsonl"), name, tool_use_id=call) for name, call in AGENTS]
    lives = {f"/s/{name}.jsonl": Live(CLIENT, RUNNING, is_subagent=True) for name in ("x", "z")}
    assert spawned_by(agents, lives) == {"a1"}


@pytest.mark.parametrize(
    ("name", "shown"), [("mcp__git__log", "git · log"), ("Task", "Agent"), ("a[b]\x1b[31m", "a[b]␛[31m")]
)
def test_a_tool_is_called_as_in_the_transcript(name: str, shown: str) -> None:
    assert now("busy", RUNNING._replace(calls=(BASH._replace(name=name),))).what == shown


def test_a_busy_client_without_an_open_call_thinks() -> None:
    thinking = Activity(Doing.THINKING, AT, text="fix it")
    assert now("busy", thinking) == Now(State.WORKING, "thinking", "", SECONDS)
    assert str(now("busy", thinking._replace(note="compacted"))) == "thinking · compacted"


@pytest.mark.parametrize("note", ["retry 2 of 10", "API error"])
def test_a_model_that_does_not_answer_does_not_think(note: str) -> None:
    assert str(now("busy", Activity(Doing.THINKING, AT, text="fix it", note=note))) == note


def test_a_busy_client_whose_records_tell_of_an_end_works_since_its_status_changed() -> None:
    assert now("busy", SAID) == Now(State.WORKING, "working", "", 1795872000.5)


def test_a_waiting_client_says_what_for_and_about_what() -> None:
    found = now("waiting", RUNNING._replace(calls=(BASH._replace(text="rm -r build"),)), "permission prompt")
    assert str(found) == "waits for you: permission prompt · Bash rm -r build"
    assert (found.state, found.since) == (State.WAITING, 1795872000.5)


def test_a_question_is_told_without_the_name_of_its_tool() -> None:
    asking = RUNNING._replace(calls=(OpenCall("t", "AskUserQuestion", "Which?", AT),))
    assert str(now("waiting", asking, "input needed")) == "waits for you: input needed · Which?"


def test_a_dialog_is_not_about_the_open_call() -> None:
    assert str(now("waiting", RUNNING, "dialog open")) == "waits for you: dialog open"


def test_a_waiting_client_that_says_nothing_more_just_waits() -> None:
    assert str(now("waiting", SAID)) == "waits for you"


def test_nothing_runs_in_an_idle_client_whatever_its_records_leave_open() -> None:
    assert now("idle", RUNNING) == Now(State.IDLE, "", "fix it")
    assert str(now("idle", SAID)) == "All done."


@pytest.mark.parametrize(("status", "said"), [("idle", "interrupted"), ("shell", "a shell runs · interrupted")])
def test_of_a_turn_that_was_interrupted_its_prompt_is_not_what_was_said(status: str, said: str) -> None:
    assert str(now(status, Activity(text="fix it", turn=AT, note="interrupted"))) == said


@pytest.mark.parametrize("doing", [Doing.THINKING, Doing.TOOL])
def test_a_client_that_rests_since_it_was_asked_was_interrupted(doing: Doing) -> None:
    left = Activity(doing, AT, (BASH,) if doing is Doing.TOOL else (), "fix it", turn=AT)
    resting = replace(CLIENT, status="idle", updated_ms=int(SECONDS * 1000) + 1)
    assert str(now_of(Live(resting, left))) == "interrupted"
    assert str(now_of(Live(replace(resting, updated_ms=0), left))) == "fix it"  # it was asked this moment
    assert str(now_of(Live(resting, SAID))) == "All done."


def test_a_session_in_which_nothing_was_said_is_new() -> None:
    assert str(now("idle", Activity())) == "new session"
    assert str(now("shell", Activity())) == "a shell runs"


def test_an_idle_client_with_a_shell_in_the_background_says_so() -> None:
    assert now("shell", SAID) == Now(State.IDLE, "a shell runs", "All done.")


def test_a_client_of_another_status_is_called_by_it() -> None:
    assert str(now("", SAID)) == "starting · All done."
    assert str(now("dream\x1b[2J", SAID)) == "dream␛[2J · All done."


def test_a_subagent_does_what_its_own_records_say() -> None:
    assert str(now("idle", RUNNING, is_subagent=True)) == "Bash sleep 3; touch x"
    assert now("waiting", Activity(Doing.THINKING, AT), "permission prompt", is_subagent=True).what == "thinking"
    assert str(now("busy", SAID, is_subagent=True)) == "All done."


def test_text_of_a_session_is_visible_and_on_one_line() -> None:
    assert str(now("idle", Activity(text="a\x1b[31m\nb\u202e[/x]"))) == "a␛[31m b⟨RLO⟩[/x]"
    assert str(now("busy", RUNNING._replace(calls=(BASH._replace(text="\x07\tx"),)))) == "Bash ␇ x"
    assert str(now("waiting", SAID, "a\nb")) == "waits for you: a b"


@pytest.mark.parametrize(
    ("status", "waiting_for", "words"),
    [
        ("busy", "", "busy"),
        ("idle", "permission prompt", "idle"),
        ("waiting", "permission prompt", "waiting: permission prompt"),
        ("waiting", "", "waiting"),
        ("shell", "", "shell"),
        ("", "", "starting"),
        ("new\nstate", "", "new state"),
    ],
)
def test_the_state_of_a_client_in_words(status: str, waiting_for: str, words: str) -> None:
    assert state_words(replace(CLIENT, status=status, waiting_for=waiting_for)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "0s"),
        (3.9, "3s"),
        (59.99, "59s"),
        (65, "1m 05s"),
        (3599, "59m 59s"),
        (7440, "2h 04m"),
        (90000, "1d 01h"),
    ],
)
def test_a_duration_counts_whole_units(seconds: float, words: str) -> None:
    assert elapsed_words(seconds) == words


@pytest.mark.parametrize(("time", "seconds"), [(AT, SECONDS), ("", 0.0), ("yesterday", 0.0), ("0001-01-01T00:00", 0.0)])
def test_a_time_that_is_none_is_no_time(time: str, seconds: float) -> None:
    assert seconds_of(time) == seconds
