"""Reading a session file for its metadata: both ends of it, or the whole."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.paths import project_of
from cc_session_tui.core.store.ends import BLOCK, add_ends
from cc_session_tui.core.store.layout import AGENT, SUFFIX
from cc_session_tui.core.store.opening import open_regular
from cc_session_tui.core.store.tally import Tally
from cc_session_tui.core.store.text import clean
from cc_session_tui.core.store.whole import add_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.store.models import FileStat, Meta
    from cc_session_tui.core.store.whole import Progress

_CHUNK = 256 << 10
_LONGEST_UUID = 100
_UUID = re.compile(rb'"uuid"\s*:\s*"([^"]*)"')


class Reading(NamedTuple):
    """What was read of a session file."""

    file: FileStat
    """Its stat before a byte of it was read."""
    meta: Meta
    progress: Progress | None = None
    """Where to go on counting when the file has grown; None where it was not read whole."""


def read_meta(path: str, *, full: bool, progress: Progress | None = None) -> Reading:
    """The metadata of the session file at PATH: from its ends, or with all counts where FULL.

    PROGRESS is of an earlier reading; it saves reading what has not changed since. It is used up.

    Raises:
        ReadError: the file is gone, may not be read, or is no regular file.
    """
    file, found = open_regular(path)
    tally = _empty(found)
    try:
        if full or found.size <= 2 * BLOCK:
            tally, later = add_all(tally, file, progress)
            return Reading(found, _meta(tally, file, found, whole=True), later)
        whole = add_ends(tally, file, found.size)
        return Reading(found, _meta(tally, file, found, whole=whole))
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
    try:
        return add_all(_empty(found), file)[0]
    finally:
        os.close(file)


def _empty(found: FileStat) -> Tally:
    name = clean(found.name.rpartition("/")[2].removesuffix(SUFFIX))
    return Tally(name, sidechain=name.startswith(AGENT))


def _meta(tally: Tally, file: int, found: FileStat, *, whole: bool) -> Meta:
    folder = found.folder.rpartition("/")[2]
    cwd = project_of(filter(None, [*tally.cwds, tally.relocated]), folder)
    return tally.meta(cwd, _Uuids(file, found.size, whole=whole), whole=whole)


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
            rest = chunk[-_LONGEST_UUID:]
            at += len(chunk)
