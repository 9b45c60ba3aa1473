"""The tops of chains while links are being changed, so that no change makes a circle."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from cc_session_tui.core.format.index import NO_PARENT

if TYPE_CHECKING:
    from collections.abc import Sequence


class Tops:
    """What is above what, with short cuts: asking for every row costs little more than asking once."""

    def __init__(self, up: Sequence[int]) -> None:
        """UP is the row above, by row; negative for a top."""
        self._up = array("i", up)
        self._short_cuts: dict[int, int] = {}

    def cut(self, row: int) -> None:
        """Make ROW, a top or one of a circle, a top."""
        self._up[row] = NO_PARENT

    def hang(self, row: int, above: int) -> None:
        """Hang ROW, a top, below ABOVE (negative for nothing)."""
        self._up[row] = above

    def top_of(self, row: int) -> int:
        """The highest row above ROW; one of the circle that the way up ends in, where it does."""
        passed: set[int] = set()
        while self._up[row] >= 0:
            if row in passed:
                return row
            passed.add(row)
            row = self._short_cuts.get(row, self._up[row])
        self._short_cuts.update(dict.fromkeys(passed, row))
        return row
