"""The order of a view's entries, in columns: which records each shows, and of which kind it is.

Nine bytes an entry, and eight more for each record of an entry that shows several. An entry itself is made when
somebody looks at it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import Final, NamedTuple

from cc_session_tui.core.transcript.entries import Kind

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
        best = -1
        for position in self._positions_at(item.row):
            if item in self.items(position):
                return position
            if best < 0 and self._blocks[position] not in (FORK, GAP):
                best = position
        return best

    def _positions_at(self, row: int) -> list[int]:
        """Positions of the entries that show something of ROW, in order."""
        found = []
        at = -1
        try:
            while True:
                at = self._rows.index(row, at + 1)
                found.append(at)
        except ValueError:
            pass
        try:
            at = -1
            while True:
                at = self._part_rows.index(row, at + 1)
                found.append(self._several[self._entry_of_part(at)])
        except ValueError:
            return sorted(set(found))

    def _entry_of_part(self, part: int) -> int:
        return bisect_left(self._ends, part + 1)
