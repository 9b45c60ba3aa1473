"""Pictures: what they are; a terminal does not show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment

from cc_session_tui.tui.presentation.lines import Line
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import size_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.core.transcript.entries import Image
    from cc_session_tui.tui.presentation.palette import Palette


def image_words(image: Image) -> str:
    """Type, width and height in pixels, size: `image/png · 84 kB` where the pixels are not known."""
    pixels = f"{image.width}\N{MULTIPLICATION SIGN}{image.height}" if image.width and image.height else ""
    return " · ".join(part for part in (one_line(image.media_type, 80), pixels, size_words(image.size)) if part)


def image_lines(images: Sequence[Image], palette: Palette) -> Iterator[Line]:
    """A line for each of IMAGES."""
    for image in images:
        yield Line([Segment("▣ ", palette.code), Segment(image_words(image), palette.dim)])
