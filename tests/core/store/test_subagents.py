"""The subagents of a session, in every layout."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.store.models import FileStat, Subagent
from cc_session_tui.core.store.store import Store
from cc_session_tui.core.store.subagents import calls_of, without_cycles
from tests.core.store.factories import OTHER, SESSION, ClaudeDir, Record, assistant, envelope, user, write

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Session

TASK = [user("task", isSidechain=True)]


def case(name: str, place: Path) -> Session:
    """The session of a case, filled."""
    shutil.copytree(Path("tests/data/cases") / name / "input", place / "projects" / "p")
    store = Store(place)
    [session] = store.fill(store.sessions())
    return session


def add_agent(session: Path, name: str, meta: Any = None, records: list[Record] = TASK) -> Path:
    """Give SESSION a subagent."""
    path = write(session.with_suffix("") / "subagents" / f"agent-{name}.jsonl", records)
    if meta is not None:
        path.with_suffix(".meta.json").write_text(json.dumps(meta))
    return path


def agents_of(claude: ClaudeDir) -> dict[str, Subagent]:
    """The subagents of the only session, by id."""
    store = Store(claude.path)
    [session] = store.regroup(store.fill(store.sessions()))[0].sessions
    return {agent.agent_id: agent for agent in session.subagents}


def test_subagents_are_told_by_their_metadata_or_by_their_results(tmp_path: Path) -> None:
    agents = case("59-subagents-mapped-by-meta-json", tmp_path).subagents
    assert {agent.agent_id: agent.tool_use_id for agent in agents} == {"aaa1": "toolu_x", "bbb2": "toolu_y", "ccc3": ""}
    assert {agent.agent_id: agent.parent_agent_id for agent in agents} == {"aaa1": "", "bbb2": "", "ccc3": "aaa1"}


def test_subagents_in_a_circle_belong_to_the_session(tmp_path: Path) -> None:
    agents = case("60-self-referencing-subagent", tmp_path).subagents
    assert [(agent.agent_id, agent.parent_agent_id) for agent in agents] == [("aaa1", ""), ("bbb2", ""), ("ccc3", "")]


def test_subagents_are_the_same_from_the_cache(claude: ClaudeDir) -> None:
    add_agent(claude.session(), "one", {"agentType": "Explore", "toolUseId": "toolu_1"})
    store = Store(claude.path)
    [session] = store.fill(store.sessions())
    assert store.sessions() == [session]
    assert store.subagents(session) == session.subagents


@pytest.mark.parametrize(
    "meta", [None, [], "text", {"agentType": 5, "toolUseId": None}, {"agentType": "\ud800", "parentAgentId": "nobody"}]
)
def test_odd_metadata_leaves_a_subagent_without_facts(claude: ClaudeDir, meta: Any) -> None:
    add_agent(claude.session(), "one", meta)
    agent = agents_of(claude)["one"]
    assert agent.agent_type in ("", "\ufffd")
    assert (agent.tool_use_id, agent.parent_agent_id) == ("", "")


def test_the_agents_of_a_workflow_are_subagents_and_its_journal_is_none(claude: ClaudeDir) -> None:
    path = claude.session()
    add_agent(path, "one")
    workflow = path.with_suffix("") / "subagents" / "workflows" / "wf_1"
    write(workflow / "agent-two.jsonl", TASK)
    write(workflow / "journal.jsonl", [{"type": "started", "key": "k", "agentId": "two"}])
    assert sorted(agents_of(claude)) == ["one", "two"]


def test_old_subagents_lie_beside_their_session(claude: ClaudeDir) -> None:
    result = user([{"type": "tool_result", "tool_use_id": "toolu_1"}], toolUseResult={"agentId": "one"})
    folder = claude.session(user("q"), assistant(), result).parent
    write(folder / "agent-one.jsonl", TASK)
    agents = agents_of(claude)
    assert (agents["one"].tool_use_id, agents["one"].file.path) == ("toolu_1", folder / "agent-one.jsonl")


def test_an_old_subagent_goes_below_its_session_when_it_is_read_later(claude: ClaudeDir) -> None:
    folder = claude.session().parent
    store = Store(claude.path)
    sessions = list(store.fill(store.sessions()))
    write(folder / "agent-one.jsonl", TASK)
    write(folder / "agent-orphan.jsonl", [user("task", isSidechain=True, sessionId=OTHER)])
    [project] = store.regroup([*sessions, *(s for s in store.fill(store.sessions()) if s not in sessions)])
    found = {session.session_id: [agent.agent_id for agent in session.subagents] for session in project.sessions}
    assert found == {SESSION: ["one"], "agent-orphan": []}


def test_an_old_subagent_that_cannot_be_read_belongs_to_none(claude: ClaudeDir) -> None:
    folder = claude.session().parent
    store = Store(claude.path)
    write(folder / "agent-one.jsonl", TASK)
    sessions = store.sessions()
    (folder / "agent-one.jsonl").unlink()
    assert [session.subagents for session in store.fill(sessions)] == [(), ()]


def test_subagents_come_in_the_order_in_which_they_began(claude: ClaudeDir) -> None:
    path = claude.session()
    times = {"first": "2026-01-01T10:00:00.000Z", "last": "2026-01-01T11:00:00.000Z"}
    for name in ("last", "first"):  # the one that began first ends last
        add_agent(path, name, records=[user("task", isSidechain=True, timestamp=times[name])])
    os.mkfifo(path.with_suffix("") / "subagents" / "agent-fifo.jsonl")
    store = Store(claude.path)
    [session] = store.fill(store.sessions())
    began = [(agent.agent_id, agent.started) for agent in session.subagents]
    assert began == [("fifo", ""), ("first", times["first"]), ("last", times["last"])]


def test_progress_tells_the_call_of_an_agent(tmp_path: Path) -> None:
    progress = envelope("progress", data={"type": "agent_progress", "agentId": "one"}, parentToolUseID="toolu_1")
    odd: list[Record] = [{"type": "user", "toolUseResult": {"agentId": 5}}, {"agentId": "one"}, {"data": ["agentId"]}]
    path = write(tmp_path / "s.jsonl", [progress, *odd])
    with path.open("ab") as file:
        file.write(b'"agentId" junk\n["agentId"]\n')
    assert calls_of(str(path), {"one", "two"}) == {"one": "toolu_1"}
    assert calls_of(str(tmp_path / "gone.jsonl"), {"one"}) == {}


@given(st.dictionaries(st.sampled_from("abcd"), st.sampled_from(["", *"abcdx"])))
def test_the_way_up_from_any_subagent_ends_at_the_session(parents: dict[str, str]) -> None:
    agents = [Subagent(FileStat(name), name, parent_agent_id=parent) for name, parent in parents.items()]
    kept = {agent.agent_id: agent.parent_agent_id for agent in without_cycles(agents)}
    for name, parent in kept.items():
        way = [name]
        while way[-1]:
            way.append(kept[way[-1]])
            assert len(way) <= len(kept) + 1
        assert parent in ("", parents[name])
