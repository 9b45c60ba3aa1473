"""The entries that were looked at last."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.transcript.entries import Kind

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import Entry

_MOST_ENTRIES: Final = 512
_MOST_BYTES: Final = 8 << 20


class Recent:
    """Entries by position, the oldest dropped beyond a number and a size; threads may share it."""

    def __init__(self) -> None:
        """No entries."""
        self._entries: dict[int, Entry] = {}
        self._bytes = 0
        self._lock = Lock()

    def get(self, position: int) -> Entry | None:
        """The entry at POSITION, if it is still there."""
        return self._entries.get(position)

    def put(self, position: int, entry: Entry) -> None:
        """Keep ENTRY."""
        with self._lock:
            if position in self._entries:
                return
            self._entries[position] = entry
            self._bytes += entry.size
            while self._entries and (len(self._entries) > _MOST_ENTRIES or self._bytes > _MOST_BYTES):
                oldest = next(iter(self._entries))
                self._bytes -= self._entries.pop(oldest).size

    def before(self, end: int) -> Recent:
        """A copy with the entries before position END; forks are left out, since they tell what came last."""
        copy = Recent()
        with self._lock:
            kept = [(at, entry) for at, entry in self._entries.items() if at < end and entry.kind is not Kind.FORK]
        for at, entry in kept:
            copy.put(at, entry)
        return copy
