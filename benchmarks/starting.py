"""Starting a program in a terminal, and waiting until it has painted something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.measure import python
from benchmarks.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

EMPTY = ("-m", "benchmarks.empty")
"""Starts the reference."""

BROWSER = ("-m", "cc_session_tui")
"""Starts the browser."""


def paints(ways: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Start all in turn, ``rounds`` times; give the least seconds of each."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, way in ways.items():
            best[name] = min(best[name], way())
    return best


def paint(arguments: tuple[str, ...], env: Mapping[str, str], text: str) -> float:
    """Give the seconds from the start of a program until it has painted ``text``."""
    with Terminal(arguments, env) as terminal:
        return terminal.until(text)


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
