"""The last look at what is drawn: nothing that a terminal would obey gets to it, whoever forgot to make it visible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color

_OBEYED: Final = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class SafeLines(LineFilter):
    """Takes control characters, and what is no character, out of lines that are drawn; what is left keeps its place.

    Text of sessions is made visible where it is made (`presentation.plain`). This is for what is drawn by others: lines
    that are typed in, and what they suggest.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """SEGMENTS without them."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_OBEYED.sub(_stand_in, text), style, control) for text, style, control in segments]


def _stand_in(match: re.Match[str]) -> str:
    """What is as wide as the character that was found."""
    return "\N{REPLACEMENT CHARACTER}" * cell_len(match[0])
