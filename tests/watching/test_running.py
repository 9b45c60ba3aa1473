"""What is told of sessions that run: their subagents, and what is written beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.watching.changes import (
    ClientChanged,
    ClientStarted,
    MetadataChanged,
    SessionGone,
    SessionGrown,
    SessionNew,
    SubagentNew,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.watching.conftest import Client, Watched

LINE = b'{"type":"user","n":1}\n'


@pytest.fixture
def two(claude: Path) -> Path:
    """Return the file of a session that nobody follows."""
    path = claude / "projects" / "-home-u-p" / "two.jsonl"
    path.write_bytes(LINE)
    return path


def agent_of(session: Path, name: str = "a", below: str = "") -> Path:
    """Give SESSION a subagent."""
    path = session.with_suffix("") / "subagents" / below / f"agent-{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(LINE)
    return path


def append(path: Path) -> SessionGrown:
    """Append to PATH; return what is to be told."""
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(LINE)
    return SessionGrown(path, size, size + len(LINE))


def describe(agent: Path, text: str) -> Path:
    """Write the metadata of AGENT as the client does."""
    new = agent.with_suffix(".meta.json.tmp")
    new.write_text(text)
    return new.replace(agent.with_suffix(".meta.json"))


async def grows(watched: Watched, path: Path) -> None:
    """Append to PATH, and wait until that is told."""
    await watched.hear(append(path))


async def test_subagents_of_a_running_session_are_told_from_the_first_on(
    watched: Watched, two: Path, client: Client
) -> None:
    await watched.hear(ClientStarted(client.tell("two")))
    agent = agent_of(two)
    await watched.hear(SubagentNew(agent))
    await grows(watched, agent)
    second, third = agent_of(two, "b"), agent_of(two, "c", "workflows/wf_1")
    for other in (second, third):
        await watched.hear(SubagentNew(other))
        await grows(watched, other)


async def test_what_is_written_of_a_subagent_is_told_each_time(watched: Watched, two: Path, client: Client) -> None:
    await watched.hear(ClientStarted(client.tell("two")))
    agent = agent_of(two)
    await watched.hear(SubagentNew(agent))
    for number, text in enumerate(('{"description": "look"}', '{"description": "look", "finished": true}')):
        await watched.hear(MetadataChanged(describe(agent, text)), number + 1)


async def test_the_title_beside_a_running_session_is_told(watched: Watched, two: Path, client: Client) -> None:
    await watched.hear(ClientStarted(client.tell("two")))
    title = two.with_suffix("") / "custom-title.json"
    title.parent.mkdir()
    title.write_text('{"customTitle": "new"}')
    await watched.hear(MetadataChanged(title))
    agent = agent_of(two)
    await watched.hear(SubagentNew(agent))
    await grows(watched, agent)
    title.write_text('{"customTitle": "newer"}')
    await watched.hear(MetadataChanged(title), 2)


async def test_what_was_there_when_the_client_started_is_no_news(watched: Watched, two: Path, client: Client) -> None:
    old = agent_of(two)
    await watched.hear(SessionNew(two))
    await watched.hear(ClientStarted(client.tell("two")))
    new = agent_of(two, "b")
    await watched.hear(SubagentNew(new))
    await grows(watched, old)
    assert SubagentNew(old) not in watched.told


async def test_a_client_that_runs_before_its_session_is_written(watched: Watched, two: Path, client: Client) -> None:
    await watched.hear(ClientStarted(client.tell("three")))
    three = two.with_name("three.jsonl")
    three.write_bytes(LINE)
    await watched.hear(SessionNew(three))
    agent = agent_of(three)
    await watched.hear(SubagentNew(agent))
    await grows(watched, agent)


async def test_a_client_that_turns_to_another_session_takes_the_watch_there(
    watched: Watched, two: Path, client: Client
) -> None:
    await watched.hear(ClientStarted(client.tell("two")))
    before = agent_of(two)
    await watched.hear(SubagentNew(before))
    three = two.with_name("three.jsonl")
    three.write_bytes(LINE)
    await watched.hear(ClientChanged(client.tell("three")))
    agent = agent_of(three)
    await watched.hear(SubagentNew(agent))
    await client.die()


async def test_subagents_that_are_deleted_are_gone(watched: Watched, two: Path, client: Client) -> None:
    await watched.hear(ClientStarted(client.tell("two")))
    agent = agent_of(two)
    await watched.hear(SubagentNew(agent))
    agent.unlink()
    await watched.hear(SessionGone(agent))
    again = agent_of(two)
    await watched.hear(SubagentNew(again), 2)
