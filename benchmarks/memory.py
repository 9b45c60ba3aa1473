"""Memory that a large session takes once it is indexed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks import empty, starting
from benchmarks.conversation import LAST_WORD
from benchmarks.generate import ensure
from benchmarks.report import Row, at_most, megabytes
from benchmarks.scale import FULL, session
from benchmarks.terminal import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.scale import Scale


def rows(scale: Scale) -> Iterator[Row]:
    """Measure over the empty app."""
    with TemporaryDirectory(prefix="cc-bench-") as home:
        yield from _memory(scale, Path(home))


def _memory(scale: Scale, home: Path) -> Iterator[Row]:
    path = session(scale.large)
    size = path.stat().st_size
    env = environment(home / "open", ensure(scale.large))
    base = starting.held(starting.EMPTY, env, empty.READY)
    held = starting.held((*starting.BROWSER, str(path)), env, LAST_WORD) - base
    detail = f"{megabytes(held)} over {megabytes(base)}"
    what = f"memory with {megabytes(size)} open and indexed / its size"
    yield at_most(what, held / size, 0.20, detail) if scale is FULL else Row(what, f"{held / size:.2f}  ({detail})")
    path = session(scale.naive)
    slow = starting.held(("-m", "benchmarks.naive", str(path)), env, LAST_WORD) - base
    yield Row(f"  naive, of {megabytes(path.stat().st_size)}", f"{slow / path.stat().st_size:.2f}  ({megabytes(slow)})")
