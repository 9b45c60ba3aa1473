"""A store, and a watcher whose changes are waited for."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import aclosing, asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cc_session_tui.core.store.models import RunningClient
from cc_session_tui.watching import watcher as module
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


@asynccontextmanager
async def watching(watcher: StoreWatcher) -> AsyncIterator[Watched]:
    """Run WATCHER."""
    watched = Watched(watcher)
    task = asyncio.create_task(watched.run())
    yield watched
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


class Client:
    """A process that is registered as a client."""

    def __init__(self, claude: Path, process: asyncio.subprocess.Process) -> None:
        self.file = claude / "sessions" / f"{process.pid}.json"
        self.pid = process.pid
        self._process = process

    def tell(self, session_id: str, status: str = "busy") -> RunningClient:
        """Write what it does, as the client does."""
        self.file.write_text(json.dumps({"pid": self.pid, "sessionId": session_id, "cwd": "/p", "status": status}))
        return RunningClient(self.pid, session_id, "/p", status)

    async def die(self) -> None:
        """End, and leave the file."""
        await self._process.communicate(b"\n")


@pytest_asyncio.fixture
async def client(claude: Path) -> AsyncIterator[Client]:
    """A client that has told nothing yet."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE)
    yield Client(claude, process)
    await process.communicate(b"\n")


@pytest.fixture(autouse=True)
def only_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the look from time to time, which finds in the end what was missed."""
    monkeypatch.setattr(module, "_ALL_SECONDS", 1e9)


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
    async with watching(StoreWatcher(claude)) as watched:
        await watched.follow(claude / "projects" / "-home-u-p" / "one.jsonl")
        yield watched
