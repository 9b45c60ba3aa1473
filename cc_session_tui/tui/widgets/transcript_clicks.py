"""What was clicked on in a drawn line: a fold's mark, the count of lines left out, something to open, or the entry."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

_MARK_COLUMN: Final = 2
_MARKS: Final = frozenset("▸▾")
_MORE: Final = re.compile(r"… [\d,]+ more lines?\b")
_OPEN: Final = re.compile(r"(↵ open|\[ \] switch)\s*$")


class Click(Enum):
    """What a click asks for."""

    SELECT = auto()
    """The entry."""
    FOLD = auto()
    """To fold or unfold it."""
    MORE = auto()
    """To show more of its lines."""
    OPEN = auto()
    """The subagent, or the fork's next branch."""


def is_cut(text: str) -> bool:
    """Whether TEXT, a drawn line, says that more lines were left out."""
    return bool(_MORE.search(text))


def click_on(text: str, column: int) -> Click:
    """What a click at COLUMN of a drawn line asks for; TEXT is what stands in it."""
    if column <= _MARK_COLUMN + 1 and text[_MARK_COLUMN : _MARK_COLUMN + 1] in _MARKS:
        return Click.FOLD
    if is_cut(text):
        return Click.MORE
    if (match := _OPEN.search(text)) and column >= match.start():
        return Click.OPEN
    return Click.SELECT
