"""Another process that writes a session, in the pieces that it is told."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

_CODE: Final = """
import sys
source, target = open(sys.argv[1], "rb"), open(sys.argv[2], "ab", buffering=0)
for size in sys.stdin:
    target.write(source.read(int(size)))
"""


class Writer:
    """The process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def write(self, sizes: Iterable[int]) -> None:
        """Have pieces of SIZES written, one after the other, as fast as it can."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{size}\n" for size in sizes).encode())


@asynccontextmanager
async def writing(source: Path, target: Path) -> AsyncIterator[Writer]:
    """Append to TARGET what SOURCE holds, and have all of what is asked for written when this ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _CODE, source, target, stdin=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    try:
        yield Writer(process)
    finally:
        process.stdin.close()
        assert await process.wait() == 0
