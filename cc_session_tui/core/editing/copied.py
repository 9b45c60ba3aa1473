"""The bytes of a file as they were, in a nameless file of one's own: nothing that is done to the file reaches them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.source import FileSource

if TYPE_CHECKING:
    from io import FileIO
    from pathlib import Path

    from cc_session_tui.core.editing.stamp import Stamp
    from cc_session_tui.core.format.source import Source

_CHUNK: Final = 1 << 20
_MOST_COPIED: Final = 128 << 20


class CopiedSource:
    """A copy of the beginning of a file. The system removes it with the process."""

    def __init__(self, path: Path, size: int) -> None:
        """A copy of the first SIZE bytes of the file at PATH.

        Raises:
            ReadError: it cannot be read, is shorter, or there is no room for a copy.
        """
        self.path = path
        self._file = _nameless(path)
        self._size = 0
        self.extend(size)

    def __del__(self) -> None:
        """Close the file."""
        if (file := getattr(self, "_file", None)) is not None:
            file.close()

    def extend(self, size: int) -> None:
        """Copy what the file at the path has by now, up to SIZE.

        Raises:
            ReadError: as at first.
        """
        source = FileSource(self.path)
        try:
            self._file.seek(self._size)
            while self._size < size and (chunk := source.read(self._size, min(_CHUNK, size - self._size))):
                self._size += self._file.write(chunk)
        except OSError as error:
            raise ReadError(f"cannot copy {self.path}: {error.strerror}") from error
        if self._size < size:
            raise ReadError(f"{self.path} is shorter than it was")

    def read(self, offset: int, length: int) -> bytes:
        """Up to LENGTH bytes from OFFSET; less only at the end."""
        return os.pread(self._file.fileno(), min(length, max(0, self._size - offset)), offset)

    def size(self) -> int:
        """The number of bytes."""
        return self._size


def as_it_was(path: Path, seen: Stamp) -> Source:
    """The file at PATH as it was SEEN: a copy; the file itself where that is big, or no copy of it can be made.

    Raises:
        ReadError: it cannot be read.
    """
    if seen.size <= _MOST_COPIED:
        with contextlib.suppress(ReadError):
            copy = CopiedSource(path, seen.size)
            if seen.ends(copy):
                return copy
    return FileSource(path)


def _nameless(path: Path) -> FileIO:
    try:
        return tempfile.TemporaryFile(buffering=0)
    except OSError as error:
        raise ReadError(f"cannot copy {path}: {error.strerror}") from error
