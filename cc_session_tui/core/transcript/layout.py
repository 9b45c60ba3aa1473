"""The order of a view's entries, in columns: which records each shows, and of which kind it is.

Nine bytes an entry, and eight more for each record of an entry that shows several. An entry itself is made when
somebody looks at it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.transcript.entries import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS: Final = tuple(Kind)
"""The kinds by their number in a layout."""
CODE: Final = {kind: code for code, kind in enumerate(KINDS)}
"""The number of each kind."""

WHOLE_RECORD: Final = -1
"""`block` of an item that is a record as a whole."""
FORK: Final = -2
"""`block` of a fork below a record."""
GAP: Final = -3
"""`block` of a gap before a record."""
INJECTED: Final = -4
"""`block` of what was injected into content block 0; one less for each further block."""

_TURN: Final = 0x80
_BETWEEN: Final = (FORK, GAP)
_NEAR: Final = 64


class Item(NamedTuple):
    """A record, a content block of it, or something between records."""

    row: int
    block: int


class Layout:
    """The entries of one view in order."""

    __slots__ = ("_blocks", "_ends", "_kinds", "_part_blocks", "_part_rows", "_rows", "_several")

    def __init__(self) -> None:
        """No entries."""
        self._rows = array("i")
        self._blocks = array("i")
        self._kinds = bytearray()
        self._several = array("i")
        """Positions of the entries that show several items."""
        self._ends = array("i")
        """For each of these: where its items end in the part columns."""
        self._part_rows = array("i")
        self._part_blocks = array("i")

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._rows)

    def add(self, row: int, block: int, kind: int, *, starts_turn: bool) -> None:
        """Add an entry that shows one item; KIND is a number of `KINDS`."""
        self._rows.append(row)
        self._blocks.append(block)
        self._kinds.append(kind | _TURN if starts_turn else kind)

    def add_several(self, items: list[Item], kind: int, *, starts_turn: bool) -> None:
        """Add an entry that shows ITEMS, at least one."""
        if len(items) > 1:
            self._several.append(len(self))
            self._part_rows.extend(item.row for item in items)
            self._part_blocks.extend(item.block for item in items)
            self._ends.append(len(self._part_rows))
        self.add(*items[0], kind, starts_turn=starts_turn)

    def before(self, position: int) -> Layout:
        """A copy of the entries before POSITION."""
        copy = Layout()
        several = bisect_left(self._several, position)
        parts = self._ends[several - 1] if several else 0
        copy._rows = self._rows[:position]
        copy._blocks = self._blocks[:position]
        copy._kinds = self._kinds[:position]
        copy._several, copy._ends = self._several[:several], self._ends[:several]
        copy._part_rows, copy._part_blocks = self._part_rows[:parts], self._part_blocks[:parts]
        return copy

    def kind(self, position: int) -> Kind:
        """The kind of the entry at POSITION."""
        return KINDS[self._kinds[position] & ~_TURN]

    def starts_turn(self, position: int) -> bool:
        """Whether the speaker changes there."""
        return self._kinds[position] >= _TURN

    def first(self, position: int) -> Item:
        """The item that the entry is anchored on."""
        return Item(self._rows[position], self._blocks[position])

    def items(self, position: int) -> tuple[Item, ...]:
        """All items that the entry shows."""
        at = bisect_left(self._several, position)
        if at == len(self._several) or self._several[at] != position:
            return (self.first(position),)
        part = slice(self._ends[at - 1] if at else 0, self._ends[at])
        return tuple(map(Item, self._part_rows[part], self._part_blocks[part]))

    def position_of(self, item: Item) -> int:
        """The position of the entry that shows ITEM, or else another block of its record; -1 where none does."""
        between = item.block in _BETWEEN
        for position in self._positions_at(item.row):
            if between and self.first(position) == item:
                return position
            if not between and self._blocks[position] not in _BETWEEN:
                return self._nearest_to(item, position)
        return -1

    def _nearest_to(self, item: Item, position: int) -> int:
        """Of the entries that show something of the record of ITEM, the one at POSITION and around it: as above."""
        first = end = position
        while first and self._shows(first - 1, item.row):
            first -= 1
        while end < len(self) and self._shows(end, item.row):
            end += 1
        return next((at for at in range(first, end) if item in self.items(at)), first)

    def _shows(self, position: int, row: int) -> bool:
        """Whether the entry at POSITION shows something of the record at ROW."""
        return self._blocks[position] not in _BETWEEN and any(item.row == row for item in self.items(position))

    def _positions_at(self, row: int) -> Iterator[int]:
        """Positions of entries that have to do with ROW; some may come twice.

        They are looked for around the place where ROW would be if rows were sorted, as they nearly are.
        """
        around, reach = bisect_left(self._rows, row), _NEAR
        while True:
            low, high = max(around - reach, 0), min(around + reach, len(self))
            yield from _places(self._rows, row, low, high)
            parts = range(bisect_left(self._several, low), bisect_left(self._several, high))
            if parts:
                start = self._ends[parts.start - 1] if parts.start else 0
                for at in _places(self._part_rows, row, start, self._ends[parts.stop - 1]):
                    yield self._several[bisect_left(self._ends, at + 1)]
            if low == 0 and high == len(self):
                return
            reach *= 8


def _places(rows: array[int], row: int, start: int, end: int) -> Iterator[int]:
    """Where ROW stands in ROWS from START to END."""
    while start < end:
        try:
            found = rows.index(row, start, end)
        except ValueError:
            return
        yield found
        start = found + 1
