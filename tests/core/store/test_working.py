"""Whether a client is at work on a session's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.working import is_begun, is_written
from tests.core.store.factories import user
from tests.core.store.test_running import add_agent, call, run_client, tell

if TYPE_CHECKING:
    from tests.core.store.factories import ClaudeDir


@pytest.mark.parametrize(
    ("status", "expected"), [("busy", True), ("waiting", True), ("idle", False), ("shell", False), ("", False)]
)
def test_a_session_is_worked_on_while_its_turn_goes_on(claude: ClaudeDir, status: str, expected: bool) -> None:
    path = claude.session(user("go"))
    assert not is_written(path, claude.path)
    run_client(claude.path, status=status)
    assert is_written(path, claude.path) is expected
    assert not is_written(path.with_name("another.jsonl"), claude.path)


@pytest.mark.parametrize("status", ["busy", "idle"])
def test_a_subagent_is_worked_on_until_it_has_finished_whatever_its_client_does(claude: ClaudeDir, status: str) -> None:
    agent = add_agent(claude.session(user("go")), "a1", user("look"), call("c1", command="ls"))
    assert not is_written(agent, claude.path)
    run_client(claude.path, status=status)
    assert is_written(agent, claude.path)
    tell(agent, finished=True)
    assert not is_written(agent, claude.path)


def test_a_subagent_that_an_earlier_client_left_is_not_worked_on(claude: ClaudeDir) -> None:
    agent = add_agent(claude.session(user("go")), "a1", user("look"), call("c1", command="ls"))
    run_client(claude.path, startedAt=agent.stat().st_mtime_ns // 1_000_000 + 1000)
    assert not is_written(agent, claude.path)
    agent.unlink()
    assert not is_written(agent, claude.path)


def test_a_line_is_begun_that_a_client_at_work_has_not_ended(claude: ClaudeDir) -> None:
    path = claude.session(user("go"))
    run_client(claude.path)
    assert not is_begun(path, claude.path)
    path.write_bytes(path.read_bytes() + b"{")
    assert is_begun(path, claude.path)
    run_client(claude.path, status="idle")
    assert not is_begun(path, claude.path)
    path.unlink()
    assert not is_begun(path, claude.path)
