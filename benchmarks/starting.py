"""Starting a program in a terminal, and waiting until it has painted something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import python
from benchmarks.report import Row, at_most, milliseconds
from benchmarks.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

EMPTY = ("-m", "benchmarks.empty")
"""Starts the reference."""

BROWSER = ("-m", "cc_session_tui")
"""Starts the browser."""


class Start(NamedTuple):
    """What it took until something was painted."""

    wall: float
    """Seconds by the clock."""
    cpu: float
    """Seconds of CPU, counted by the kernel in hundredths."""


def paints(ways: Mapping[str, Callable[[], Start]], rounds: int) -> dict[str, Start]:
    """Start all in turn, ``rounds`` times; give the least of each."""
    seen: dict[str, list[Start]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            seen[name].append(way())
    return {name: Start(*map(min, zip(*starts, strict=True))) for name, starts in seen.items()}


def paint(arguments: tuple[str, ...], env: Mapping[str, str], text: str) -> Start:
    """Start a program, and wait until it has painted ``text``."""
    with Terminal(arguments, env) as terminal:
        return Start(terminal.until(text), terminal.cpu())


def against(what: str, start: Start, empty: Start, bar: float) -> Row:
    """Give the row of a start that is compared with the empty app's."""
    detail = f"{milliseconds(start.wall)} / {milliseconds(empty.wall)}; of CPU {start.cpu / empty.cpu:.2f}"
    return at_most(f"{what} / empty app", start.wall / empty.wall, bar, detail)


def held(arguments: tuple[str, ...], env: Mapping[str, str], text: str) -> int:
    """Give the bytes that a program holds once it has painted ``text`` and come to rest."""
    with Terminal(arguments, env) as terminal:
        terminal.until(text)
        terminal.settle()
        return terminal.memory()


def counts(what: str, text: str, claude_dir: Path, env: Mapping[str, str]) -> dict[str, int]:
    """Count in a process of its own what comes before the paint, see `benchmarks.counters`."""
    counts: dict[str, int] = json.loads(python(["-m", "benchmarks.counters", what, text, str(claude_dir)], env))
    return counts
