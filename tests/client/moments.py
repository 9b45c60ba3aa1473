"""When each record was written, and when the browser painted it."""

from __future__ import annotations

import subprocess
import sys
import time
from bisect import bisect_right
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest
    from textual.geometry import Region
    from textual.strip import Strip

    from cc_session_tui.tui.widgets.transcript import Transcript

_LOOK = """
import os, select, sys, time
file, size = os.open(sys.argv[1], os.O_RDONLY), -1
while not select.select([0], [], [], 0.001)[0]:
    now = os.fstat(file).st_size
    if now != size:
        size = now
        print(time.monotonic(), size)
"""
"""A process of its own, so that nothing that keeps the browser from painting keeps this from looking."""


class Written:
    """How long the file was, and since when."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.sizes: list[int] = []

    def when(self, data: bytes) -> list[float]:
        """When each line of DATA, which the file holds now, was first whole; it must not have been rewritten."""
        ends = accumulate(len(line) for line in data.splitlines(keepends=True))
        return [self.times[bisect_right(self.sizes, end - 1)] for end in ends]


@contextmanager
def writing(path: Path) -> Iterator[Written]:
    """Look at the size of PATH a thousand times a second; the answer is filled when it ends."""
    written, words = Written(), [sys.executable, "-c", _LOOK, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as looking:
        yield written
        said, _ = looking.communicate("\n")
    for line in said.splitlines():
        moment, size = line.split()
        written.times.append(float(moment))
        written.sizes.append(int(size))


class Paints:
    """How many rows of the session each new painting had behind it."""

    def __init__(self, transcript: Transcript, patch: pytest.MonkeyPatch) -> None:
        """The paintings of TRANSCRIPT from now on."""
        self.times: list[float] = []
        self.rows: list[int] = []
        paint = transcript.render_lines

        def painted(crop: Region) -> list[Strip]:
            strips = paint(crop)
            rows = len(transcript.view.seen) if transcript.view is not None else 0
            if not self.rows or self.rows[-1] != rows:
                self.rows.append(rows)
                self.times.append(time.monotonic())
            return strips

        patch.setattr(transcript, "render_lines", painted)

    def when(self, row: int) -> float:
        """When a painting first had ROW behind it; the rows must not have become fewer."""
        return self.times[bisect_right(self.rows, row)]
