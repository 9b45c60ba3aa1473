"""A store, and a watcher whose changes are waited for."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cc_session_tui.watching.changes import SessionGrown
from cc_session_tui.watching.watcher import StoreWatcher

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from cc_session_tui.watching.changes import Change


class Watched:
    """A watcher that runs, and all that it told."""

    def __init__(self, watcher: StoreWatcher) -> None:
        self.watcher = watcher
        self.told: list[Change] = []
        self._news = asyncio.Event()

    async def run(self) -> None:
        async with aclosing(self.watcher.changes()) as batches:
            async for batch in batches:
                assert batch
                self.told += batch
                self._news.set()

    async def until(self, is_there: Callable[[list[Change]], object]) -> None:
        """Wait until what was told is enough."""
        while not is_there(self.told):
            self._news.clear()
            await self._news.wait()

    async def hear(self, change: Change, times: int = 1) -> None:
        await self.until(lambda told: told.count(change) >= times)

    async def follow(self, path: Path) -> None:
        """Follow PATH, and wait until that has begun."""
        self.watcher.follow(path)
        await self.until(lambda told: any(isinstance(change, SessionGrown) and change.path == path for change in told))


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    """A Claude dir with one project and one session."""
    folder = tmp_path / "claude"
    project = folder / "projects" / "-home-u-p"
    project.mkdir(parents=True)
    (folder / "sessions").mkdir()
    (project / "one.jsonl").write_bytes(b'{"type":"user","n":0}\n' * 50)
    return folder


@pytest_asyncio.fixture
async def watched(claude: Path) -> AsyncIterator[Watched]:
    """A watcher of that store, which has begun to follow its session."""
    watched = Watched(StoreWatcher(claude))
    task = asyncio.create_task(watched.run())
    await watched.follow(claude / "projects" / "-home-u-p" / "one.jsonl")
    yield watched
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
