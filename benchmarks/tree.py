"""The tree of a large store, from the start of Python to the paint."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

from benchmarks import empty, naive, starting
from benchmarks.generate import ensure
from benchmarks.measure import python
from benchmarks.plans import PLANS
from benchmarks.report import Row, at_most, milliseconds
from benchmarks.terminal import environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from benchmarks.scale import Scale


def rows(scale: Scale) -> Iterator[Row]:
    """Measure with and without a cache of metadata."""
    with TemporaryDirectory(prefix="cc-bench-") as home:
        yield from _tree(scale, Path(home))


def _tree(scale: Scale, home: Path) -> Iterator[Row]:
    claude_dir = ensure(scale.store)
    env = environment(home / "cached", claude_dir)
    newest = _newest(scale.store)
    starting.held(starting.BROWSER, env, newest)
    best = starting.paints(
        {
            "empty": lambda: starting.paint(starting.EMPTY, env, empty.READY),
            "cached": lambda: starting.paint(starting.BROWSER, env, newest),
            "fresh": lambda: starting.paint(starting.BROWSER, _fresh(home, claude_dir), newest),
        },
        scale.rounds,
    )
    what = f"tree of {PLANS[scale.store].sessions} sessions"
    yield starting.against(f"{what}: start to paint", best["cached"], best["empty"], 2.5)
    yield starting.against("  no cache yet", best["fresh"], best["empty"], 2.5)
    fill = min(_fill(newest, claude_dir, _fresh(home, claude_dir)) for _ in range(2))
    yield at_most("  its titles after the paint, no cache yet, s", fill[0], 2.0, f"{milliseconds(fill[1])} of CPU")
    counts = starting.counts("tree", newest, claude_dir, env)
    yield at_most("  session files opened before the paint", counts["opened"], 0)
    slow = starting.paint(("-m", "benchmarks.naive", str(claude_dir)), env, naive.READY).wall
    yield Row("  naive: json per line / cached", f"{slow / best['cached'].wall:.1f}  ({milliseconds(slow)})")


def _fill(text: str, claude_dir: Path, env: Mapping[str, str]) -> tuple[float, float]:
    """Give the seconds from the paint to the last title, by the clock and of CPU."""
    wall, cpu = python(["-m", "benchmarks.filling", text, str(claude_dir)], env).split()
    return float(wall), float(cpu)


def _fresh(home: Path, claude_dir: Path) -> dict[str, str]:
    """Give an environment that no program ran in yet."""
    return environment(Path(mkdtemp(dir=home)), claude_dir)


def _newest(name: str) -> str:
    """Give the name of the folder that the newest session of a store ran in."""
    claude_dir = ensure(name)
    paths = (claude_dir / "projects").glob("*/*.jsonl")
    newest = max(paths, key=lambda path: path.stat().st_mtime)
    return newest.parent.name.removeprefix("-w-")
