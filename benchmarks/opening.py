"""A session opened at its end, from the start of Python to the paint."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks import empty, starting
from benchmarks.conversation import LAST_WORD
from benchmarks.generate import ensure
from benchmarks.report import Row, at_most, megabytes, milliseconds
from benchmarks.scale import session
from benchmarks.terminal import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.scale import Scale


def rows(scale: Scale) -> Iterator[Row]:
    """Measure a small and a large session."""
    with TemporaryDirectory(prefix="cc-bench-") as home:
        yield from _session(scale, Path(home))


def _session(scale: Scale, home: Path) -> Iterator[Row]:
    env = environment(home / "open", ensure(scale.large))
    small, large = session(scale.small), session(scale.large)
    best = starting.paints(
        {
            "empty": lambda: starting.paint(starting.EMPTY, env, empty.READY),
            "small": lambda: starting.paint(
                (*starting.BROWSER, str(small)), environment(home / "open", ensure(scale.small)), LAST_WORD
            ),
            "large": lambda: starting.paint((*starting.BROWSER, str(large)), env, LAST_WORD),
        },
        scale.rounds,
    )
    what = f"open {megabytes(large.stat().st_size)}"
    wall = best["large"].wall
    detail = f"{milliseconds(wall)} / {milliseconds(best['small'].wall)}"
    yield at_most(f"{what}: end painted / of {megabytes(small.stat().st_size)}", wall / best["small"].wall, 1.3, detail)
    yield starting.against(f"{what}: end painted", best["large"], best["empty"], 1.8)
    counts = starting.counts("open", str(large), ensure(scale.large), env)
    yield at_most("  records decoded before the paint", counts["decoded"], 200)
    path = session(scale.naive)
    slow = starting.paint(("-m", "benchmarks.naive", str(path)), env, LAST_WORD).wall
    yield Row(f"  naive on {megabytes(path.stat().st_size)} / {what}", f"{slow / wall:.1f}  ({milliseconds(slow)})")
