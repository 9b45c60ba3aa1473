"""Where a query's matches stand in the drawn lines of an entry, also where a match goes over the end of a line."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GUTTER: Final = 2
"""Columns before the text of a drawn line."""
_WRAP = "\x00"
"""Stands between two lines where the first is full, so that a word may go on in the second."""
_SLACK: Final = 3
"""Columns that may be free at the end of a full line."""


class LineSpan(NamedTuple):
    """A part of a drawn line."""

    line: int
    """Number of the line in the entry."""
    start: int
    """From, in characters."""
    end: int
    """Up to (exclusive), in characters."""


def spans_of(query: str, lines: Sequence[str], width: int) -> list[list[LineSpan]]:
    """The matches of QUERY in drawn LINES, WIDTH cells wide: of each match its parts, line by line."""
    texts = [line[GUTTER:].rstrip() for line in lines]
    starts, joined = _join(texts, width - GUTTER - _SLACK)
    return [
        list(_parts(match.start(), match.end(), starts, texts))
        for match in _drawn_pattern(query).finditer(joined)
        if match.end() > match.start()
    ]


@lru_cache(maxsize=8)
def _drawn_pattern(query: str) -> re.Pattern[str]:
    """What finds QUERY in joined lines."""
    words = [f"(?:{_WRAP} *)?".join(map(re.escape, word)) for word in query.split()]
    return re.compile(rf"[\s{_WRAP}]+".join(words), re.IGNORECASE)


def _join(texts: Sequence[str], full: int) -> tuple[list[int], str]:
    """Where each of TEXTS begins in their join, and the join."""
    starts: list[int] = []
    parts: list[str] = []
    at = 0
    for text in texts:
        starts.append(at)
        parts += (text, _WRAP if cell_len(text) >= full else "\n")
        at += len(text) + 1
    return starts, "".join(parts)


def _parts(start: int, end: int, starts: Sequence[int], texts: Sequence[str]) -> Iterator[LineSpan]:
    """The part from START to END of the join, line by line, without the blanks before a line's text."""
    first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
    for line in range(first, last + 1):
        text = texts[line]
        left = max(start - starts[line], 0 if line == first else len(text) - len(text.lstrip()))
        right = min(end - starts[line], len(text))
        if right > left:
            yield LineSpan(line, left + GUTTER, right + GUTTER)
