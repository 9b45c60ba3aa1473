"""Where the bytes of a session come from: a file, or pieces of one joined with new bytes."""

from __future__ import annotations

import os
import stat
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from cc_session_tui.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAIL_BLOCK: Final = 64 << 10
_COMPARED: Final = 1 << 20


class Source(Protocol):
    """Bytes that can be read at an offset."""

    path: Path
    """The file behind it, for messages."""

    def read(self, offset: int, length: int) -> bytes:
        """Up to LENGTH bytes from OFFSET; less only at the end.

        Raises:
            ReadError: it cannot be read.
        """
        ...

    def size(self) -> int:
        """The number of bytes now."""
        ...


class FileSource:
    """A regular file, held open: a file that is replaced meanwhile goes on being read as it was."""

    def __init__(self, path: Path) -> None:
        """Open PATH; a pipe or a device is refused at once.

        Raises:
            ReadError: it cannot be opened, or is no regular file.
        """
        self.path = path
        self._file = _open(path)

    def __del__(self) -> None:
        """Close the file."""
        if (file := getattr(self, "_file", -1)) >= 0:
            os.close(file)

    def read(self, offset: int, length: int) -> bytes:
        """Up to LENGTH bytes from OFFSET; less only at the end.

        Raises:
            ReadError: it cannot be read.
        """
        try:
            return os.pread(self._file, length, offset)
        except OSError as error:
            raise ReadError(f"cannot read {self.path}: {error.strerror}") from error

    def size(self) -> int:
        """The number of bytes now."""
        return self.stat().st_size

    def stat(self) -> os.stat_result:
        """What the system says of the open file."""
        return os.fstat(self._file)


class BytesSource:
    """Bytes in memory."""

    def __init__(self, data: bytes, path: Path = Path()) -> None:
        """DATA; PATH is for messages."""
        self.path = path
        self._data = data

    def read(self, offset: int, length: int) -> bytes:
        """Up to LENGTH bytes from OFFSET; less only at the end."""
        return self._data[offset : offset + length]

    def size(self) -> int:
        """The number of bytes."""
        return len(self._data)


class JoinedSource:
    """Pieces of another source and new bytes, joined: the bytes of an edited session."""

    def __init__(self, base: Source, parts: Sequence[tuple[int, int] | bytes]) -> None:
        """PARTS are (offset, length) of BASE, or new bytes."""
        self.path = base.path
        self._base = base
        self._parts = parts
        lengths = (len(part) if isinstance(part, bytes) else part[1] for part in parts)
        self._ends = list(accumulate(lengths))

    def size(self) -> int:
        """The number of bytes."""
        return self._ends[-1] if self._ends else 0

    def read(self, offset: int, length: int) -> bytes:
        """Up to LENGTH bytes from OFFSET; less only at the end.

        Raises:
            ReadError: the base cannot be read.
        """
        found = bytearray()
        at = bisect_right(self._ends, offset)
        while at < len(self._parts) and len(found) < length:
            start = self._ends[at - 1] if at else 0
            found += self._part(at, offset + len(found) - start, length - len(found))
            at += 1
        return bytes(found)

    def _part(self, at: int, skip: int, length: int) -> bytes:
        part = self._parts[at]
        if isinstance(part, bytes):
            return part[skip : skip + length]
        return self._base.read(part[0] + skip, min(length, part[1] - skip))


def tail_start(source: Source, lines: int) -> int:
    """Offset of the line with which the last LINES lines begin, read backwards in growing blocks."""
    size = source.size()
    block = _TAIL_BLOCK
    while block < size:
        data = source.read(size - block, block)
        if data.count(b"\n") > lines:
            break
        block *= 2
    else:
        return 0
    at = len(data) - 1 if data.endswith(b"\n") else len(data)
    for _ in range(lines):
        at = data.rfind(b"\n", 0, at)
    return size - block + at + 1


def begins_alike(one: Source, other: Source, size: int) -> bool:
    """Whether the first SIZE bytes of ONE and OTHER are the same; what is not there is not the same.

    Raises:
        ReadError: one of them cannot be read.
    """
    for at in range(0, size, _COMPARED):
        length = min(_COMPARED, size - at)
        data = one.read(at, length)
        if len(data) < length or data != other.read(at, length):
            return False
    return True


def _open(path: Path) -> int:
    """A descriptor of the regular file at PATH; opening a pipe does not wait for its writer."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise ReadError(f"cannot read {path}: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise ReadError(f"cannot read {path}: not a regular file")
    return file
