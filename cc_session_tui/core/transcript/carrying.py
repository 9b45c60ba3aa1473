"""Where what stood in one reading of a session stands in another: its end read whole, a file read anew, a draft."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.transcript.entries import Key

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index

_FAR: Final = 5000


class Carrier:
    """Takes rows and keys of one index over into another, by the records' uuids. It reads no file."""

    def __init__(self, old: Index, new: Index) -> None:
        """From OLD into NEW."""
        self._old, self._new = old, new

    @cached_property
    def _uuids(self) -> dict[int, str]:
        """The uuid by row of the old index."""
        return {row: uuid for uuid, row in list(self._old.rows.items())}  # a copy: another thread may add to it

    @cached_property
    def _chained(self) -> list[int]:
        """The rows of the old index that have a uuid, in order."""
        return sorted(self._uuids)

    def row(self, row: int) -> int:
        """The row of the record at ROW; -1 where it is not there.

        A record without a uuid is the one that is as long, of the same kind, and as far below the one before it.
        """
        uuid = self._uuids.get(row)
        if uuid is not None:
            return self._new.rows.get(uuid, -1)
        at = bisect_left(self._new.offset, self._old.offset[row])
        if at < len(self._new) and self._new.offset[at] == self._old.offset[row] and self._is_like(row, at):
            return at
        place = bisect_left(self._chained, row)
        above = self._chained[place - 1] if place else -1
        base = self._new.rows.get(self._uuids[above], -1) if above >= 0 else -1
        at = base + row - above
        return at if (above < 0 or base >= 0) and at < len(self._new) and self._is_like(row, at) else -1

    def near(self, row: int) -> int:
        """The row of the record at ROW, or of the nearest before it that is there; -1 where none of many is."""
        rows = range(row, max(-1, row - _FAR), -1)
        return next((now for at in rows if (now := self.row(at)) >= 0), -1)

    def key(self, key: Key) -> Key | None:
        """What the entry KEY is called now; None where its record is not there."""
        if key.offset < 0:
            return key
        row = bisect_left(self._old.offset, key.offset)
        if row == len(self._old) or self._old.offset[row] != key.offset:
            return None
        now = self.row(row)
        return Key(self._new.offset[now], key.block) if now >= 0 else None

    def near_key(self, key: Key) -> Key:
        """What the entry KEY is called now, or one of the nearest record before it that is there."""
        found = self.key(key)
        if found is not None:
            return found
        now = self.near(bisect_left(self._old.offset, key.offset) - 1)
        return Key(self._new.offset[now], -1) if now >= 0 else Key(self._new.base, -1)

    def end(self, end: int) -> int:
        """An offset such that the same records begin before it as began before END."""
        now = self.near(bisect_left(self._old.offset, end) - 1)
        return self._new.offset[now] + 1 if now >= 0 else self._new.size

    def _is_like(self, row: int, now: int) -> bool:
        old, new = self._old, self._new
        return old.length[row] == new.length[now] and old.kind_of(row) == new.kind_of(now)
