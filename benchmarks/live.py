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
from benchmarks.plans import PLANS
from benchmarks.report import Row, at_most, megabytes, milliseconds
from benchmarks.scale import FULL, copied, session
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
        yield from _burst(scale, Path(home))
        yield from _idle(scale, Path(home))


def _appends(scale: Scale, home: Path) -> Iterator[Row]:
    """From an append by a client until it is painted, in a large session beside a small one."""
    small, large = (_grown(name, home) for name in (scale.small, scale.many))
    few, many = median(small.waits), median(large.waits)
    yield at_most("append until painted, ms", many * 1000, 100.0, f"at most {milliseconds(max(large.waits))}")
    yield at_most("  large / small session", many / few, 1.5, f"{milliseconds(many)} / {milliseconds(few)}")
    detail = f"{megabytes(large.read)} with what is drawn, for {megabytes(large.appended)}"
    yield at_most("  bytes read / appended", large.indexed / large.appended, 1.0, detail)


def _grown(name: str, home: Path) -> Grown:
    env = environment(home / name, ensure(name))
    return Grown(*json.loads(python(["-m", "benchmarks.growing", str(session(name)), str(APPENDS)], env)))


def _long_run(scale: Scale, home: Path) -> Iterator[Row]:
    """Records that are written fast to a session that is followed."""
    full = scale is FULL
    path = copied(session(scale.few), home / "long")
    first, last = _followed(path, RECORDS[full], RUN_SECONDS[full], home)
    (fresh,) = _followed(path, 0, 0, home)
    what, taken, size = f"{RECORDS[full]:,} records written", last.memory - first.memory, last.size - first.size
    detail = f"{megabytes(last.memory)} / {megabytes(fresh.memory)}; {taken / size:.2f} of what was written"
    yield at_most(f"{what}: memory / opened then", last.memory / fresh.memory, 1.25, detail)
    longest = max(first.longest_cpu, last.longest_cpu) * 1000
    yield at_most("  longest work of the event loop, ms of CPU", longest, 200.0, milliseconds(last.longest))
    yield at_most("  frames a second", last.frames / last.seconds, 20.0, f"CPU {last.cpu / last.seconds:.0%} of a core")


def _burst(scale: Scale, home: Path) -> Iterator[Row]:
    """The same records, written as fast as another process can."""
    records = RECORDS[scale is FULL]
    _, last = _followed(copied(session(scale.few), home / "burst"), records, 0, home)
    what, detail = f"{records:,} at once: frames a second", f"all shown after {milliseconds(last.seconds)}"
    yield at_most(what, last.frames / last.seconds, 20.0, detail)
    longest = last.longest_cpu * 1000
    yield at_most("  longest work of the event loop, ms of CPU", longest, 200.0, milliseconds(last.longest))


def _followed(path: Path, records: int, seconds: float, home: Path) -> list[Followed]:
    arguments = ["-m", "benchmarks.following", str(path), str(records), str(seconds)]
    text = python(arguments, environment(home / "run", path.parents[2]))
    return [Followed(*followed) for followed in json.loads(text)]


def _idle(scale: Scale, home: Path) -> Iterator[Row]:
    """The share of a core that a store takes in which nothing happens."""
    seconds, claude_dir = IDLE_SECONDS[scale is FULL], ensure(scale.store)
    sessions = PLANS[scale.store].sessions
    idle, busy = f"idle, {sessions} sessions, % of a core", "  with a client at work in sight, a frame a second"
    for what, more, bar in ((idle, (), 1.0), (busy, ("busy",), 2.0)):
        arguments = ["-m", "benchmarks.idle", str(claude_dir), str(seconds), *more]
        used = float(python(arguments, environment(home / "idle", claude_dir)))
        yield at_most(what, used / seconds * 100, bar, f"{milliseconds(used)} in {seconds:.0f} s")
