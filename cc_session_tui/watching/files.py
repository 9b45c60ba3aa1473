"""What happened to a file between two looks at it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.watching.changes import (
    SessionGone,
    SessionGrown,
    SessionNew,
    SessionReplaced,
    SessionRewritten,
    SessionShrunk,
)

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import FileStat
    from cc_session_tui.watching.changes import FileChange

_SAMPLE: Final = 4096
"""Bytes before the end that must still be there when a file has grown."""


class Seen(NamedTuple):
    """A file as one look found it."""

    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> Seen:
        """What FOUND tells."""
        return cls(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)

    @classmethod
    def of_file(cls, file: FileStat) -> Seen:
        """What FILE tells."""
        return cls(file.inode, file.size, file.mtime_ns, file.ctime_ns)


def look_at(path: str) -> Seen | None:
    """The regular file at PATH now; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - there are thousands
    except (OSError, ValueError):
        return None
    return Seen.of(found) if stat.S_ISREG(found.st_mode) else None


def judged(path: str, before: Seen | None, now: Seen | None) -> FileChange | None:
    """What happened to the file at PATH; None where nothing did."""
    if before == now:
        return None
    if now is None:
        return SessionGone(Path(path))
    if before is None:
        return SessionNew(Path(path))
    if before.inode != now.inode:
        return SessionReplaced(Path(path))
    if now.size > before.size:
        return SessionGrown(Path(path), before.size, now.size)
    return SessionShrunk(Path(path), now.size) if now.size < before.size else SessionRewritten(Path(path))


def _was_touched(before: Seen, now: Seen) -> bool:
    """Whether only the time of the file was set, as the client does when it exits and when it resumes (2.1.332).

    A write sets both times to the same.
    """
    return now.mtime_ns not in {before.mtime_ns, now.ctime_ns}


class FollowedFile:
    """The file that is being read: what was read of it must still be there when it has grown."""

    def __init__(self, path: str) -> None:
        """The file at PATH, as it is now."""
        self.path = path
        """Its path."""
        self._seen: Seen | None = None
        self._doubted: Seen | None = None
        self._sample = b""
        self._look()

    @property
    def size(self) -> int:
        """Its size in bytes at the last look; -1 where it was not there."""
        return self._seen.size if self._seen is not None else -1

    def look(self) -> FileChange | None:
        """What happened to it since the last look."""
        before, sample = self._seen, self._sample
        same = self._look()
        change = judged(self.path, before, self._seen)
        if isinstance(change, SessionGrown) and not same:
            return SessionRewritten(Path(self.path))
        if isinstance(change, SessionRewritten) and same and before and self._seen and _was_touched(before, self._seen):
            return None
        if isinstance(change, SessionRewritten) and self._doubted != self._seen:
            # A write sets the time before the size: only what stays so was rewritten.
            self._doubted, self._seen, self._sample = self._seen, before, sample
            return None
        return change

    def _look(self) -> bool:
        """Look; tell whether the bytes before the old end are as they were."""
        try:
            file = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError:
            self._seen, self._sample = None, b""
            return False
        try:
            return self._take(file)
        except OSError:
            self._seen, self._sample = None, b""
            return False
        finally:
            os.close(file)

    def _take(self, file: int) -> bool:
        found, old = os.fstat(file), self._seen
        if not stat.S_ISREG(found.st_mode):
            raise OSError(f"{self.path}: not a regular file")
        start = old.size - len(self._sample) if old is not None else 0
        same = os.pread(file, len(self._sample), start) == self._sample
        self._seen = Seen.of(found)
        length = min(_SAMPLE, found.st_size)
        self._sample = os.pread(file, length, found.st_size - length)
        return same
