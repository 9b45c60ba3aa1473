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
from cc_session_tui.core.format.index import CHUNK
from cc_session_tui.core.format.source import FileSource
from cc_session_tui.tui.app import CcSessionsApp


class Grown(NamedTuple):
    """What appended replies took."""

    waits: list[float]
    """Seconds from each append until it was painted."""
    appended: int
    """Bytes that were appended."""
    indexed: int
    """Bytes of the session that were read to index them meanwhile."""
    read: int
    """Bytes of the session that were read meanwhile, to show them too."""


class Reads:
    """Counts what is read of a session from now on."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self.indexed = self.read = 0
        read, count = FileSource.read, self._count

        def counted(source: FileSource, offset: int, length: int) -> bytes:
            data = read(source, offset, length)
            count(len(data), is_index=length == CHUNK)
            return data

        FileSource.read = counted  # type: ignore[assignment,method-assign]

    def _count(self, size: int, *, is_index: bool) -> None:
        self.read += size
        self.indexed += size if is_index else 0


async def main(path: Path, count: int) -> Grown:
    """Open the session, and append to it."""
    screen = Screen()
    waits: list[float] = []
    async with running(CcSessionsApp(path.parents[2], open_session=path), screen):
        await screen.painted(LAST_WORD)
        await screen.rest()
        words = [f"Written-{number}" for number in range(count)]
        said = [
            data.replace(LAST_WORD.encode(), word.encode())
            for data, word in zip(replies(path, count), words, strict=True)
        ]
        reads = Reads()
        for word, data in zip(words, said, strict=True):
            waits.append(await _appended(screen, path, data, word))
        return Grown(waits, sum(map(len, said)), reads.indexed, reads.read)


async def _appended(screen: Screen, path: Path, data: bytes, word: str) -> float:
    """Append a reply that says ``word``; give the seconds until it is painted."""
    start = time.perf_counter()
    with path.open("ab", buffering=0) as file:
        os.write(file.fileno(), data)
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
