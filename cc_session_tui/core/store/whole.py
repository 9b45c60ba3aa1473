"""Adding up a whole session file; one that has grown from where the last reading stopped."""

from __future__ import annotations

import os
from binascii import crc32
from typing import TYPE_CHECKING, Final

import msgspec

from cc_session_tui.core.store.tally import Tally  # noqa: TC001 - msgspec looks it up

if TYPE_CHECKING:
    from collections.abc import Iterable

WORTH_RESUMING: Final = 1 << 20
"""Bytes from which on it is written down where the next reading can go on."""

_CHUNK = 256 << 10
_NEWLINE = 0x0A
_CHECKED = 4 << 10


class Progress(msgspec.Struct):
    """How far a file was read: a tally of its first `position` bytes, the last of which have the checksum `check`.

    Whoever reads on with it has it alone: the tally is added to.
    """

    position: int
    check: int
    tally: Tally

    def fits(self, file: int) -> bool:
        """Whether FILE still begins with what was read; it may have grown."""
        return self.check == _check(file, self.position)

    def packed(self) -> bytes:
        """It as bytes, empty where it is as quick to begin anew."""
        return msgspec.msgpack.encode(self) if self.position >= WORTH_RESUMING else b""

    @staticmethod
    def unpacked(data: bytes) -> Progress | None:
        """What was packed; None where something else stands there."""
        try:
            return msgspec.msgpack.decode(data, type=Progress)
        except (msgspec.MsgspecError, ValueError):
            return None


def add_all(tally: Tally, file: int, progress: Progress | None = None) -> tuple[Tally, Progress]:
    """All lines of FILE, added to the empty TALLY, and where to go on when there are more.

    With the PROGRESS of an earlier time only what came after is read, unless the file was rewritten.
    """
    position = 0
    if progress is not None and progress.tally.name == tally.name and progress.fits(file):
        tally, position = progress.tally, progress.position
    with os.fdopen(file, "rb", _CHUNK, closefd=False) as stream:
        stream.seek(position)
        torn = _add_lines(tally, stream)
        position = stream.tell() - len(torn)
    later = Progress(position, _check(file, position), tally)
    if torn:
        tally = tally.copy()
        tally.add_line(torn)
    return tally, later


def _add_lines(tally: Tally, lines: Iterable[bytes]) -> bytes:
    """Add the complete ones of LINES; return the last one where it has no newline."""
    for line in lines:
        if line[-1] != _NEWLINE:
            return line
        tally.add_line(line)
    return b""


def _check(file: int, position: int) -> int:
    """A checksum of the bytes before POSITION: a file that was rewritten has others there, or none."""
    start = max(0, position - _CHECKED)
    data = os.pread(file, position - start, start)
    return crc32(data) if len(data) == position - start else -1
