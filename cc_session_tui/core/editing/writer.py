r"""The one place that writes session files.

`append` puts whole lines at the end; `replace` writes a new file beside the old one and renames it. Both first look
whether the file is still what was read, and leave it as it was when anything goes wrong.

Writers of this library wait for each other by a lock on the file. A client takes no lock: what it appends while a file
is exchanged is carried over.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import fcntl
import os
import tempfile
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.stamp import Stamp
from cc_session_tui.core.errors import ConflictError, WriteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["PAGE", "Stamp", "append", "append_locked", "replace"]

PAGE: Final = 4096
"""Linux ends a write to a file between two pages when the process is killed: one that stays inside a page is whole."""
_CHUNK: Final = 1 << 20
_MODE: Final = 0o600
_WRITABLE: Final = 0o222
_FLAGS: Final = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK


def append(path: Path, lines: bytes, seen: Stamp | None) -> Stamp:
    """Put LINES at the end of PATH, which was SEEN when it was read (None: there was no file); return what it is now.

    A file that lacks its last newline gets it first. The folder is made where it is missing, a symlink is followed.
    Lines that end in the page in which the file ends are one write to it; for others the file is exchanged.

    Raises:
        ConflictError: the file changed since, even if it only grew.
        WriteError: it cannot be written; it is as it was.
    """

    def unchanged(now: Stamp) -> bytes:
        _check(path, seen, now)
        return lines

    return append_locked(path, unchanged, create=seen is None)


def append_locked(path: Path, lines: Callable[[Stamp], bytes], *, create: bool = False) -> Stamp:
    """As `append`, with what LINES makes of the state of PATH when no other writer of this library can change it.

    CREATE makes the file where it is missing.

    Raises:
        ConflictError: there is no file; or LINES raises it.
        WriteError: it cannot be written; it is as it was.
    """
    with _locked(path, create=create) as (target, file):
        now = Stamp.of_open(file)
        if not (added := lines(now)):
            return now
        size = os.fstat(file).st_size
        if size and os.pread(file, 1, size - 1) != b"\n":
            added = b"\n" + added
        if size % PAGE + len(added) > PAGE:
            return _exchange(target, file, chain(_chunks(file, size), [added]))
        _write_at_end(file, size, added)
        os.fsync(file)
        return Stamp.of_open(file)


def replace(path: Path, parts: Iterable[bytes], seen: Stamp | None) -> Stamp:
    """Make PATH a file of PARTS, joined; it was SEEN when it was read (None: there was no file). Return what it is now.

    The new file stands beside the old one until it is whole and on the disk; it takes its permissions over. The folder
    is made where it is missing, a symlink is followed.

    Raises:
        ConflictError: the file changed since.
        WriteError: it cannot be written; it is as it was.
    """
    with _locked(path, create=seen is None) as (target, file):
        _check(path, seen, Stamp.of_open(file))
        return _exchange(target, file, parts)


@contextlib.contextmanager
def _locked(path: Path, *, create: bool) -> Iterator[tuple[Path, int]]:
    """The file behind PATH, and a descriptor of it that other writers wait for; OSErrors become WriteErrors.

    Raises:
        ConflictError: there is no file, and none is to be made.
        WriteError: it cannot be opened, or what is done with it fails. A file that was made here is gone then.
    """
    try:
        target = Path(os.path.realpath(path))
        file, is_new = _lock(target, create=create)
        try:
            yield target, file
        except BaseException:
            if is_new and os.fstat(file).st_size == 0 and _is_at(target, file):
                target.unlink()
            raise
        finally:
            os.close(file)
    except OSError as error:
        raise WriteError(f"cannot write {path}: {error.strerror or error}") from error


def _lock(target: Path, *, create: bool) -> tuple[int, bool]:
    """A descriptor of TARGET with the lock on it, and whether the file was made."""
    while True:
        file, is_new = _open(target, create=create)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_at(target, file):
                return file, is_new
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # whoever had the lock exchanged the file


def _open(target: Path, *, create: bool) -> tuple[int, bool]:
    """A descriptor of TARGET, and whether it was made: where CREATE is set, and nothing is there."""
    if create:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with contextlib.suppress(FileExistsError):
            return os.open(target, _FLAGS | os.O_CREAT | os.O_EXCL, _MODE), True
    try:
        file = os.open(target, _FLAGS)
    except FileNotFoundError as error:
        raise ConflictError(f"{target} is gone") from error
    if not os.fstat(file).st_mode & _WRITABLE:  # which does not stop root
        os.close(file)
        raise PermissionError(errno.EACCES, "it is read-only")
    return file, False


def _check(path: Path, seen: Stamp | None, now: Stamp) -> None:
    """Raise ConflictError unless PATH, which is NOW, is what was SEEN; an empty file is as good as none."""
    if seen is None and now.size:
        raise ConflictError(f"{path} is there already")
    if seen not in {None, now}:
        raise ConflictError(f"{path} changed since it was read")


def _is_at(target: Path, file: int) -> bool:
    """Whether FILE is what stands at TARGET."""
    try:
        return os.path.samestat(target.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


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


def _exchange(target: Path, file: int, parts: Iterable[bytes]) -> Stamp:
    """Put a new file of PARTS in the place of TARGET, open as FILE."""
    before = Stamp.of_open(file)
    _remove_leftovers(target)
    new, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        _write_verified(new, parts)
        _take_over(file, new)
        stamp = Stamp.of_open(new)
        if Stamp.of(target) != before:
            raise ConflictError(f"{target} changed while it was being saved")  # noqa: TRY301
        Path(name).replace(target)
        stamp = dataclasses.replace(stamp, ctime_ns=os.fstat(new).st_ctime_ns)  # which the renaming changed
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    finally:
        os.close(new)
    _carry_over(file, before.size, target)
    _sync_folder(target.parent)
    return stamp


def _remove_leftovers(target: Path) -> None:
    """Remove new files for TARGET that a killed process left; a living one has the lock."""
    for entry in os.scandir(target.parent):
        if entry.name.startswith(f".{target.name}.") and entry.name.endswith(".tmp"):
            Path(entry.path).unlink(missing_ok=True)


def _write_verified(file: int, parts: Iterable[bytes]) -> None:
    """Write PARTS to FILE and to the disk, and look whether they read back the same."""
    written, read = blake2b(digest_size=16), blake2b(digest_size=16)
    with os.fdopen(file, "wb", closefd=False) as out:
        for part in parts:
            out.write(part)
            written.update(part)
    os.fsync(file)
    for chunk in _chunks(file, os.fstat(file).st_size):
        read.update(chunk)
    if read.digest() != written.digest():
        raise OSError(errno.EIO, "what was written does not read back")


def _take_over(old: int, new: int) -> None:
    """Give the file NEW the permissions and, as far as that is allowed, the owner of OLD."""
    stat = os.fstat(old)
    with contextlib.suppress(PermissionError):
        os.fchown(new, stat.st_uid, stat.st_gid)
    os.fchmod(new, stat.st_mode & 0o7777)


def _carry_over(old: int, size: int, target: Path) -> None:
    """Append to TARGET what was added to OLD, its former file, after SIZE: by a client, which waits for no lock."""
    if late := os.pread(old, max(0, os.fstat(old).st_size - size), size):
        file = os.open(target, _FLAGS)
        try:
            os.write(file, late)
        finally:
            os.close(file)


def _chunks(file: int, size: int) -> Iterator[bytes]:
    """The first SIZE bytes of FILE, in pieces."""
    return (os.pread(file, min(_CHUNK, size - at), at) for at in range(0, size, _CHUNK))


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
