"""Code on a ground of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment

from cc_session_tui.tui.presentation.highlight import coloured
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line
from cc_session_tui.tui.presentation.wrap import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.tui.presentation.palette import Palette


def fence(lines: Sequence[str], language: str, width: int, palette: Palette) -> Iterator[Line]:
    """Code LINES (visible, without tabs) in colours, folded to WIDTH with its margins."""
    for spans in coloured(lines, language, palette):
        for row in fold(spans, max(width - BODY_INDENT - 2, 2)):
            yield Line([Segment(" " * BODY_INDENT)], [Segment(" "), *row], palette.fence)
