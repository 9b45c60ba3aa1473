"""Rows of an index as line numbers, for people."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index


def line_numbers(index: Index) -> array[int]:
    """By row of INDEX: the number of the line it stands on, from 1."""
    numbers = array("i")
    glued = int(Flag.GLUED)  # an enum takes ten times as long
    line = 1
    for row in range(len(index)):
        numbers.append(line)
        if not index.flags[row] & glued or index.raw(row).endswith(b"\n"):
            line += 1
    return numbers
