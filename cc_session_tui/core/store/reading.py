"""Reading a session file for its metadata: both ends of it, or the whole."""

from __future__ import annotations

import os
import re
import stat
from binascii import crc32
from io import BufferedReader, FileIO
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.paths import project_of
from cc_session_tui.core.store.facts import facts_of
from cc_session_tui.core.store.layout import AGENT, SUFFIX
from cc_session_tui.core.store.models import FileStat, Meta
from cc_session_tui.core.store.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLOCK: Final = 16 << 10
"""Bytes that are read first of either end; four times as many where that holds no whole record, and so on."""

_MOST_HEAD = 1 << 20
_MOST_TAIL = 16 << 20
_CHUNK = 256 << 10
_NEWLINE = 0x0A
_TITLE = b'-title"'
_GROWTH = 4
_WORTH_RESUMING = 1 << 20
_CHECKED = 4 << 10
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY  # a fifo would block, a terminal take us over
_UUID = re.compile(rb'"uuid"\s*:\s*"([^"]*)"')


class Reading(NamedTuple):
    """What was read of a session file."""

    file: FileStat
    """Its stat before a byte of it was read."""
    meta: Meta
    progress: bytes = b""
    """Where to go on when the file has grown; empty where it's as quick to begin anew."""


class _Progress(msgspec.Struct):
    """A tally of the first `position` bytes, that end in bytes with a checksum of `check`."""

    position: int
    check: int
    tally: Tally


def read_meta(path: str, *, full: bool, progress: bytes = b"") -> Reading:
    """The metadata of the session file at PATH: from its ends, or with all counts where FULL.

    PROGRESS is of an earlier reading; it saves reading what has not changed since.

    Raises:
        ReadError: the file is gone, may not be read, or is no regular file.
    """
    file, found = open_regular(path)
    try:
        return _read_whole(file, found, progress) if full or found.size <= 2 * BLOCK else _read_ends(file, found)
    except OSError as error:
        raise ReadError(f"cannot read {path}: {error.strerror}") from error
    finally:
        os.close(file)


def read_tally(path: str) -> Tally:
    """All that the lines of the session file at PATH add up to.

    Raises:
        ReadError: the file is gone, may not be read, or is no regular file.
    """
    file, found = open_regular(path)
    tally = _new_tally(found)
    with os.fdopen(file, "rb", _CHUNK) as lines:
        tally.add_line(_add_lines(tally, lines))
    return tally


def open_regular(path: str) -> tuple[int, FileStat]:
    """A descriptor of the regular file at PATH, and its stat.

    Raises:
        ReadError: the file is gone, may not be read, or is no regular file.
    """
    try:
        file = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ReadError(f"cannot read {path}: {why}") from error
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode):
        os.close(file)
        raise ReadError(f"cannot read {path}: not a regular file")
    return file, FileStat(path, found.st_size, found.st_mtime_ns, found.st_ino, found.st_ctime_ns)


def _new_tally(found: FileStat) -> Tally:
    name = found.name.rpartition("/")[2].removesuffix(SUFFIX)
    return Tally(name, sidechain=name.startswith(AGENT))


def _meta(tally: Tally, file: int, found: FileStat, *, whole: bool) -> Meta:
    folder = found.folder.rpartition("/")[2]
    cwd = project_of(filter(None, [*tally.cwds, tally.relocated]), folder)
    return tally.meta(cwd, _Uuids(file, found.size, whole=whole), whole=whole)


# the whole file


def _read_whole(file: int, found: FileStat, progress: bytes) -> Reading:
    tally, position = _resume(file, found, progress)
    with os.fdopen(file, "rb", _CHUNK, closefd=False) as stream:
        stream.seek(position)
        torn = _add_lines(tally, stream)
        position = stream.tell() - len(torn)
    saved = _save(tally, file, position) if position >= _WORTH_RESUMING else b""
    tally.add_line(torn)
    return Reading(found, _meta(tally, file, found, whole=True), saved)


def _add_lines(tally: Tally, lines: Iterable[bytes]) -> bytes:
    """Add the complete ones of LINES; return the last one where it has no newline."""
    for line in lines:
        if line[-1] != _NEWLINE:
            return line
        tally.add_line(line)
    return b""


def _resume(file: int, found: FileStat, saved: bytes) -> tuple[Tally, int]:
    """The tally SAVED and its position, where the file still begins with what it was made of; else a new one."""
    if saved:
        try:
            progress = msgspec.msgpack.decode(saved, type=_Progress)
        except msgspec.MsgspecError:
            return _new_tally(found), 0
        same = progress.tally.name == _new_tally(found).name and progress.position <= found.size
        if same and progress.check == _check(file, progress.position):
            return progress.tally, progress.position
    return _new_tally(found), 0


def _save(tally: Tally, file: int, position: int) -> bytes:
    return msgspec.msgpack.encode(_Progress(position, _check(file, position), tally))


def _check(file: int, position: int) -> int:
    """A checksum of the bytes before POSITION: a file that was rewritten has others there."""
    start = max(0, position - _CHECKED)
    return crc32(os.pread(file, position - start, start))


# its ends


def _read_ends(file: int, found: FileStat) -> Reading:
    tally = _new_tally(found)
    with BufferedReader(FileIO(file, closefd=False), BLOCK) as stream:
        start = _add_head(tally, stream)
    first, tally.last_prompt = tally.last_prompt, ""  # between the ends there may be newer ones
    whole = start >= found.size or _add_tail(tally, file, start, found.size)
    meta = _meta(tally, file, found, whole=whole)
    return Reading(found, meta._replace(last_prompt=meta.last_prompt or first))


def _add_head(tally: Tally, stream: BufferedReader[FileIO]) -> int:
    """Add lines from the start until the first prompt was there, and the titles near it; return where they end."""
    at = 0
    for line in stream:
        tally.add_line(line)
        at += len(line)
        found = tally.title_prompt and tally.cwds and _TITLE not in stream.peek()
        if found or at > _MOST_HEAD:
            break
    return at


def _add_tail(tally: Tally, file: int, start: int, size: int) -> bool:
    """Add the last lines, none from before START, as many as hold a record with a time; tell whether these are all."""
    block = BLOCK
    while block <= _MOST_TAIL:
        at = max(start, size - block)
        data = os.pread(file, size - at, at)
        if at > start:
            data = data[data.find(b"\n") + 1 :] if b"\n" in data else b""
        lines = data.split(b"\n")
        if at == start or any(facts.timestamp for line in lines if (facts := facts_of(line))):
            for line in lines:
                tally.add_line(line)
            return at == start
        block *= _GROWTH
    return False


class _Uuids:
    """The uuids in a session file, or in its ends; read when first asked for, since only old sessions need them."""

    def __init__(self, file: int, size: int, *, whole: bool) -> None:
        self._file = file
        self._size = size
        self._whole = whole
        self._found: set[str] | None = None

    def __contains__(self, uuid: object) -> bool:
        if self._found is None:
            self._found = {match.decode(errors="replace") for data in self._data() for match in _UUID.findall(data)}
        return uuid in self._found

    def _data(self) -> Iterator[bytes]:
        if not self._whole:
            yield os.pread(self._file, BLOCK, 0)
            yield os.pread(self._file, BLOCK, max(0, self._size - BLOCK))
            return
        at, rest = 0, b""
        while chunk := os.pread(self._file, _CHUNK, at):
            yield rest + chunk
            rest = chunk[-100:]
            at += len(chunk)
