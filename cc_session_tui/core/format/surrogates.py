"""Lone surrogates in the bytes of a record: escapes of half a character, which no Unicode text can hold."""

from __future__ import annotations

import re
from typing import Final

_ESCAPE: Final = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)
"""A pair of surrogates, or one alone (the group), or any other escape."""
_REPLACEMENT: Final = rb"\ufffd"


def has_lone_surrogate(line: bytes) -> bool:
    """Whether a string in LINE, which is JSON, holds a lone surrogate as an escape."""
    return any(found[1] for found in _ESCAPE.finditer(line))


def without_lone_surrogates(line: bytes) -> bytes:
    """LINE with U+FFFD for each lone surrogate."""
    return _ESCAPE.sub(lambda found: _REPLACEMENT if found[1] else found[0], line)
