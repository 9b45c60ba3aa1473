"""What goes on in the sessions that run, and in their subagents."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.store.running import Running
from cc_session_tui.core.store.store import Store
from cc_session_tui.core.transcript.activity import Activity, Doing
from tests.core.store.factories import OTHER, SESSION, ClaudeDir, Record, assistant, lines, user

if TYPE_CHECKING:
    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import Project

SESSIONS = Path(__file__).parents[2] / "data" / "sessions"
PID = os.getpid()


def run_client(claude_dir: Path, session_id: str = SESSION, **fields: Any) -> None:
    """Write what the client of SESSION_ID writes; this process is the client."""
    record = {"pid": PID, "sessionId": session_id, "cwd": "/p", "status": "busy"} | fields
    (claude_dir / "sessions").mkdir(exist_ok=True)
    (claude_dir / "sessions" / f"{PID}.json").write_text(json.dumps(record))


def listed(claude_dir: Path) -> tuple[Project, ...]:
    store = Store(claude_dir)
    return store.regroup(store.fill(store.sessions()))


def names(lives: dict[str, Live]) -> dict[str, Live]:
    """LIVES by the bare name of the file."""
    return {Path(name).stem: live for name, live in lives.items()}


def call(identity: str, name: str = "Bash", **given: Any) -> Record:
    block = {"type": "tool_use", "id": identity, "name": name, "input": given}
    return assistant(message={"content": [block], "stop_reason": "tool_use"})


def result(identity: str, **fields: Any) -> Record:
    return user([{"type": "tool_result", "tool_use_id": identity, "content": "ok"}], **fields)


def append(path: Path, *records: Record) -> None:
    with path.open("ab") as file:
        file.write(lines(records))


def add_agent(session: Path, name: str, *records: Record, **meta: Any) -> Path:
    """Give SESSION a subagent with RECORDS."""
    path = session.with_suffix("") / "subagents" / f"agent-{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines([record | {"isSidechain": True} for record in records]))
    tell(path, **meta)
    return path


def tell(agent: Path, **meta: Any) -> None:
    """Write what the client writes beside AGENT."""
    agent.with_suffix(".meta.json").write_text(json.dumps({"agentType": "Explore", "toolUseId": "t"} | meta))


def test_a_session_is_live_while_its_client_runs(claude: ClaudeDir) -> None:
    path = claude.session(user("fix it"), call("c1", command="ls"))
    claude.session(session_id=OTHER)
    projects, running = listed(claude.path), Running(claude.path)
    assert running.look(projects) == {}
    run_client(claude.path, status="waiting", waitingFor="permission prompt")
    [(name, live)] = running.look(projects).items()
    assert name == str(path)
    assert (live.client.waiting_for, live.activity.calls[0].text, live.is_subagent) == (
        "permission prompt",
        "ls",
        False,
    )
    (claude.path / "sessions" / f"{PID}.json").unlink()
    assert list(running.look(projects, clients=False)) == [name]
    assert running.look(projects) == {}


def test_what_is_appended_to_a_running_session_counts_at_the_next_look(claude: ClaudeDir) -> None:
    path = claude.session(user("fix it"))
    run_client(claude.path)
    projects, running = listed(claude.path), Running(claude.path)
    running.look(projects)
    seen: list[Doing] = []
    for record in (call("c1", command="ls"), result("c1"), assistant("Done.", message={"stop_reason": "end_turn"})):
        append(path, record)
        seen.append(running.look(projects, clients=False)[str(path)].activity.doing)
    assert seen == [Doing.TOOL, Doing.THINKING, Doing.REPLIED]


def test_a_session_whose_file_is_gone_runs_with_nothing_going_on(claude: ClaudeDir) -> None:
    path = claude.session(user("fix it"))
    run_client(claude.path)
    projects, running = listed(claude.path), Running(claude.path)
    running.look(projects)
    path.unlink()
    assert running.look(projects)[str(path)].activity == Activity()


def test_a_subagent_runs_until_the_client_writes_that_it_has_finished(claude: ClaudeDir) -> None:
    session = claude.session(user("go"), call("t", "Agent"), result("t", toolUseResult={"status": "async_launched"}))
    agent = add_agent(session, "a1", user("look around"), call("c1", command="ls"))
    run_client(claude.path, status="idle")
    running = Running(claude.path)
    live = names(running.look(listed(claude.path)))["agent-a1"]
    assert (live.is_subagent, live.activity.calls[0].text) == (True, "ls")
    tell(agent, finished=True)
    assert list(names(running.look(listed(claude.path)))) == [SESSION]
    tell(agent, revivedAt=1)
    append(agent, user("more", isSidechain=True))
    assert list(names(running.look(listed(claude.path)))) == [SESSION, "agent-a1"]


def test_a_subagent_whose_last_message_ended_its_turn_does_not_run(claude: ClaudeDir) -> None:
    session = claude.session(user("go"))
    add_agent(session, "a1", user("look"), assistant("Seen.", message={"stop_reason": "end_turn"}))
    run_client(claude.path)
    assert list(names(Running(claude.path).look(listed(claude.path)))) == [SESSION]


def test_a_subagent_does_not_run_whose_call_was_answered_or_that_another_client_left(claude: ClaudeDir) -> None:
    """An interrupted subagent of a client that writes no `finished` ends with an open call."""
    session = claude.session(user("go"), call("t", "Agent"))
    agent = add_agent(session, "a1", user("look"), call("c1"))
    run_client(claude.path)
    assert "agent-a1" in names(Running(claude.path).look(listed(claude.path)))
    os.utime(agent, (1000, 1000))
    run_client(claude.path, startedAt=1_000_001)
    assert list(names(Running(claude.path).look(listed(claude.path)))) == [SESSION]
    run_client(claude.path)
    append(session, result("t", toolUseResult="Error: interrupted"))
    assert list(names(Running(claude.path).look(listed(claude.path)))) == [SESSION]


def test_a_subagent_of_a_subagent_runs_as_long_as_its_own_call_is_open(claude: ClaudeDir) -> None:
    session = claude.session(user("go"), call("t", "Agent"))
    above = add_agent(session, "a1", user("look"), call("t2", "Agent"))
    add_agent(session, "a2", user("look deeper"), call("c2"), toolUseId="t2", parentAgentId="a1")
    run_client(claude.path)
    assert list(names(Running(claude.path).look(listed(claude.path)))) == [SESSION, "agent-a1", "agent-a2"]
    append(above, result("t2", toolUseResult={"status": "completed"}) | {"isSidechain": True})
    assert list(names(Running(claude.path).look(listed(claude.path)))) == [SESSION, "agent-a1"]


@pytest.mark.parametrize("version", sorted(path.name for path in SESSIONS.iterdir()))
def test_no_subagent_of_a_session_that_has_ended_runs_in_any_version(version: str, tmp_path: Path) -> None:
    claude = tmp_path / "claude"
    shutil.copytree(SESSIONS / version, claude)
    projects, agents = listed(claude), 0
    for session in (session for project in projects for session in project.sessions):
        run_client(claude, session.session_id)
        assert list(Running(claude).look(projects)) == [session.file.name]
        agents += len(session.subagents)
    assert agents


@pytest.mark.parametrize("version", sorted(path.name for path in SESSIONS.iterdir()))
def test_a_subagent_of_any_version_runs_while_its_transcript_is_cut_short(version: str, tmp_path: Path) -> None:
    claude = tmp_path / "claude"
    shutil.copytree(SESSIONS / version, claude)
    [agent] = claude.glob("projects/*/*/subagents/*.jsonl")
    session = agent.parents[1].with_suffix(".jsonl")
    meta = agent.with_suffix(".meta.json")
    meta.write_text(meta.read_text().replace(',"finished":true', ""))
    whole = agent.read_bytes().splitlines(keepends=True)
    agent.write_bytes(b"".join(whole[:-1]))
    above = session.read_bytes().splitlines(keepends=True)
    started = next(n for n, line in enumerate(above) if b'"name":"Agent"' in line.replace(b" ", b""))
    session.write_bytes(b"".join(above[: started + 1]))
    run_client(claude, session.stem)
    live = names(Running(claude).look(listed(claude)))[agent.stem]
    assert live.activity.doing is Doing.THINKING
    assert live.activity.text.startswith("explore STEPS:")
