"""Text of a session made safe for a terminal: what would steer the terminal is shown instead."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_NO_CELL: Final = frozenset({"Mn", "Me", "Cf"})
_DELETE: Final = 0x7F
_FIRST_PICTURE: Final = 0x2400
_LAST_C0: Final = 0x1F


def visible(text: str) -> str:
    """TEXT with signs for control characters, bidi marks and lone surrogates; tabs and newlines stay."""
    return _UNSAFE.sub(_sign, text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """TEXT as one line: `visible`, its white space squeezed."""
    return visible(" ".join(text.split()))


def cells(text: str) -> int:
    """How many columns of a terminal TEXT takes."""
    if text.isascii():
        return len(text)
    return sum(_cells_of(char) for char in text)


def cut(text: str, width: int) -> str:
    """TEXT cut to WIDTH columns, with an ellipsis where something is left out."""
    if cells(text) <= width:
        return text
    room = width - 1
    for at, char in enumerate(text):
        room -= _cells_of(char)
        if room < 0:
            return text[:at] + "…"
    return text


def padded(text: str, width: int) -> str:
    """TEXT filled up with blanks to WIDTH columns."""
    return text + " " * (width - cells(text))


def _cells_of(char: str) -> int:
    if unicodedata.category(char) in _NO_CELL:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code <= _LAST_C0:
        return chr(_FIRST_PICTURE + code)
    if code == _DELETE:
        return "␡"
    return "\ufffd" if "\ud800" <= found[0] <= "\udfff" else f"⟨U+{code:04X}⟩"
