"""Long text: only as much of it is made into lines as is shown."""

from __future__ import annotations

from typing import NamedTuple


class Window(NamedTuple):
    """The beginning of a text, and how much is left out."""

    text: str
    more: int
    """Lines left out, about: long ones count as often as they would be folded."""


def window(text: str, width: int, most_lines: int) -> Window:
    """As much of TEXT as can be shown on MOST_LINES lines of WIDTH cells, or a little more."""
    most = most_lines * max(width, 1)
    end = _end_of_line(text, most_lines, most)
    if end >= len(text):
        return Window(text, 0)
    return Window(text[:end], max(text.count("\n", end), (len(text) - end) // max(width, 1), 1))


def _end_of_line(text: str, number: int, most: int) -> int:
    """Where line NUMBER ends, or MOST characters, whichever comes first."""
    end = -1
    for _ in range(number):
        end = text.find("\n", end + 1, most)
        if end < 0:
            return min(most, len(text))
    return end + 1
