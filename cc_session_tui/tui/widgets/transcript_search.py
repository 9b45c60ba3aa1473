"""Reading a view's entries in a thread: for matches of a query, or for the next entry of some sort."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.widgets.transcript_find import Hit, pattern_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cc_session_tui.core.transcript.views import View

_FIRST_REPORT: Final = 0.05
"""Seconds of searching after which the first hits are reported; later reports come at longer and longer intervals."""
_LAST_REPORT: Final = 0.4
_LEAST_WORD: Final = 3
_LITERAL: Final = frozenset({Kind.PROMPT, Kind.REPLY, Kind.THINKING, Kind.TOOL_CALL, Kind.TOOL_RESULT})
"""Kinds whose words stand in their records as they are; the texts of others are partly made here."""


def search(view: View, query: str, part: range) -> Iterator[tuple[range, list[Hit]]]:
    """Search the entries of PART of VIEW for QUERY; yield pieces of it, each with its hits."""
    pattern, word = pattern_of(query), word_of(query)
    start, hits = part.start, []
    interval = _FIRST_REPORT
    until = time.monotonic() + interval
    for at in part:
        if may_hold(view, at, word) and (matches := sum(1 for _ in pattern.finditer(view.text(at)))):
            hits.append(Hit(at, matches))
        if time.monotonic() >= until:
            yield range(start, at + 1), hits
            start, hits = at + 1, []
            interval = min(2 * interval, _LAST_REPORT)
            until = time.monotonic() + interval
    if start < part.stop:
        yield range(start, part.stop), hits


def word_of(query: str) -> bytes:
    """The longest run of ASCII letters in QUERY, in lower case: a record with a match holds it. Empty if short."""
    longest = max(re.findall(r"[A-Za-z]+", query), key=len, default="")
    return longest.lower().encode() if len(longest) >= _LEAST_WORD else b""


def may_hold(view: View, at: int, word: bytes) -> bool:
    """Whether entry AT of VIEW may hold WORD: false only where no record of it does, so that it need not be decoded."""
    if not word or view.kind(at) not in _LITERAL:
        return True
    try:
        return any(_may_stand_in(view.index.raw(row), word) for row in view.rows(at))
    except ReadError:
        return True


def _may_stand_in(line: bytes, word: bytes) -> bool:
    """Whether WORD may stand in a JSON LINE, also written with escapes for ASCII letters."""
    return word in line.lower() or b"\\u00" in line


def seek(wanted: Callable[[int], bool], order: Iterable[int], cancelled: Callable[[], bool]) -> int | None:
    """The first entry in ORDER that is WANTED; None where there is none, or CANCELLED says so."""
    for at in order:
        if wanted(at):
            return at
        if cancelled():
            return None
    return None
