"""Reading a view's entries in a thread: for matches of a query, or for the next entry of some sort."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.widgets.transcript_find import Hit

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator

_REPORT_AFTER: Final = 0.05
"""Seconds of searching after which the hits are reported."""


def search(text: Callable[[int], str], pattern: re.Pattern[str], part: range) -> Iterator[tuple[range, list[Hit]]]:
    """Search the entries of PART for PATTERN in what TEXT gives of each; yield pieces of it, each with its hits."""
    start, hits, until = part.start, [], time.monotonic() + _REPORT_AFTER
    for at in part:
        if count := sum(1 for _ in pattern.finditer(text(at))):
            hits.append(Hit(at, count))
        if time.monotonic() >= until:
            yield range(start, at + 1), hits
            start, hits, until = at + 1, [], time.monotonic() + _REPORT_AFTER
    if start < part.stop:
        yield range(start, part.stop), hits


def seek(wanted: Callable[[int], bool], order: Iterable[int], cancelled: Callable[[], bool]) -> int | None:
    """The first entry in ORDER that is WANTED; None where there is none, or CANCELLED says so."""
    for at in order:
        if wanted(at):
            return at
        if cancelled():
            return None
    return None
