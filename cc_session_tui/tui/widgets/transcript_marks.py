"""Styles laid over drawn lines: what was found, what is selected."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CharSpan = tuple[int, int]
"""A part of a line's text: from, and up to (exclusive), in characters."""


def restyle(strip: Strip, spans: Sequence[CharSpan], style: Style) -> Strip:
    """STRIP with STYLE laid over SPANS of its text."""
    edges = {edge for span in spans for edge in span}
    return Strip(list(_segments(strip, spans, edges, style)), strip.cell_length)


def _segments(strip: Strip, spans: Sequence[CharSpan], edges: set[int], style: Style) -> Iterator[Segment]:
    start = 0
    for text, old, _ in strip:
        cuts = sorted({0, len(text), *(edge - start for edge in edges if 0 < edge - start < len(text))})
        for left, right in pairwise(cuts):
            inside = any(first <= start + left < last for first, last in spans)
            yield Segment(text[left:right], (old or Style.null()) + style if inside else old)
        start += len(text)
