"""Where the system refuses: no watches left, folders that may not be read. In a process of its own that it refuses."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.watching.changes import PollingInstead, SessionGone, SessionGrown, SessionNew

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from cc_session_tui.watching.changes import Change

LINE = b'{"type":"user","n":1}\n'
WATCH = """
import asyncio, sys
from pathlib import Path
from cc_session_tui.watching import watcher

async def main():
    watcher._ALL_SECONDS, watcher._POLL_SECONDS = 1e9, 0.3
    watching = watcher.StoreWatcher(Path(sys.argv[1]))
    watching.follow(Path(sys.argv[2]))
    async for batch in watching.changes():
        print(*batch, sep="\\n", flush=True)

asyncio.run(main())
"""


class Apart:
    """A watcher in another process, and all that it told."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.told: list[str] = []

    async def hear(self, change: Change | str) -> None:
        """Wait until it told CHANGE, from now on."""
        assert self._process.stdout is not None
        while not self.told or str(change) not in self.told[-1]:
            line = (await self._process.stdout.readline()).decode()
            assert line, f"it ended before it told {change}: {self.told}"
            self.told.append(line)


@asynccontextmanager
async def watching_apart(before: list[str], path: Path) -> AsyncIterator[Apart]:
    """Run a watcher of the store of PATH, which follows that, BEFORE it what makes the system refuse."""
    claude, told = path.parents[2], asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*before, sys.executable, "-c", WATCH, claude, path, stdout=told)
    try:
        yield Apart(process)
    finally:
        process.kill()
        await process.communicate()


@pytest.fixture
def one(claude: Path) -> Path:
    return claude / "projects" / "-home-u-p" / "one.jsonl"


@pytest.fixture
def few_watches() -> list[str]:
    """What is put before a command so that it may hold two watches."""
    before = ["unshare", "-r", "sh", "-c", 'echo 2 > /proc/sys/user/max_inotify_watches && exec "$@"', "sh"]
    if not shutil.which("unshare") or subprocess.run([*before, "true"], check=False, capture_output=True).returncode:
        pytest.skip("the watches cannot be limited here (unshare -r, user.max_inotify_watches)")
    return before


@pytest.fixture
def no_root() -> list[str]:
    """What is put before a command so that it may not read what nobody may."""
    if os.geteuid():
        return []
    before = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if not shutil.which("setpriv") or subprocess.run([*before, "true"], check=False, capture_output=True).returncode:
        pytest.skip("root may read everything (setpriv)")
    return before


async def test_where_no_watches_are_left_it_polls_and_says_so(few_watches: list[str], one: Path) -> None:
    async with watching_apart(few_watches, one) as apart:
        await apart.hear(PollingInstead("OS file watch limit reached"))
        two, far = one.with_name("two.jsonl"), one.parents[1] / "-home-u-q" / "three.jsonl"
        for new in (two, far):
            new.parent.mkdir(exist_ok=True)
            new.write_bytes(LINE)
            await apart.hear(SessionNew(new))
            with new.open("ab") as file:
                file.write(LINE)
            await apart.hear(SessionGrown(new, len(LINE), 2 * len(LINE)))
        assert sum("PollingInstead" in line for line in apart.told) == 1


async def test_a_project_that_may_not_be_read_ends_nothing_and_is_watched_once_it_may(
    no_root: list[str], one: Path
) -> None:
    closed, two = one.parents[1] / "-closed" / "three.jsonl", one.with_name("two.jsonl")
    closed.parent.mkdir()
    closed.write_bytes(LINE)
    closed.parent.chmod(0)
    async with watching_apart(no_root, one) as apart:
        await apart.hear(f"SessionGrown(path={one!r}")
        two.write_bytes(LINE)
        await apart.hear(SessionNew(two))
        for _ in range(2):
            closed.parent.chmod(0o755)
            await apart.hear(SessionNew(closed))
            size = closed.stat().st_size
            with closed.open("ab") as file:
                file.write(LINE)
            await apart.hear(SessionGrown(closed, size, size + len(LINE)))
            closed.parent.chmod(0)
            await apart.hear(SessionGone(closed))
        assert not any("PollingInstead" in line for line in apart.told)
    closed.parent.chmod(0o755)


@pytest.mark.parametrize("which", ["claude", "projects", "sessions"])
async def test_a_store_that_may_not_be_read_is_watched_again_as_soon_as_it_may(
    no_root: list[str], one: Path, which: str
) -> None:
    two = one.with_name("two.jsonl")
    folder = one.parents[2] if which == "claude" else one.parents[2] / which
    async with watching_apart(no_root, one) as apart:
        await apart.hear(f"SessionGrown(path={one!r}")
        two.write_bytes(LINE)
        await apart.hear(SessionNew(two))
        folder.chmod(0)
        if which != "sessions":
            await apart.hear(SessionGone(two))
        folder.chmod(0o755)
        if which != "sessions":
            await apart.hear(SessionNew(two))
        with two.open("ab") as file:
            file.write(LINE)
        await apart.hear(SessionGrown(two, len(LINE), 2 * len(LINE)))
        assert not any("PollingInstead" in line for line in apart.told)
