"""Replies that are appended to an open session, each until it is painted: ``python -m benchmarks.growing PATH COUNT``.

Prints JSON: `Grown`. The session is copied first.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.conversation import LAST_WORD
from benchmarks.scale import copied
from benchmarks.screen import Screen, running
from benchmarks.writing import replies
from cc_session_tui.tui.app import CcSessionsApp


class Grown(NamedTuple):
    """What appended replies took."""

    waits: list[float]
    """Seconds from each append until it was painted."""
    appended: int
    """Bytes that were appended."""
    read: int
    """Bytes that the process read from files meanwhile."""


def bytes_read() -> int:
    """Give how many bytes this process has read so far, from files and pipes."""
    fields = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(fields["rchar"])


async def main(path: Path, count: int) -> Grown:
    """Open the session, and append to it."""
    screen = Screen()
    waits: list[float] = []
    async with running(CcSessionsApp(path.parents[2], open_session=path), screen):
        await screen.painted(LAST_WORD)
        await screen.rest()
        said = list(replies(path, count))
        before = bytes_read()
        for number, data in enumerate(said):
            waits.append(await _appended(screen, path, data, f"Written-{number}"))
        return Grown(waits, sum(map(len, said)), bytes_read() - before)


async def _appended(screen: Screen, path: Path, data: bytes, word: str) -> float:
    """Append a reply that says ``word``; give the seconds until it is painted."""
    start = time.perf_counter()
    with path.open("ab", buffering=0) as file:
        os.write(file.fileno(), data.replace(LAST_WORD.encode(), word.encode()))
    await screen.painted(word)
    taken = time.perf_counter() - start
    await screen.quiet()
    return taken


def run(path: Path, count: int) -> None:
    """Measure a copy, and print."""
    with TemporaryDirectory(prefix="cc-bench-") as folder:
        grown = asyncio.run(main(copied(path, Path(folder)), count))
    sys.stdout.write(json.dumps(grown))


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]))
