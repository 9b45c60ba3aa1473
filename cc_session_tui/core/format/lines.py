"""A line to pieces: one where it reads as one JSON value, several where records were glued or cut.

That happens to real files: two writers, a torn write that another record was appended to, NUL runs after a crash. The
pieces of a line tile it: joined, they are the line, byte for byte.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

JSON = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None
"""Any JSON value, as Python reads it."""


def _number(digits: str) -> int | float:
    """An integer, or a float where DIGITS are more than Python reads (4,300): infinity, as for the client."""
    try:
        return int(digits)
    except ValueError:
        return float(digits)


_DECODER = json.JSONDecoder(strict=False, parse_int=_number)
_OBJECT_START = re.compile(r'\{\s*"')
_EDGES = "\x00\ufeff \t\r\n"
_RECORD_IDS = frozenset({"uuid", "sessionId", "leafUuid", "messageId"})
_MOST_STARTS = 200


class Piece(NamedTuple):
    """A part of a line that is one JSON value, or bytes that are none."""

    start: int
    """Offset in the line, in bytes."""
    end: int
    """Offset in the line just after the piece, in bytes."""
    value: JSON
    """The value; None for bytes that are no JSON (and for a literal null)."""
    whole: bool
    """Whether the piece reads as JSON."""


def loads(line: bytes) -> JSON:
    """The JSON value of LINE, read tolerantly.

    BOM, NUL runs and blanks around the value, lone surrogates, raw control characters, NaN and invalid UTF-8 are read.

    Raises:
        ValueError: LINE holds no JSON value, or more than one, or is nested too deeply.
    """
    text = _text(line).strip(_EDGES)
    try:
        value: JSON = _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def pieces(line: bytes) -> list[Piece]:
    """LINE cut into whole JSON values and the bytes between them; the pieces tile LINE."""
    try:
        return [Piece(0, len(line), loads(line), whole=True)]
    except ValueError:
        return _glued(line) or [Piece(0, len(line), None, whole=False)]


def _glued(line: bytes) -> list[Piece]:
    """The pieces of a line that is not one value; empty where no record stands in it."""
    text = _text(line)
    found: list[tuple[int, int, JSON]] = []
    at = 0
    for _ in range(_MOST_STARTS):
        start = _OBJECT_START.search(text, at)
        if start is None:
            break
        at = _read_object(text, start.start(), found)
    found = _outermost(text, found)
    return _tile(text, line, found) if found else []


def _outermost(text: str, found: list[tuple[int, int, JSON]]) -> list[tuple[int, int, JSON]]:
    """Those of FOUND that run from the start of TEXT or to its end; the others stand inside a record that was cut."""
    first, at = 0, 0
    while first < len(found) and not text[at : found[first][0]].strip(_EDGES):
        at = found[first][1]
        first += 1
    last, at = len(found), len(text)
    while last > first and not text[found[last - 1][1] : at].strip(_EDGES):
        last -= 1
        at = found[last][0]
    return found[:first] + found[last:]


def _read_object(text: str, start: int, found: list[tuple[int, int, JSON]]) -> int:
    """Read the object at START of TEXT into FOUND if it is a record; return where to look on."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return start + 1
    if _is_record(value):
        found.append((start, end, value))
        return end
    return start + 1


def _is_record(value: JSON) -> bool:
    """Whether VALUE is a record and not a part of one: a block or message has a type, but none of a record's ids."""
    return isinstance(value, dict) and isinstance(value.get("type"), str) and not _RECORD_IDS.isdisjoint(value)


def _tile(text: str, line: bytes, found: list[tuple[int, int, JSON]]) -> list[Piece]:
    """Pieces for FOUND values and the text between them, in byte offsets of LINE; blanks go to the piece before."""
    cuts: list[tuple[int, JSON, bool]] = []
    at = 0
    for start, end, value in found:
        if text[at:start].strip(_EDGES):
            cuts.append((at, None, False))
            at = start
        cuts.append((at, value, True))
        at = end
    if text[at:].strip(_EDGES):
        cuts.append((at, None, False))
    starts = [len(text[:cut].encode("utf-8", "surrogateescape")) for cut, _, _ in cuts]
    return [
        Piece(a, b, value, whole)
        for (_, value, whole), a, b in zip(cuts, starts, [*starts[1:], len(line)], strict=True)
    ]


def _text(line: bytes) -> str:
    return line.decode("utf-8", "surrogateescape")
