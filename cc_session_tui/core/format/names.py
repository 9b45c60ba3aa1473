"""Numbers by string, in little memory: the uuids, message ids and call ids of a session, of which there are many.

A dict takes some 150 bytes for each. Here only the last ones are in a dict, since a record mostly names one that came
just before it; the others have their bytes joined, and a hash table of where they stand.
"""

from __future__ import annotations

from array import array
from collections.abc import ItemsView, Iterator, Mapping
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_TIMES: Final = 4
_FULL: Final = 2 / 3
_TOGETHER: Final = 512


class Old:
    """Different strings, each with a number, in the order in which they were added."""

    def __init__(self) -> None:
        """None."""
        self.numbers = array("i")
        """The numbers."""
        self._text = bytearray()
        self._ends = array("Q", (0,))
        """After a 0, where each string ends in the text."""
        self._table = _table(1)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.numbers)

    @property
    def marks(self) -> bytearray:
        """By slot of the hash table: 0 where no string is."""
        return self._table[1]

    def name(self, at: int) -> str:
        """The string at AT."""
        return self._bytes(at).decode("utf-8", "surrogatepass")

    def find(self, name: str) -> int:
        """Where NAME is; -1 where it is not there."""
        places, marks = self._table
        hashed, last = hash(name), len(marks) - 1
        slot, mark = hashed >> 7 & last, hashed & 0x7F | 0x80
        while found := marks[slot]:
            if found == mark and self._bytes(places[slot]) == name.encode("utf-8", "surrogatepass"):
                return places[slot]
            slot = slot + 1 & last
        return -1

    def add(self, names: Iterable[str], numbers: Iterable[int]) -> None:
        """Add NAMES, none of which is there, with their NUMBERS."""
        names, numbers = iter(names), iter(numbers)
        while some := list(islice(names, _TOGETHER)):
            first = len(self)
            self._text += "".join(some).encode("utf-8", "surrogatepass")
            ends = accumulate(_lengths(some), initial=self._ends[-1])
            self._ends.extend(islice(ends, 1, None))
            self.numbers.extend(islice(numbers, len(some)))
            if len(self) > len(self._table[1]) * _FULL:
                self._table = self._larger(first)
            _fill(self._table, some, first)

    def _larger(self, count: int) -> tuple[array[int], bytearray]:
        """A table with more room, with the first COUNT strings in it."""
        slots = len(self._table[1])
        while len(self) > slots * _FULL:
            slots *= _TIMES
        table = _table(slots)
        _fill(table, map(self.name, range(count)), 0)
        return table

    def _bytes(self, at: int) -> bytearray:
        return self._text[self._ends[at] : self._ends[at + 1]]


class Names(Mapping[str, int]):
    """A number of each string. One thread at a time may change it; others may read meanwhile."""

    def __init__(self) -> None:
        """None."""
        self.recent: dict[str, int] = {}
        """Those that came last. One that is among the old ones too counts here: see `old_number`."""
        self._old = Old()
        self._again: dict[str, int] = {}
        """Of the recent ones that are among the old ones: where they are there."""

    def __len__(self) -> int:
        """How many strings there are."""
        return len(self._old) + len(self.recent) - len(self._again)

    def __iter__(self) -> Iterator[str]:
        """The strings."""
        return (name for name, _ in self.items())

    def __getitem__(self, name: str) -> int:
        """The number of NAME.

        Raises:
            KeyError: it has none.
        """
        number = self.recent.get(name)
        if number is not None:
            return number
        at = self._old.find(name) if self._old and isinstance(name, str) else -1
        if at < 0:
            raise KeyError(name)
        return self._old.numbers[at]

    def items(self) -> ItemsView[str, int]:
        """The strings with their numbers."""
        return _Items(self)

    def pairs(self) -> Iterator[tuple[str, int]]:
        """The same, from first to last, as they are now."""
        recent, old = dict(self.recent), self._old
        yield from ((name, old.numbers[at]) for at in range(len(old)) if (name := old.name(at)) not in recent)
        yield from recent.items()

    @property
    def old_marks(self) -> bytearray:
        """Empty where none is old; else 0 at `hash(name) >> 7 & len(old_marks) - 1` if NAME is surely not old."""
        return self._old.marks if self._old else bytearray()

    def old_number(self, name: str) -> int:
        """The number that NAME, which came into `recent` just now, had among the old ones; -1 for none."""
        at = self._old.find(name)
        if at < 0:
            return -1
        self._again[name] = at
        return self._old.numbers[at]

    def restore(self, name: str, number: int | None) -> None:
        """Have NUMBER for NAME again, which is among the recent ones; none, as before it came, if it is None."""
        if number is not None:
            self.recent[name] = number
        else:
            del self.recent[name]

    def settle(self) -> None:
        """Take less memory for the recent ones; nothing else changes."""
        recent, again = self.recent, self._again
        for name, at in again.items():
            self._old.numbers[at] = recent.pop(name)
        self._old.add(recent, recent.values())
        self.recent, self._again = {}, {}


class _Items(ItemsView[str, int]):
    """Of `Names`: two lookups for each pair would take long."""

    _mapping: Names

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return self._mapping.pairs()


def _lengths(names: list[str]) -> Iterable[int]:
    """How many bytes each of NAMES has."""
    if "".join(names).isascii():
        return map(len, names)
    return (len(name.encode("utf-8", "surrogatepass")) for name in names)


def _table(slots: int) -> tuple[array[int], bytearray]:
    """An empty hash table of SLOTS, a power of two: where a string is, and a few bits of its hash, 0 for no string."""
    return array("i", bytes(4 * slots)), bytearray(slots)


def _fill(table: tuple[array[int], bytearray], names: Iterable[str], first: int) -> None:
    """Add NAMES, which are not in TABLE, to it; they are from FIRST on."""
    places, marks = table
    last = len(marks) - 1
    for at, hashed in enumerate(map(hash, names), first):
        slot = hashed >> 7 & last
        while marks[slot]:
            slot = slot + 1 & last
        places[slot] = at
        marks[slot] = hashed & 0x7F | 0x80
