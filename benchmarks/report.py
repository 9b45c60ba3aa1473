"""The table that a run prints: what was measured, its bar, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    measured: str
    bar: str = ""
    """Empty for a figure that is only told for comparison."""
    holds: bool = True


def at_most(what: str, value: float, bar: float, detail: str = "") -> Row:
    """Give the row of a ratio or a count that may not be larger than ``bar``."""
    return Row(what, _text(value, detail), f"≤ {_figure(bar)}", value <= bar)


def at_least(what: str, value: float, bar: float, detail: str = "") -> Row:
    """Give the row of a ratio that may not be smaller than ``bar``."""
    return Row(what, _text(value, detail), f"≥ {_figure(bar)}", value >= bar)


def write(rows: Iterable[Row], out: TextIO) -> bool:
    """Print each row as soon as it is there, and say whether all bars hold."""
    good = True
    out.write(f"{'':<58}{'measured':<58}{'bar':<10}holds\n")
    for row in rows:
        verdict = ("yes" if row.holds else "NO") if row.bar else ""
        out.write(f"{row.what:<58}{row.measured:<58}{row.bar:<10}{verdict}\n")
        out.flush()
        good &= row.holds
    return good


def milliseconds(seconds: float) -> str:
    """Spell a time for people."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def megabytes(count: float) -> str:
    """Spell a number of bytes for people."""
    return f"{count / 1e6:.3g} MB"


def _text(value: float, detail: str) -> str:
    return f"{_figure(value)}  ({detail})" if detail else _figure(value)


def _figure(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.2f}"
