"""Lines to rows: the length, the head and the flags of each row that a line makes."""

from __future__ import annotations

import json
from enum import IntFlag
from typing import TYPE_CHECKING, Final

import msgspec

from cc_session_tui.core.format.lines import JSON, loads, pieces
from cc_session_tui.core.format.records import Head, decode_fast, decode_head, head_of

if TYPE_CHECKING:
    from collections.abc import Iterator

REFUSED: Final = (msgspec.MsgspecError, ValueError, RecursionError)
"""What the decoders raise for a line that they do not read."""
_BLANK: Final = Head("(blank)")
_DAMAGED: Final = Head("(damaged)")


class Flag(IntFlag):
    """What is true of a row."""

    SIDECHAIN = 1
    META = 2
    COMPACT_SUMMARY = 4
    API_ERROR = 8
    SLOW = 16
    """Only the tolerant decoder reads it: lone surrogate, NaN, BOM, NUL run, control character, wrongly typed field."""
    GLUED = 32
    """Its line holds more than this row."""
    DAMAGED = 64
    """Its bytes are no record."""
    TORN = 128
    """It is the last line and has no newline yet."""
    BLANK = 256
    """It holds nothing but white space or NULs."""
    HAS_UUID = 512
    UNREAD = 1024
    """The client (2.1.332) skips the record: it is no strict JSON, or something stands before it on its line.

    What stands behind a record does not matter to the client.
    """


def rows_of(line: bytes, *, at_start: bool = False) -> Iterator[tuple[int, Head, int]]:
    """(length, head, flags) of each row that LINE makes; LINE has its newline, or is torn.

    AT_START tells that it is the first line of the file, where the client takes a BOM.
    """
    flags = 0 if line.endswith(b"\n") else Flag.TORN
    try:
        yield len(line), decode_head(line), flags
    except REFUSED:
        yield from _slow_items(line, flags, at_start=at_start)


def _slow_items(line: bytes, flags: int, *, at_start: bool) -> Iterator[tuple[int, Head, int]]:
    """The rows of a line that the fast decoder refused, by what the tolerant one makes of it."""
    if not line.strip(b"\x00 \t\r\n"):
        yield len(line), _BLANK, flags | Flag.BLANK
        return
    parts = pieces(line)
    if len(parts) > 1:
        flags |= Flag.GLUED
    for part in parts:
        if isinstance(part.value, dict):
            is_read = not part.start and _is_strict(line, bom=at_start)
            yield part.end - part.start, head_of(part.value), flags | Flag.SLOW | (0 if is_read else Flag.UNREAD)
        else:
            yield part.end - part.start, _DAMAGED, flags | Flag.DAMAGED


def _is_strict(line: bytes, *, bom: bool) -> bool:
    """Whether LINE begins, behind a BOM where that may be, with a value that is JSON to the letter."""
    text = line.decode("utf-8", "replace")
    try:
        _STRICT.raw_decode((text.removeprefix("\ufeff") if bom else text).lstrip(" \t\r\n"))
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(name: str) -> JSON:
    raise ValueError(name)


_STRICT: Final = json.JSONDecoder(parse_int=float, parse_constant=_refuse)


def value_of(line: bytes, *, slow: bool) -> JSON:
    """The value of LINE; None where no decoder reads it (nested deeper than the stack has room for)."""
    for decode in (loads,) if slow else (decode_fast, loads):
        try:
            return decode(line)
        except REFUSED:
            continue
    return None
