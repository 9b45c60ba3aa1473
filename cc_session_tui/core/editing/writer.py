r"""The one place that writes session files.

`append` puts whole lines at the end in one write; `replace` writes a new file beside the old one and renames it. Both
first look whether the file is still what was read, and leave it as it was when anything goes wrong.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import tempfile
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ConflictError, WriteError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_IN_PLACE: Final = 64 << 10
"""Bytes up to which an append is one write to the file. A kill could tear a longer one: that is a replacement."""
_TAIL: Final = 64 << 10
_CHUNK: Final = 1 << 20
_MODE: Final = 0o600


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when it was read; tells whether it still is."""

    size: int
    mtime_ns: int
    inode: int
    tail: bytes
    """Hash of its last 64 kB: a rewrite may keep the size and the times."""

    @classmethod
    def of(cls, path: Path) -> Stamp | None:
        """The stamp of PATH now; None where there is no file.

        Raises:
            WriteError: it cannot be looked at.
        """
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise WriteError(f"cannot read {path}: {error.strerror}") from error
        try:
            return cls.of_open(file)
        finally:
            os.close(file)

    @classmethod
    def of_open(cls, file: int) -> Stamp:
        """The stamp of the open FILE now."""
        stat = os.fstat(file)
        return cls(stat.st_size, stat.st_mtime_ns, stat.st_ino, _tail_hash(file, stat.st_size))

    def begins(self, path: Path) -> bool:
        """Whether PATH holds what it held at this stamp, and perhaps more behind it."""
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            return os.fstat(file).st_size >= self.size and _tail_hash(file, self.size) == self.tail
        finally:
            os.close(file)


def _tail_hash(file: int, size: int) -> bytes:
    """Hash of up to 64 kB that stand before SIZE."""
    start = max(0, size - _TAIL)
    return blake2b(os.pread(file, size - start, start), digest_size=16).digest()


def append(path: Path, lines: bytes, seen: Stamp | None) -> Stamp:
    """Put LINES at the end of PATH, which was SEEN when it was read (None: there was no file); return what it is now.

    A file that lacks its last newline gets it first. The folder is made where it is missing.

    Raises:
        ConflictError: the file changed since, even if it only grew.
        WriteError: it cannot be written; it is as it was.
    """
    with _errors(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        target = path.resolve()
        with _locked(target, create=seen is None) as file:
            _check(target, seen, file)
            return _append_open(target, file, lines)


def _append_open(target: Path, file: int, lines: bytes) -> Stamp:
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        lines = b"\n" + lines
    if len(lines) > MOST_IN_PLACE and size:
        return _replace(target, _joined(file, size, lines), os.fstat(file).st_mode, Stamp.of_open(file))
    _write_at_end(file, size, lines)
    os.fsync(file)
    return Stamp.of_open(file)


def _write_at_end(file: int, size: int, lines: bytes) -> None:
    """One write; what a full disk let through of it is taken back."""
    written = 0
    try:
        written = os.write(file, lines)
    finally:
        if written < len(lines) and os.fstat(file).st_size == size + written:
            os.ftruncate(file, size)
    if written < len(lines):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _joined(file: int, size: int, lines: bytes) -> Iterator[bytes]:
    for at in range(0, size, _CHUNK):
        yield os.pread(file, min(_CHUNK, size - at), at)
    yield lines


def replace(path: Path, parts: Iterable[bytes], seen: Stamp | None) -> Stamp:
    """Make PATH a file of PARTS, joined; it was SEEN when it was read (None: there was no file). Return what it is now.

    The new file stands beside the old one until it is whole and on the disk; it takes its permissions over. A symlink
    is followed.

    Raises:
        ConflictError: the file changed since.
        WriteError: it cannot be written; it is as it was.
    """
    with _errors(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        target = path.resolve()
        with _locked(target, create=False) as file:
            _check(target, seen, file)
            mode = os.fstat(file).st_mode if file >= 0 else _MODE
            return _replace(target, parts, mode, seen)


def _replace(target: Path, parts: Iterable[bytes], mode: int, seen: Stamp | None = None) -> Stamp:
    temporary, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        _write_verified(temporary, parts)
        os.fchmod(temporary, mode & 0o7777)
        stamp = Stamp.of_open(temporary)
        _check_unchanged(target, seen)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    finally:
        os.close(temporary)
    _sync_folder(target.parent)
    return stamp


def _write_verified(file: int, parts: Iterable[bytes]) -> None:
    """Write PARTS to FILE and to the disk, and look whether they read back the same."""
    written, size = blake2b(digest_size=16), 0
    with os.fdopen(file, "wb", closefd=False) as out:
        for part in parts:
            out.write(part)
            written.update(part)
            size += len(part)
    os.fsync(file)
    read = blake2b(digest_size=16)
    for at in range(0, size, _CHUNK):
        read.update(os.pread(file, _CHUNK, at))
    if read.digest() != written.digest() or os.fstat(file).st_size != size:
        raise OSError(errno.EIO, "what was written does not read back")


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _locked(target: Path, *, create: bool) -> Iterator[int]:
    """A descriptor of TARGET that other writers of this library wait for; -1 where there is no file to open."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | (os.O_CREAT if create else 0)
    try:
        file = os.open(target, flags, _MODE)
    except FileNotFoundError:
        yield -1
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)


def _check(target: Path, seen: Stamp | None, file: int) -> None:
    """Raise ConflictError unless TARGET, open as FILE, is what was SEEN."""
    now = Stamp.of_open(file) if file >= 0 else None
    if seen is None:
        if now is not None and now.size:
            raise ConflictError(f"{target} is there already")
        return
    if now is None:
        raise ConflictError(f"{target} is gone")
    if now != seen or os.stat(target).st_ino != now.inode:  # noqa: PTH116
        raise ConflictError(f"{target} changed since it was read")


def _check_unchanged(target: Path, seen: Stamp | None) -> None:
    """Raise ConflictError if TARGET changed while its replacement was written; a client does not wait for our lock."""
    if seen is not None and Stamp.of(target) != seen:
        raise ConflictError(f"{target} changed while it was being saved")


@contextlib.contextmanager
def _errors(path: Path) -> Iterator[None]:
    """OSErrors as WriteErrors."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"cannot write {path}: {error.strerror or error}") from error
