"""A line to draw, and the strip that is made of it: gutter, text, a ground up to the right edge, facts at the right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from cc_session_tui.tui.presentation.wrap import Spans, cut, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.style import Style

FOLDED: Final = "▸"
"""The mark of an entry that can be opened."""
UNFOLDED: Final = "▾"
"""The mark of an entry that is opened."""
TEXT_COLUMN: Final = 2
"""Where text begins: after the gutter bar and a blank."""
RIGHT_MARGIN: Final = 1
"""Blank cells at the right of each line."""
BODY_INDENT: Final = 2
"""Cells that an opened entry's body is moved in, so that it stands under the name."""

_APART: Final = Segment("  ")
"""Between the text and what is kept at the right."""
_LEAST: Final = 8
"""Cells of text beside which something is kept."""

NO_BAR: Final = Segment(" ")
"""The gutter of a line that nobody speaks."""


@dataclass(slots=True)
class Line:
    """One line, before it is fitted to the width."""

    spans: Spans = field(default_factory=list)
    """From the text column on."""
    body: Spans = field(default_factory=list)
    """After the spans, on the ground."""
    fill: Style | None = None
    """The ground under `body`, up to the right margin."""
    right: Spans = field(default_factory=list)
    """Facts at the right edge."""
    kept: Spans = field(default_factory=list)
    """After them, what is never cut: what a key does, how long a call runs."""
    bar: Segment | None = None
    """The gutter, where it is not the entry's bar."""
    more: int = 0
    """Not a line, but this many lines that are left out."""


def rest(more: int) -> Iterator[Line]:
    """The mark of MORE lines that are left out; nothing where none are."""
    if more:
        yield Line(more=more)


def indented(lines: Iterable[Line]) -> Iterator[Line]:
    """LINES, moved in to stand below a name."""
    for line in lines:
        line.spans = [Segment(" " * BODY_INDENT), *line.spans]
        yield line


def text_width(width: int) -> int:
    """Cells for text in a strip of WIDTH."""
    return width - TEXT_COLUMN - RIGHT_MARGIN


def strip_of(line: Line, bar: Segment, width: int) -> Strip:
    """LINE as a strip of exactly WIDTH cells; what does not fit is cut with an ellipsis."""
    room = text_width(width)
    kept = [_APART, *line.kept] if line.kept and width_of(line.kept) + _LEAST < room else []
    right, spans = _shared(line, room - width_of(kept))
    right = [*right, *kept]
    segments = [line.bar or bar, Segment(" "), *spans]
    used = width_of(spans)
    if line.fill is not None:
        segments += _grounded(line.body, line.fill, room - used)
        used = room
    facts = width_of(right)
    segments.append(Segment(" " * (room - used - facts)))
    segments += right
    segments.append(Segment(" " * RIGHT_MARGIN))
    return Strip([segment for segment in segments if segment.text], width)


def _shared(line: Line, room: int) -> tuple[Spans, Spans]:
    """The right and the left text, cut so that both fit: the left keeps three fifths if it needs them."""
    if not line.right:
        return [], cut(line.spans, room)
    left, facts = width_of(line.spans), width_of(line.right)
    if left + facts < room:
        return line.right, line.spans
    left = max(room - facts - 2, min(left, room * 3 // 5))
    right = cut(line.right, room - left - 2)
    return right, cut(line.spans, room - width_of(right) - 2 if right else room)


def _grounded(body: Spans, fill: Style, room: int) -> Spans:
    cells = cut(body, room)
    laid = [Segment(text, fill + style if style else fill) for text, style, _ in cells]
    return [*laid, Segment(" " * (room - sum(cell_len(text) for text, _, _ in cells)), fill)]
