"""What a file was when it was read, and whether it still is, or only grew."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Final, Self

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.source import FileSource

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.format.source import Source

_TAIL: Final = 64 << 10
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when it was read; tells whether it still is."""

    size: int
    mtime_ns: int
    ctime_ns: int
    """A rewrite may keep size, inode and mtime; this time nobody can set."""
    inode: int
    tail: bytes
    """Hash of its last 64 kB."""

    @classmethod
    def of(cls, path: Path) -> Stamp | None:
        """The stamp of PATH now; None where there is no file.

        Raises:
            ReadError: it cannot be looked at.
        """
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ReadError(f"cannot read {path}: {error.strerror}") from error
        try:
            return cls.of_open(file)
        except OSError as error:
            raise ReadError(f"cannot read {path}: {error.strerror}") from error
        finally:
            os.close(file)

    def ends(self, source: Source) -> bool:
        """Whether the last bytes that were read stand in SOURCE where they stood.

        Raises:
            ReadError: it cannot be read.
        """
        start = max(0, self.size - _TAIL)
        return blake2b(source.read(start, self.size - start), digest_size=16).digest() == self.tail

    @classmethod
    def of_open(cls, file: int) -> Stamp:
        """The stamp of the open FILE now."""
        stat = os.fstat(file)
        start = max(0, stat.st_size - _TAIL)
        tail = blake2b(os.pread(file, stat.st_size - start, start), digest_size=16).digest()
        return cls(stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, tail)


class Content:
    """What was read of a file, as a hash that grows with it; tells whether another state of the file begins so."""

    def __init__(self) -> None:
        """Nothing read yet."""
        self._size = 0
        self._hash = sha256()

    @classmethod
    def of(cls, source: Source, size: int) -> Self:
        """The first SIZE bytes of SOURCE.

        Raises:
            ReadError: it cannot be read.
        """
        content = cls()
        content.extend(source, size)
        return content

    @property
    def digest(self) -> bytes:
        """Hash of what was read."""
        return self._hash.digest()

    def extend(self, source: Source, size: int) -> None:
        """Take in what SOURCE has up to SIZE.

        Raises:
            ReadError: it cannot be read.
        """
        while chunk := source.read(self._size, min(_CHUNK, size - self._size)):
            self._hash.update(chunk)
            self._size += len(chunk)

    def begins(self, path: Path) -> bool:
        """Whether the file at PATH begins with all that was read, that is: only grew since.

        Raises:
            ReadError: it cannot be read.
        """
        return Content.of(FileSource(path), self._size).digest == self.digest
