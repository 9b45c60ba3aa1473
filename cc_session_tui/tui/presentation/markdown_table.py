"""Tables of Markdown: columns as wide as they need, narrowed fairly where the line is too short."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment

from cc_session_tui.tui.presentation.lines import Line
from cc_session_tui.tui.presentation.markdown_inline import inline
from cc_session_tui.tui.presentation.wrap import Spans, fold, width_of, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.tui.presentation.markdown import Node
    from cc_session_tui.tui.presentation.palette import Palette

_GAP = 3
_LEAST = 4


class _Cell(NamedTuple):
    spans: Spans
    align: str


def table(node: Node, source: Sequence[str], width: int, palette: Palette) -> Iterator[Line]:
    """The lines of a table; its source where WIDTH is too small for its columns."""
    head = [_row(row, palette, head=True) for part in node.inside[:1] for row in part.inside]
    body = [_row(row, palette, head=False) for part in node.inside[1:] for row in part.inside]
    widths = _widths([*head, *body], width)
    if not widths:
        start, end = node.token.map or (0, 0)
        lines = source[start:end]
        return (Line(row) for line in lines for row in fold([Segment(line, palette.text)], width))
    return _lines(head, body, widths, palette)


def _row(node: Node, palette: Palette, *, head: bool) -> list[_Cell]:
    style = palette.strong if head else palette.text
    return [
        _Cell(inline(cell.inside[0].token, style, palette)[0], str(cell.token.attrGet("style") or ""))
        for cell in node.inside
    ]


def _widths(rows: Sequence[Sequence[_Cell]], width: int) -> list[int]:
    """Cells of each column; none where not even the least widths fit."""
    wanted = [max(1, *(width_of(cell.spans) for cell in column)) for column in zip(*rows, strict=False)]
    room = width - _GAP * (len(wanted) - 1)
    if not wanted or room < _LEAST * len(wanted):
        return [] if sum(wanted) > room else wanted
    while sum(wanted) > room:
        widest = max(wanted)
        others = [size for size in wanted if size < widest]
        most = wanted.count(widest)
        floor = max((room - sum(others)) // most, max(others, default=0), 1)
        share = floor if floor < widest else widest - 1
        wanted = [min(size, share) for size in wanted]
    return wanted


def _lines(
    head: Sequence[Sequence[_Cell]], body: Sequence[Sequence[_Cell]], widths: Sequence[int], palette: Palette
) -> Iterator[Line]:
    for row in head:
        yield from _row_lines(row, widths, palette)
    yield Line([Segment("─┼─".join("─" * size for size in widths), palette.rule)])
    for row in body:
        yield from _row_lines(row, widths, palette)


def _row_lines(row: Sequence[_Cell], widths: Sequence[int], palette: Palette) -> Iterator[Line]:
    cells = [list(wrap(cell.spans, size)) for cell, size in zip(row, widths, strict=False)]
    for number in range(max(len(cell) for cell in cells)):
        spans: Spans = []
        for column, (cell, size) in enumerate(zip(cells, widths, strict=False)):
            if column:
                spans.append(Segment(" │ ", palette.rule))
            spans += _padded(cell[number] if number < len(cell) else [], size, row[column].align)
        yield Line(spans)


def _padded(spans: Spans, size: int, align: str) -> Spans:
    free = max(size - width_of(spans), 0)
    left = free if "right" in align else free // 2 if "center" in align else 0
    return [Segment(" " * left), *spans, Segment(" " * (free - left))]
