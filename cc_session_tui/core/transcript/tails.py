"""The end of a session file that is being written: what goes on there, at the cost of what was appended."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.blocks import members, string
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.transcript.activity import Activity, activity_of
from cc_session_tui.core.transcript.peeks import whole

if TYPE_CHECKING:
    from pathlib import Path

_RECORDS: Final = 60
_DEEP: Final = 2000
"""Records that are looked at once where the last turn begins before those."""
_MOST: Final = 1000
"""Records that are kept of a file that grows."""
_SAMPLE: Final = 256
"""Bytes before the end that must still be there when a file has grown."""
_LAUNCHED: Final = frozenset({"async_launched", "running"})
"""`status` of the result of an Agent call whose agent goes on in the background (from 2.1.198 on by default)."""


class Tail:
    """The end of one session file. One thread at a time may use it."""

    def __init__(self, path: Path, *, sidechain: bool = False) -> None:
        """The end of PATH, not read yet; SIDECHAIN for a subagent's file."""
        self.path = path
        self._sidechain = sidechain
        self._index: Index | None = None
        self._stamp: tuple[int, ...] = ()
        self._sample = b""
        self._activity = Activity()

    def look(self) -> Activity:
        """What goes on now; only what was appended since is read, unless the file is another now.

        Raises:
            ReadError: it is gone, or cannot be read.
        """
        stamp = _stamp(self.path)
        if stamp == self._stamp and self._index is not None:
            return self._activity
        if self._index is None or not self._is_grown(self._index, stamp):
            self._index, self._activity = self._opened(), Activity()
        elif len(self._index) > _MOST:
            self._index = self._opened()
        else:
            self._index.extend()
        self._keep(self._index, stamp)
        return self._activity

    def was_answered(self, tool_use_id: str) -> bool:
        """Whether the call TOOL_USE_ID has a result here that is no launch in the background."""
        index = self._index
        call = index.calls.numbers.get(tool_use_id, -1) if index is not None else -1
        if index is None or call < 0 or index.calls.result[call] < 0:
            return False
        data = members(whole(index, index.calls.result[call]).get("toolUseResult"))
        return string(data.get("status")) not in _LAUNCHED

    def _opened(self) -> Index:
        return Index.tail(self.path, _RECORDS)

    def _is_grown(self, index: Index, stamp: tuple[int, ...]) -> bool:
        """Whether the file is the one that is read, and holds what was read."""
        same = stamp[:2] == self._stamp[:2] and stamp[2] >= index.position
        at = index.position - len(self._sample)
        return same and index.source.read(at, len(self._sample)) == self._sample

    def _keep(self, index: Index, stamp: tuple[int, ...]) -> None:
        """Note what INDEX tells; what stands before it is known from before, or looked for once."""
        before, now = self._activity, activity_of(index, sidechain=self._sidechain)
        if index.base and not now.turn and not before.turn:
            before = activity_of(Index.tail(self.path, _DEEP), sidechain=self._sidechain)
        self._activity = now._replace(turn=now.turn or before.turn, text=now.text or before.text)
        length = min(_SAMPLE, index.position - index.base)
        self._stamp, self._sample = stamp, index.source.read(index.position - length, length)


def _stamp(path: Path) -> tuple[int, ...]:
    """Another one for every change of the file at PATH: device, inode, size, times."""
    try:
        found = os.stat(path)  # noqa: PTH116 - called often
    except OSError as error:
        raise ReadError(f"cannot read {path}: {error.strerror}") from error
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
