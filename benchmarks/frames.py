"""What a key costs: in a session of 66,000 records beside one of 650, and while a session is being indexed."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.generate import ensure
from benchmarks.measure import python
from benchmarks.report import Row, at_most, milliseconds
from benchmarks.scale import session
from benchmarks.screen import Cost
from benchmarks.terminal import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.scale import Scale

ROUNDS = 3
"""How often both sessions are measured."""

LONGEST = 50.0
"""Milliseconds of CPU that no frame may take."""


def rows(scale: Scale) -> Iterator[Row]:
    """Measure pages, lines and appended records in both sessions, in turn."""
    with TemporaryDirectory(prefix="cc-bench-") as home:
        runs = [tuple(_measure(name, Path(home)) for name in (scale.few, scale.many)) for _ in range(ROUNDS)]
        early = _measure(scale.large, Path(home))["meanwhile"]
    for name in ("page", "line", "append"):
        few, many = (min(median(cost.frame for cost in run[side][name]) for run in runs) for side in (0, 1))
        after = min(median(cost.cpu - cost.frame for cost in run[1][name]) for run in runs)
        detail = f"{milliseconds(many)} / {milliseconds(few)}; {milliseconds(after)} after it"
        yield at_most(f"frame CPU, many / few records: {name}", many / few, 1.3, detail)
    keys = [cost for run in runs for side in run for name in ("page", "line") for cost in side[name]]
    frames = [cost.frames for cost in keys]
    yield at_most("  frames a key, median", int(median(frames)), 1, f"at most {max(frames)}")
    cpu = sorted(cost.cpu * 1000 for cost in keys)
    yield at_most("  longest key, ms of CPU", cpu[-1], LONGEST, f"median {median(cpu):.1f}, next {cpu[-2]:.1f}")
    idle = min(median(cost.wait for cost in run[1]["page"]) for run in runs)
    wait = median(cost.wait for cost in early)
    detail = f"{milliseconds(wait)} / {milliseconds(idle)}, at most {milliseconds(max(cost.wait for cost in early))}"
    yield at_most("  key to frame, while indexing / later", wait / idle, 4.0, detail)


def _measure(name: str, home: Path) -> dict[str, list[Cost]]:
    text = python(["-m", "benchmarks.keys", str(session(name))], environment(home, ensure(name)))
    return {key: [Cost(*cost) for cost in costs] for key, costs in json.loads(text).items()}
