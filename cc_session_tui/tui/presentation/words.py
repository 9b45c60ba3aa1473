"""Sizes, counts, times, paths and models in few words."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.presentation.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.tui.presentation.look import Look

_MODEL_DATE: Final = re.compile(r"-20\d{6}(?=$|\[|@)")
_MODEL_VERSION: Final = re.compile(r"(?<=\d)-(?=\d)")

WAITS: Final = "waits for you"
"""What is said of a session, or a call, that does."""
_THOUSAND: Final = 1000
_TEN: Final = 9.95
"""From here on, no decimals."""


def size_words(size: int) -> str:
    """`214 B`, `28 kB`, `1.2 MB`; SIZE in bytes, units of a thousand."""
    return _scaled(size, (" B", " kB", " MB", " GB"))


def token_words(tokens: int) -> str:
    """`840`, `1.2k`, `168k`, `2.1M`."""
    return _scaled(tokens, ("", "k", "M"))


def _scaled(number: int, units: Sequence[str]) -> str:
    value: float = number
    for unit in units[:-1]:
        if value < _THOUSAND - 0.5:
            return f"{_short(value)}{unit}"
        value /= _THOUSAND
    return f"{_short(value)}{units[-1]}"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if value < _TEN else f"{value:.0f}"


def count_words(count: int, noun: str) -> str:
    """`1 line`, `3,120 lines`."""
    plural = noun if count == 1 else f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    plural = f"{noun}es" if count != 1 and noun.endswith(("ch", "sh", "x")) else plural
    return f"{count:,} {plural}"


def duration_words(seconds: float) -> str:
    """`0.3 s`, `14 s`, `2 min 5 s`, `1 h 4 min`."""
    if seconds < _TEN:
        return f"{seconds:.1f} s"
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return " ".join(filter(None, [f"{minutes} min" * bool(minutes), f"{left} s" * bool(left)]))


def seconds_between(start: str, end: str) -> float | None:
    """Seconds from one timestamp to another; None where one is none, or they run backwards."""
    first, last = _moment(start), _moment(end)
    if first is None or last is None or (first.tzinfo is None) != (last.tzinfo is None):
        return None
    seconds = (last - first).total_seconds()
    return seconds if seconds >= 0 else None


def time_words(time: str, look: Look) -> str:
    """`13:02`, with the day where it is not today's; TIME as it stands where it cannot be read."""
    moment = _moment(time)
    if moment is None:
        return one_line(time, 40)
    try:
        local = moment.astimezone(look.zone)
    except (OverflowError, ValueError, OSError):
        return one_line(time, 40)
    if look.today is None or local.date() == look.today:
        return local.strftime("%H:%M")
    year = "" if local.year == look.today.year else f" {local.year}"
    return f"{local.day} {local:%b}{year} {local:%H:%M}"


def _moment(time: str) -> datetime | None:
    try:
        return datetime.fromisoformat(time)
    except ValueError:
        return None


def path_words(path: str, look: Look) -> str:
    """PATH below the project's directory, or with `~`, or as it stands; on one line."""
    return path_in(path, look.cwd, look.home)


def path_in(path: str, cwd: str, home: str) -> str:
    """PATH without CWD where it is below that, or with `~` for HOME, or as it stands; on one line."""
    if cwd and path.startswith((f"{cwd}/", f"{cwd}\\")):
        path = path[len(cwd) + 1 :]
    elif home and (path == home or path.startswith(f"{home}/")):
        path = f"~{path[len(home) :]}"
    return one_line(path)


def model_words(model: str) -> str:
    """`claude-opus-4-5-20251101` as `opus-4.5`."""
    short = _MODEL_DATE.sub("", model.removeprefix("claude-"))
    return one_line(_MODEL_VERSION.sub(".", short))
