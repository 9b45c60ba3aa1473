"""The browser while its open session is written to: ``python -m benchmarks.following PATH RECORDS SECONDS``.

Prints JSON: a `Followed` for a tenth of the RECORDS, written by another process evenly over as much of SECONDS (0: as
fast as it can), and one for the rest. Without RECORDS it prints one of a browser that opened what was so written.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.conversation import LAST_WORD
from benchmarks.screen import PATIENCE, Screen, running
from benchmarks.writing import writer
from cc_session_tui.tui.app import CcSessionsApp

WORDS = ("Written-first", "Written-last")
"""What the last of the first records says, and the last of all."""

FIRST = 0.1
"""Share of the records after which memory is looked at first."""

PAUSE = 3.0
"""Seconds after which the browser looks at the whole of a session that does not grow any more."""

TICK = 0.005
"""Seconds after which the event loop is to answer."""


class Followed(NamedTuple):
    """What records that were written did to the browser."""

    seconds: float
    """From the first record to the frame that shows the last one."""
    frames: int
    cpu: float
    """CPU seconds of the browser meanwhile."""
    longest: float
    """Seconds that the event loop took at most to answer."""
    longest_cpu: float
    """CPU seconds that its thread used at most until it answered."""
    size: int
    """Bytes of the file then."""
    memory: int
    """Bytes that the browser held once it was at rest."""


class Loop:
    """How long the event loop takes to answer."""

    def __init__(self) -> None:
        """It was not asked yet."""
        self.longest = self.longest_cpu = 0.0

    async def ask(self) -> None:
        """Ask it again and again."""
        while True:
            start, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            self.longest = max(self.longest, time.perf_counter() - start - TICK)
            self.longest_cpu = max(self.longest_cpu, time.thread_time() - cpu)


async def main(path: Path, records: int, seconds: float) -> list[Followed]:
    """Open the session, and have it written to."""
    screen = Screen()
    app = CcSessionsApp(path.parents[2], open_session=path)
    async with running(app, screen):
        await screen.painted(LAST_WORD if records else WORDS[-1])
        await screen.rest()
        if not records:
            return [await at_rest(screen, path, Followed(0.0, 0, 0.0, 0.0, 0.0, 0, 0))]
        shares = zip((FIRST, 1 - FIRST), WORDS, strict=True)
        return [await follow(screen, path, int(records * s), seconds * s, word) for s, word in shares]


async def follow(screen: Screen, path: Path, records: int, seconds: float, last: str) -> Followed:
    """Have records written, and wait until the last reply is shown."""
    loop = Loop()
    with writer(path, records, seconds, last) as write:
        asking = asyncio.create_task(loop.ask())
        start, cpu, frames = time.perf_counter(), time.process_time(), screen.frames
        write()
        await screen.painted(last, seconds + PATIENCE)
        taken = time.perf_counter() - start, screen.frames - frames, time.process_time() - cpu
        asking.cancel()
    return await at_rest(screen, path, Followed(*taken, loop.longest, loop.longest_cpu, 0, 0))


async def at_rest(screen: Screen, path: Path, followed: Followed) -> Followed:
    """Give what was followed, with what is held once nothing happens any more."""
    await asyncio.sleep(PAUSE)
    await screen.rest()
    return followed._replace(size=size_of(path), memory=memory())


def size_of(path: Path) -> int:
    """Give the bytes of a file."""
    return path.stat().st_size


def memory() -> int:
    """Give the bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    found = asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
    sys.stdout.write(json.dumps(found))
