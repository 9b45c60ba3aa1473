"""Which records of a session were told: known from memory, since its file may be cut, or be another."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Flag, Index
from cc_session_tui.core.format.names import Names
from cc_session_tui.core.format.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cc_session_tui.core.transcript.entries import Key

_HERE: Final = 1
"""It was told, or there at first."""
_BEFORE: Final = 2
"""It was told in a file before."""


class ToldRecords:
    """The records of a session that were told, or that were there before.

    In another file one is known by its uuid. One without a uuid is known by its line, as often as that was told in the
    file before: two such lines may be the same, and rather is one told twice than never.
    """

    def __init__(self, index: Index) -> None:
        """All of INDEX; see also `look_above`.

        Raises:
            ReadError: it cannot be read.
        """
        self.index = index
        """The index that is followed."""
        self._position = index.position
        """Up to where the lines are known that have ended."""
        self._marks = _marks(index, 0)
        """By row: the hash of its line."""
        self._told = bytearray((_HERE,)) * len(index)
        """By row: where it was told."""
        self._above = array("q"), array("q")
        """The hashes of the lines before the first row, of those with a uuid and of the others."""
        self._names_above: frozenset[int] = frozenset()
        """The first of these, once that may have changed."""
        self._uuids = Names()
        """Those that were told in files before."""
        self._lines: Counter[int] = Counter()
        """How often the line with a hash was told in the file before, where it has no uuid."""
        self._waiting: set[tuple[str, int]] = set()
        """uuid and block of entries of told records that were not told themselves."""

    def look_above(self) -> None:
        """Know what stands before the first row as well, all of which was there: costs a moment in a large file.

        Raises:
            ReadError: it cannot be read.
        """
        self._above = _lines_above(self.index.path, self.index.base)

    def look(self) -> None:
        """Take in the rows of the index that came, or were read again: told are those that are known by their uuids.

        Raises:
            ReadError: they cannot be read.
        """
        index, uuids = self.index, self._uuids
        first = min(bisect_left(index.offset, self._position), len(self._marks))
        marks = _marks(index, first)
        rows = zip(marks, range(first, len(index)), strict=True)
        is_known = [mark in self._names_above or (uuids and index.uuid_of(row) in uuids) for mark, row in rows]
        self._marks[first:], self._told[first:] = marks, bytes(_BEFORE if one else 0 for one in is_known)
        self._position = index.position

    def tell(self, rows: Iterable[int]) -> None:
        """ROWS were told, but for those that the file does not have any more: what was told of them, nobody knows."""
        for row in rows:
            if self._is_there(row):
                self._told[row] |= _HERE

    def leave(self, rows: Iterable[int]) -> None:
        """ROWS were not told yet."""
        for row in rows:
            self._told[row] = 0

    def known(self, keys: Iterable[Key]) -> set[Key]:
        """Those of the entries of KEYS that were told in files before."""
        index = self.index
        waiting = {(index.rows.get(uuid, -1), block) for uuid, block in self._waiting}
        rows = ((key, bisect_left(index.offset, key.offset)) for key in keys if key.offset >= 0)
        return {key for key, row in rows if self._told[row] & _BEFORE and (row, key.block) not in waiting}

    def remember(self, waiting: Iterable[Key]) -> None:
        """Know from now on what was told of the file, which may be another; entries that are WAITING were not."""
        index, told = self.index, self._told
        rows = {uuid: row for uuid, row in index.rows.items() if row < len(told) and told[row]}
        names = {index.offset[row]: uuid for uuid, row in rows.items()}
        here = {uuid for uuid, _ in self._waiting if uuid in rows and told[rows[uuid]] & _HERE}
        self._waiting = {(uuid, block) for uuid, block in self._waiting if uuid not in here}
        self._waiting |= {(names[key.offset], key.block) for key in waiting if key.offset in names}
        self._uuids.recent.update((uuid, 0) for uuid in rows if uuid not in self._uuids)
        self._uuids.settle()
        self._lines = Counter(
            mark
            for mark, was_told, flags in zip(self._marks, told, index.flags, strict=False)
            if was_told and not flags & Flag.HAS_UUID
        )

    def reopened(self) -> Index:
        """The index of the file as it is now: from the first row on where that still stands, else of all of it.

        Raises:
            ReadError: it cannot be read.
        """
        source, old = FileSource(self.index.path), self.index
        if (
            not old.base
            or not len(old)
            or not self._marks
            or hash(source.read(old.base, old.length[0])) != self._marks[0]
        ):
            return Index.of(source)
        index = Index(source, old.base)
        index.extend()
        return index

    def go_on(self, index: Index) -> None:
        """Go on in INDEX, of the file as it is now: only what was remembered was told.

        Raises:
            ReadError: it cannot be read.
        """
        marks = _marks(index, 0)
        self._told = self._told_before(index, marks)
        self.index, self._marks, self._position = index, marks, index.position

    def _is_there(self, row: int) -> bool:
        try:
            return hash(self.index.raw(row)) == self._marks[row]
        except ReadError:
            return False

    def _told_before(self, index: Index, marks: array[int]) -> bytearray:
        """By row of INDEX, which is of the file as it is now, with these MARKS: where it was told before."""
        is_more = index.base < self.index.base
        told = self._lines_told_before(marks, is_more=is_more)
        is_other = is_more and not any(told)
        for uuid, row in index.rows.items():
            told[row] |= _BEFORE if uuid in self._uuids else 0
        if is_other:  # all lines were changed: nobody knows those from above the first row
            first = max(told.find(_BEFORE), 0)
            told[:first] = bytes((_BEFORE,)) * first
        return told

    def _lines_told_before(self, marks: array[int], *, is_more: bool) -> bytearray:
        """By row: where a line with that one of MARKS was told; IS_MORE tells whether they are of lines above, too."""
        lines, told = Counter(self._lines), bytearray(len(marks))
        if is_more:
            self._names_above = frozenset(self._above[0])
            lines.update(self._above[1])
        for row, mark in enumerate(marks):
            if mark in self._names_above:
                told[row] = _BEFORE
            elif lines[mark] > 0:
                lines[mark] -= 1
                told[row] = _BEFORE
        return told


def _marks(index: Index, first: int) -> array[int]:
    return array("q", [hash(index.raw(row)) for row in range(first, len(index))])


def _lines_above(path: Path, end: int) -> tuple[array[int], array[int]]:
    """The hashes of the lines of the file at PATH before END: of those with a uuid, and of the others."""
    found = array("q"), array("q")
    try:
        with path.open("rb") as file:
            while file.tell() < end and (line := file.readline()):
                found[b'"uuid"' not in line].append(hash(line))
    except OSError as error:
        raise ReadError(f"cannot read {path}: {error.strerror}") from error
    return found
