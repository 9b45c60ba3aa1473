"""The bell and the notification of a browser beside clients."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store import alerts
from cc_session_tui.tui.config import Alerts, Config
from cc_session_tui.tui.screens.live_alerts import LiveAlerts
from tests.tui.browsing import Browsing, browsing
from tests.tui.test_live import watches
from tests.tui.test_live_following import Growing
from tests.tui.test_live_lead import tell
from tests.tui.widgets.transcript_host import CountingDriver

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

DONE = "\x1b]9;Claude is done: prompt 0\x07"


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    return Growing(tmp_path / "claude", 3)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written to the terminal besides frames."""
    found: list[str] = []
    monkeypatch.setattr(CountingDriver, "write", lambda _, data: found.append(data))
    monkeypatch.setattr("textual.drivers.headless_driver.HeadlessDriver", CountingDriver)
    monkeypatch.setattr(alerts, "HELD_SECONDS", 0.2)
    monkeypatch.delenv("TMUX", raising=False)
    return found


@asynccontextmanager
async def beside(growing: Growing, ways: Alerts) -> AsyncIterator[Browsing]:
    """The browser beside a client that is busy, with WAYS to be told on."""
    tell(growing.claude_dir, growing.path.stem, "busy")
    config = Config(alerts=ways)
    async with browsing(growing.claude_dir, open_session=growing.path, config=config) as run:
        await run.until(lambda: watches(run, growing.path))
        await run.until(lambda: run.reading.target is not None and run.reading.target.session is not None)
        yield run


def held(run: Browsing, status: str, pid: int = 0) -> bool:
    """Whether the client PID, by default this process, has been in STATUS for long enough."""
    assert isinstance(run.browser, LiveAlerts)
    seen = run.browser._alert_seen.get(pid or os.getpid())
    return seen is not None and seen.held == status


async def test_a_session_that_is_done_rings_and_is_named(growing: Growing, written: list[str]) -> None:
    async with beside(growing, Alerts(bell=True, notify=True)) as run:
        tell(growing.claude_dir, growing.path.stem, "idle")
        await run.until(lambda: DONE in written)
        assert written.count("\x07") == 1
        assert not run.notices


async def test_a_session_that_asks_is_told_through_tmux(
    growing: Growing, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux,1,0")  # noqa: S108 - as tmux sets it
    async with beside(growing, Alerts(notify=True)) as run:
        tell(growing.claude_dir, growing.path.stem, "waiting")
        await run.until(lambda: "\x1bPtmux;\x1b\x1b]9;Claude asks: prompt 0\x07\x1b\\" in written)
        assert "\x07" not in written


async def test_without_being_turned_on_nothing_is_told_and_a_key_turns_it_on(
    growing: Growing, written: list[str]
) -> None:
    async with beside(growing, Alerts()) as run:
        tell(growing.claude_dir, growing.path.stem, "idle")
        await run.until(lambda: held(run, "idle"))
        await run.press("A")
        assert run.notices == ["Alerts are on: bell and notification, when a session is done or asks."]
        tell(growing.claude_dir, growing.path.stem, "busy")
        await run.until(lambda: held(run, "busy"))
        tell(growing.claude_dir, growing.path.stem, "idle")
        await run.until(lambda: DONE in written)
        assert written.count(DONE) == 1
        await run.press("A")
        assert run.notices[-1] == "Alerts are off."


async def test_a_client_of_no_session_here_is_not_told_of(growing: Growing, written: list[str]) -> None:
    async with beside(growing, Alerts(bell=True)) as run:
        tell(growing.claude_dir, "dddddddd-0000-4000-8000-000000000000", "busy", os.getppid())
        await run.until(lambda: held(run, "busy", os.getppid()))
        tell(growing.claude_dir, "dddddddd-0000-4000-8000-000000000000", "idle", os.getppid())
        await run.until(lambda: held(run, "idle", os.getppid()))
        assert "\x07" not in written
