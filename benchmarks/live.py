"""What it costs to watch: records that are appended, a long run, and a store in which nothing happens."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.following import Followed
from benchmarks.generate import ensure
from benchmarks.growing import Grown
from benchmarks.measure import python
from benchmarks.report import Row, at_most, megabytes, milliseconds
from benchmarks.scale import FULL, session
from benchmarks.terminal import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.scale import Scale

APPENDS = 30
IDLE_SECONDS = {True: 45.0, False: 10.0}
"""How long the browser is at rest, in full and in a quick run: in 45 s it looks at the whole store twice."""
RECORDS = {True: 100_000, False: 10_000}
"""An hour's run, shortened."""
RUN_SECONDS = {True: 60.0, False: 10.0}


def rows(scale: Scale) -> Iterator[Row]:
    """Measure each with a home of its own."""
    with TemporaryDirectory(prefix="cc-bench-") as home:
        yield from _appends(scale, Path(home))
        yield from _long_run(scale, Path(home))
        yield _idle(scale, Path(home))


def _appends(scale: Scale, home: Path) -> Iterator[Row]:
    """From an append by a client until it is painted, in a large session beside a small one."""
    small, large = (_grown(name, home) for name in (scale.small, scale.many))
    few, many = median(small.waits), median(large.waits)
    detail = f"at most {milliseconds(max(large.waits))}"
    yield at_most("append until painted, median ms", many * 1000, 100.0, detail)
    yield at_most("  large / small session", many / few, 1.5, f"{milliseconds(many)} / {milliseconds(few)}")
    detail = f"{megabytes(large.read)} for {megabytes(large.appended)}"
    yield Row("  bytes read / appended, all files", f"{large.read / large.appended:.1f}  ({detail})")


def _grown(name: str, home: Path) -> Grown:
    env = environment(home / name, ensure(name))
    return Grown(*json.loads(python(["-m", "benchmarks.growing", str(session(name)), str(APPENDS)], env)))


def _long_run(scale: Scale, home: Path) -> Iterator[Row]:
    """Records that are written fast to a session that is followed."""
    full = scale is FULL
    arguments = [str(session(scale.few)), str(RECORDS[full]), str(RUN_SECONDS[full])]
    text = python(["-m", "benchmarks.following", *arguments], environment(home / "run", ensure(scale.few)))
    first, rest = (Followed(*followed) for followed in json.loads(text))
    memory, size = rest.memory - first.memory, rest.size - first.size
    detail = f"{megabytes(memory)} for {megabytes(size)}"
    yield at_most(f"{RECORDS[full]:,} records written: memory / file, after a tenth", memory / size, 0.20, detail)
    yield at_most("  longest that the event loop waited, ms of CPU", rest.longest_cpu * 1000, 200.0)
    yield at_most("  frames a second", rest.frames / rest.seconds, 20.0, f"CPU {rest.cpu / rest.seconds:.0%} of a core")


def _idle(scale: Scale, home: Path) -> Row:
    """The share of a core that a store takes in which nothing happens."""
    seconds, claude_dir = IDLE_SECONDS[scale is FULL], ensure(scale.store)
    used = float(
        python(["-m", "benchmarks.idle", str(claude_dir), str(seconds)], environment(home / "idle", claude_dir))
    )
    return at_most("idle, % of a core", used / seconds * 100, 1.0, f"{milliseconds(used)} in {seconds:.0f} s")
