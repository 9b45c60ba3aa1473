"""A view of a transcript: an immutable list of entries, each made when somebody looks at it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.entries import Entry, Key, Kind, Raw, Speaker
from cc_session_tui.core.transcript.layout import FORK, GAP, WHOLE_RECORD, Item
from cc_session_tui.core.transcript.making import structure
from cc_session_tui.core.transcript.making.common import Common
from cc_session_tui.core.transcript.making.maker import make, speaker_of
from cc_session_tui.core.transcript.making.tools import call_at
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from cc_session_tui.core.chain.history import Chain
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.builder import Mark
    from cc_session_tui.core.transcript.layout import Layout
    from cc_session_tui.core.transcript.reading import Reading
    from cc_session_tui.core.transcript.recent import Recent

_MANY: Final = 100


class ViewName(StrEnum):
    """The views of a transcript."""

    CONTEXT = "context"
    """What a resume sends to the model."""
    HISTORY = "history"
    """The whole conversation, through compactions."""
    FILE = "file"
    """Every line, in file order."""


class Settled(NamedTuple):
    """What need not be made again above a row when the file has grown."""

    row: int
    mark: Mark
    """How far the view was when it came to it."""
    hidden: Mapping[str, int]
    """What it leaves out above it."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class View:
    """The entries of one view in one detail, as they were when it was made.

    Everything but `entry` and `text` answers from the index alone.
    """

    name: ViewName
    detail: int
    """1 prompts, 2 conversation, 3 all."""
    reading: Reading = field(repr=False)
    """The records that it shows."""
    chain: Chain = field(repr=False)
    """The conversation that it shows (of the file view: the one that a resume takes)."""
    layout: Layout = field(repr=False)
    seen: bytes = field(repr=False)
    """By row: 1 where an entry shows it."""
    resumed: bytes = field(repr=False)
    """By row: 1 where a resume of the session sends it."""
    hidden: Mapping[str, int]
    """What this view and detail leave out: label -> records."""
    settled: Settled | None = field(repr=False)
    """None where all is to be made again when the file has grown."""
    recent: Recent = field(repr=False)
    """Entries that were looked at."""

    def __len__(self) -> int:
        """The number of entries."""
        return len(self.layout)

    @property
    def index(self) -> Index:
        """The index of the file that it shows."""
        return self.reading.index

    @property
    def records(self) -> int:
        """How many records the entries show."""
        return self.seen.count(1)

    @property
    def end(self) -> int:
        """Offset in the file after the last whole record that was there when the view was made."""
        index, row = self.reading.index, len(self.seen) - 1
        try:
            is_torn = row >= 0 and index.flags[row] & Flag.TORN
            return index.offset[row] + (0 if is_torn else index.length[row]) if row >= 0 else index.base
        except IndexError:  # another thread is reading the last line again
            return index.position

    def changed_since(self, old: View) -> Collection[int]:
        """Positions of entries of OLD, the view before the file grew, that may show records which came since."""
        rows = range(len(old.seen), len(self.seen))
        if len(rows) > _MANY:
            return range(len(old))
        return {at for row in rows if self.seen[row] and (at := self.at_row(row)) < len(old)}

    def kind(self, position: int) -> Kind:
        """The kind of the entry at POSITION."""
        return self.layout.kind(position)

    def key(self, position: int) -> Key:
        """What the entry at POSITION is, in any view of this file."""
        row, block = self.layout.first(position)
        return Key(self._offset(row), block)

    def rows(self, position: int) -> Sequence[int]:
        """Rows of the records that the entry at POSITION shows; the first is the one it is anchored on."""
        rows = [item.row for item in self.layout.items(position) if item.row >= 0]
        if self.kind(position) is Kind.TOOL_CALL and self.name is not ViewName.FILE:
            rows.append(self._result_row(*self.layout.first(position)))
        return tuple(dict.fromkeys(row for row in rows if row >= 0))

    def size(self, position: int) -> int:
        """Bytes of these records in the file."""
        return self._size(self.rows(position))

    def starts_turn(self, position: int) -> bool:
        """Whether the speaker changes at POSITION."""
        return self.layout.starts_turn(position)

    def entry(self, position: int) -> Entry:
        """The entry at POSITION; what cannot be read is a `Raw`."""
        entry = self.recent.get(position)
        if entry is None:
            entry = self._make(position)
            self.recent.put(position, entry)
        return entry

    def text(self, position: int) -> str:
        """The text of the entry at POSITION, to be searched and copied."""
        entry = self.recent.get(position) or self._make(position)
        try:
            return plain_text(self.reading, entry, self.layout.items(position))
        except IndexError:  # another thread is reading the last line again
            return ""

    def find(self, key: Key) -> int:
        """The position of the entry that KEY names, or of the nearest one before it; -1 in an empty view."""
        if key.offset < 0:
            return max(self.layout.position_of(Item(-1, FORK)), min(len(self), 1) - 1)
        row = bisect_right(self.reading.index.offset, key.offset, 0, len(self.seen)) - 1
        is_there = row >= 0 and self.reading.index.offset[row] == key.offset
        return self._nearest(Item(row, key.block if is_there else WHOLE_RECORD))

    def at_row(self, row: int) -> int:
        """The position of the entry that shows ROW, or of the nearest one before it; -1 in an empty view."""
        return self._nearest(Item(min(row, len(self.seen) - 1), WHOLE_RECORD))

    def _nearest(self, item: Item) -> int:
        if item.block in (FORK, GAP) and (position := self.layout.position_of(item)) >= 0:
            return position
        row = self.seen.rfind(1, 0, item.row + 1)
        if row < 0:
            return min(len(self), 1) - 1
        return max(self._position_of(item if row == item.row else Item(row, WHOLE_RECORD)), 0)

    def _position_of(self, item: Item) -> int:
        """The position of the entry that shows ITEM or its record: a tool_result is shown with its tool_use."""
        if self.name is not ViewName.FILE and self.reading.shape(item.row) is Shape.USER:
            blocks = self.reading.index.blocks(item.row)
            own = blocks[item.block : item.block + 1] if item.block >= 0 else blocks
            for use in (use for block in own if block.type == "tool_result" for use in self._use(item.row, block.call)):
                if (position := self.layout.position_of(use)) >= 0 and item.row in self.rows(position):
                    return position
        return self.layout.position_of(item)

    def _use(self, row: int, call: int) -> list[Item]:
        use = self.reading.pairs.use_of(row, call)
        if use < 0:
            return []
        return [Item(use, number) for number, block in enumerate(self.reading.index.blocks(use)) if block.call == call]

    def _result_row(self, row: int, number: int) -> int:
        """Row of the result of the call in block NUMBER of ROW; -1 where it was not there when the view was made."""
        try:
            result = self.reading.pairs.result_of(row, call_at(self.reading, row, number))
        except IndexError:  # another thread is reading the last line again
            return -1
        return result if result < len(self.seen) else -1

    def _offset(self, row: int) -> int:
        if row < 0:
            return -1
        index = self.reading.index
        return index.offset[row] if row < len(index) else index.position

    def _size(self, rows: Sequence[int]) -> int:
        return sum(self.reading.index.length[row] for row in rows if row < len(self.reading.index))

    def _make(self, position: int) -> Entry:
        common = self._common(position, self.kind(position))
        try:
            return self._made(position, common)
        except IndexError:  # another thread is reading the last line again
            common["kind"] = Kind.DAMAGED
            return Raw(**common, label="being read again", data=b"")

    def _made(self, position: int, common: Common) -> Entry:
        kind, row = common["kind"], self.layout.first(position).row
        if kind is Kind.FORK:
            return structure.fork(self.reading, common, self.chain, row)
        if kind is Kind.GAP:
            return structure.gap(self.reading, common)
        common["speaker"] = speaker_of(self.reading, kind, row)
        return make(self.reading, common, self.layout.items(position))

    def _common(self, position: int, kind: Kind) -> Common:
        rows = tuple(self.rows(position))
        return Common(
            kind=kind,
            key=self.key(position),
            rows=rows,
            speaker=Speaker.NONE,
            starts_turn=self.starts_turn(position),
            time="",
            size=self._size(rows),
            resumed=any(self.resumed[row] for row in rows),
        )
