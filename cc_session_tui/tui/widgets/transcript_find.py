"""Finding text in a transcript: what matches, how often, and which match one is at.

The texts are searched elsewhere, in pieces (`transcript_search.py`); here the hits are kept in order.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Hit(NamedTuple):
    """An entry with matches."""

    entry: int
    """Position in the view."""
    matches: int
    """How many there are in its text."""


class Match(NamedTuple):
    """One match."""

    entry: int
    """Position in the view."""
    number: int
    """Which of the entry's matches, from 0."""


@dataclass(frozen=True, slots=True)
class Found:
    """How a search stands."""

    query: str = ""
    """Empty while nothing is searched."""
    current: int = 0
    """Number of the match one is at, from 1; 0 where one is at none."""
    total: int = 0
    """Matches found so far."""
    done: bool = True
    """Whether everything was searched."""

    def __str__(self) -> str:
        """As people read it: `3 of 17`, `no match`, `3 of 17…` while the search goes on."""
        if not self.query:
            return ""
        if not self.total:
            return "no match" if self.done else "…"
        return f"{self.current or '-'} of {self.total:,}{'' if self.done else '…'}"


def pattern_of(query: str) -> re.Pattern[str]:
    """What finds QUERY: literally, without regard to case, any white space for white space."""
    words = [re.escape(word) for word in query.split()]
    left, right = (r"\s+" if query[:1].isspace() else ""), (r"\s+" if query[-1:].isspace() else "")
    return re.compile(left + r"\s+".join(words) + (right if words else ""), re.IGNORECASE)


class Finder:
    """The matches of one query, as far as the view was searched."""

    def __init__(self, query: str, start: int, count: int) -> None:
        """Nothing found yet of QUERY in COUNT entries, to be searched from START on and then from the beginning."""
        self.query = query
        self.current: Match | None = None
        """The match one is at."""
        self.start = start
        """Where one stood when the search began."""
        self.todo = [part for part in (range(start, count), range(start)) if part]
        """What is still to be searched, in this order."""
        self.total = 0
        """Matches found so far."""
        self.is_quiet = False
        """Whether one stays where one is when the first match is found."""
        self._entries = array("i")
        self._counts = array("i")

    @property
    def found(self) -> Found:
        """How the search stands."""
        current = self._number(self.current) if self.current else 0
        return Found(self.query, current, self.total, done=not self.todo)

    def grow(self, old: int, count: int, changed: Iterable[int] = ()) -> None:
        """Have COUNT entries instead of OLD; the last of the old ones may have CHANGED, and so did those."""
        first = max(0, old - 1)
        self._drop(first, old)
        self.todo = [part for part in (range(p.start, min(p.stop, first)) for p in self.todo) if part]
        for entry in changed:
            if entry < first and not any(entry in part for part in self.todo):
                self._drop(entry, entry + 1)
                self.todo.append(range(entry, entry + 1))
        self.todo.append(range(first, count))

    def add(self, searched: range, hits: Sequence[Hit]) -> bool:
        """Note the HITS in the entries SEARCHED; return False if these are not the next ones of `todo` any more."""
        if not self.todo or self.todo[0].start != searched.start or self.todo[0].stop < searched.stop:
            return False
        at = bisect_left(self._entries, searched.start)
        entries, counts = array("i", (hit.entry for hit in hits)), array("i", (hit.matches for hit in hits))
        self._entries[at:at], self._counts[at:at] = entries, counts
        self.total += sum(counts)
        rest = range(searched.stop, self.todo[0].stop)
        self.todo = ([rest] if rest else []) + self.todo[1:]
        return True

    def count(self, entry: int) -> int:
        """Matches in ENTRY, as far as is known."""
        at = bisect_left(self._entries, entry)
        return self._counts[at] if at < len(self._entries) and self._entries[at] == entry else 0

    def at_or_after(self, entry: int) -> Match | None:
        """The first match in ENTRY or after it, else the first of all; None where there is none."""
        if not self._entries:
            return None
        at = bisect_left(self._entries, entry)
        return Match(self._entries[at % len(self._entries)], 0)

    def before(self, entry: int) -> Match | None:
        """The last match before ENTRY, else the last of all; None where there is none."""
        if not self._entries:
            return None
        at = bisect_left(self._entries, entry) - 1
        return Match(self._entries[at], self._counts[at] - 1)

    def next(self, match: Match) -> Match | None:
        """The match after MATCH; after the last comes the first."""
        if match.number + 1 < self.count(match.entry):
            return Match(match.entry, match.number + 1)
        return self.at_or_after(match.entry + 1)

    def previous(self, match: Match) -> Match | None:
        """The match before MATCH; before the first comes the last."""
        if match.number > 0:
            return Match(match.entry, match.number - 1)
        return self.before(match.entry)

    def _number(self, match: Match) -> int:
        at = bisect_left(self._entries, match.entry)
        return sum(self._counts[:at]) + match.number + 1

    def _drop(self, start: int, end: int) -> None:
        """Forget the matches in the entries from START on, up to END (exclusive)."""
        found = slice(bisect_left(self._entries, start), bisect_left(self._entries, end))
        self.total -= sum(self._counts[found])
        del self._entries[found], self._counts[found]
