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
"""Bytes from which on it is noted where the next reading can go on."""

_CHUNK = 256 << 10
_NEWLINE = 0x0A
_CHECKED = 4 << 10


class _Progress(msgspec.Struct):
    """A tally of the first `position` bytes, the last of which have the checksum `check`."""

    position: int
    check: int
    tally: Tally


def add_all(tally: Tally, file: int, progress: bytes = b"") -> tuple[Tally, bytes]:
    """All lines of FILE, added to the empty TALLY; and where to go on when there are more, empty where it saves little.

    With the PROGRESS of an earlier time only what came after is read, unless the file was rewritten.
    """
    tally, position = _resume(tally, file, progress)
    with os.fdopen(file, "rb", _CHUNK, closefd=False) as stream:
        stream.seek(position)
        torn = _add_lines(tally, stream)
        position = stream.tell() - len(torn)
    saved = _save(tally, file, position) if position >= WORTH_RESUMING else b""
    tally.add_line(torn)
    return tally, saved


def _add_lines(tally: Tally, lines: Iterable[bytes]) -> bytes:
    """Add the complete ones of LINES; return the last one where it has no newline."""
    for line in lines:
        if line[-1] != _NEWLINE:
            return line
        tally.add_line(line)
    return b""


def _resume(empty: Tally, file: int, saved: bytes) -> tuple[Tally, int]:
    """The tally that was SAVED and its position, if FILE still begins with what it was made of; else the EMPTY one."""
    if not saved:
        return empty, 0
    try:
        progress = msgspec.msgpack.decode(saved, type=_Progress)
    except (msgspec.MsgspecError, ValueError):
        return empty, 0
    if progress.tally.name != empty.name or progress.check != _check(file, progress.position):
        return empty, 0
    return progress.tally, progress.position


def _save(tally: Tally, file: int, position: int) -> bytes:
    return msgspec.msgpack.encode(_Progress(position, _check(file, position), tally))


def _check(file: int, position: int) -> int:
    """A checksum of the bytes before POSITION: a file that was rewritten has others there, or none."""
    start = max(0, position - _CHECKED)
    data = os.pread(file, position - start, start)
    return crc32(data) if len(data) == position - start else -1
