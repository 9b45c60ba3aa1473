"""A client that writes to a session: ``python -m benchmarks.writing PATH RECORDS SECONDS LAST``.

Makes the records first and says that it is ready; once it is told to, it writes them a few at a time, evenly over
SECONDS (0: as fast as it can). The last reply says LAST.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.conversation import LAST_WORD, conclude, converse
from benchmarks.corpus import seeded
from benchmarks.records import Records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOGETHER = 8
"""Records that are written at once: about what a client writes for one answer."""


def continuing(path: Path) -> Records:
    """Give what writes on in a session whose last record is a last-prompt, as those of the benchmarks are."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - 4096, 0))
        last = json.loads(file.read().splitlines()[-1])
    return Records(
        seeded("more", path.stat().st_size), last["sessionId"], "/w", 1_800_000_000.0, parent=last["leafUuid"]
    )


def replies(path: Path, count: int) -> Iterator[bytes]:
    """Make ``count`` short turns that follow in a session."""
    records = continuing(path)
    for _ in range(count):
        conclude(records)
        yield records.take()


@contextmanager
def writer(path: Path, records: int, seconds: float, last: str) -> Iterator[Callable[[], None]]:
    """Start the process, and give what has it write."""
    command = [sys.executable, "-m", "benchmarks.writing", str(path), str(records), str(seconds), last]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:  # noqa: S603
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        process.stdout.readline()
        try:
            yield lambda: print("go", file=process.stdin, flush=True)
        finally:
            process.kill()


def main(path: Path, count: int, seconds: float, last: str) -> None:
    """Make the records, wait for a line, and write."""
    pieces = _pieces(path, count, last)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    start = time.perf_counter()
    with path.open("ab", buffering=0) as file:
        for number, piece in enumerate(pieces, 1):
            file.write(piece)
            ahead = start + seconds * number / len(pieces) - time.perf_counter()
            if ahead > 0:
                time.sleep(ahead)


def _pieces(path: Path, count: int, last: str) -> list[bytes]:
    """Make about ``count`` records that follow in the session, some together in each piece."""
    records = continuing(path)
    lines: list[bytes] = []
    for turn in converse(records, 1 << 40):
        lines += turn.splitlines(keepends=True)
        if len(lines) >= count:
            break
    conclude(records)
    end = records.take().replace(LAST_WORD.encode(), last.encode())
    return [*(b"".join(lines[at : at + TOGETHER]) for at in range(0, len(lines), TOGETHER)), end]


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
