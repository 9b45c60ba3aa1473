"""Text that stays readable on the ground of a selected row, whatever the theme."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from cc_session_tui.tui.presentation.palette import contrast

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.color import Color as RichColor

    from cc_session_tui.tui.presentation.palette import Palette

_LEAST: Final = 4.5
_LEAST_FAINT: Final = 3.0
_STEPS: Final = 20


def on_selected(strip: Strip, palette: Palette) -> Strip:
    """STRIP on the ground of a selected row; what has a ground of its own keeps that."""
    ground = palette.selected
    return _restyled(strip, lambda style: ground + readable(style, ground.bgcolor, palette))


def readable_on(strip: Strip, ground: RichColor | None, palette: Palette) -> Strip:
    """STRIP with what stands on GROUND already made readable there."""
    return _restyled(strip, lambda style: readable(style, ground, palette) if style.bgcolor == ground else style)


def readable(style: Style, ground: RichColor | None, palette: Palette) -> Style:
    """STYLE as it can be read on GROUND (None: the terminal's own): 4.5 to 1, what is faint 3 to 1."""
    if ground is None:
        return style + Style(dim=False) if style.dim else style
    if (style.bgcolor is not None and style.bgcolor != ground) or palette.text.color is None:
        return style
    ink = style.color or palette.text.color
    least = _LEAST_FAINT if style.color is not None and style.color == palette.faint.color else _LEAST
    return style + Style(color=_lifted(ink, ground, palette.text.color, least))


@lru_cache(maxsize=1024)
def _lifted(colour: RichColor, ground: RichColor, ink: RichColor, least: float) -> RichColor:
    """COLOUR, moved no further towards INK than it takes; towards black or white where INK itself is too close."""
    paper, start = Color.from_rich_color(ground), Color.from_rich_color(colour)
    if start.ansi is not None or paper.ansi is not None or contrast(start, paper) >= least:
        return colour
    end = Color.from_rich_color(ink)
    if contrast(end, paper) < least:
        end = max((Color(0, 0, 0), Color(255, 255, 255)), key=lambda other: contrast(other, paper))
    moved = (start.blend(end, step / _STEPS, alpha=1) for step in range(1, _STEPS))
    return next((other for other in moved if contrast(other, paper) >= least), end).rich_color


def _restyled(strip: Strip, restyle: Callable[[Style], Style]) -> Strip:
    segments = [Segment(text, restyle(style or Style.null()), control) for text, style, control in strip]
    return Strip(segments, strip.cell_length)
