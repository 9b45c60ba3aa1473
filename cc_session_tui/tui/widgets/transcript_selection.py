"""Text selected with the mouse: its ends are lines of entries, so that they stay when heights above change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.geometry import Offset
from textual.selection import Selection

from cc_session_tui.tui.widgets.transcript_reader import entry_in
from cc_session_tui.tui.widgets.transcript_window import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.widgets.transcript_reader import Reader

_LINES: Final = 1 << 20
"""More lines than an entry has."""
_GUTTER: Final = 2
"""Characters of a drawn line that are no text."""


def anchor_of(line: Line) -> int:
    """LINE as one number, in reading order: what Textual takes for a distance from the beginning."""
    return line.entry * _LINES + line.line


def line_of(anchor: int) -> Line:
    """The line of which ANCHOR is the number."""
    return Line(*divmod(anchor, _LINES))


def selection_of(reader: Reader, at: int) -> Selection:
    """The whole of entry AT."""
    last = len(reader.strips(at)) - 1
    end = len(reader.strips(at)[last].text)
    return Selection(Offset(0, anchor_of(Line(at, 0))), Offset(end, anchor_of(Line(at, last))))


def selection_in(view: View, selection: Selection, old: View) -> Selection | None:
    """SELECTION, made in OLD, in VIEW, another view of the session; None where that lacks an end of it."""
    start, end = (_offset_in(view, offset, old) for offset in (selection.start, selection.end))
    is_lost = (start is None) != (selection.start is None) or (end is None) != (selection.end is None)
    return None if is_lost else Selection(start, end)


def _offset_in(view: View, offset: Offset | None, old: View) -> Offset | None:
    line = line_of(offset.y) if offset is not None else Line(len(old), 0)
    at = entry_in(view, old.key(line.entry), old) if line.entry < len(old) else -1
    return Offset(offset.x, anchor_of(Line(at, line.line))) if offset is not None and at >= 0 else None


def selected_text(reader: Reader, selection: Selection) -> str:
    """The text in SELECTION, without gutter and without the blanks at the ends of lines.

    An end that is open (the selection goes on in another widget) is the window's.
    """
    shown = list(reader.window.lines())
    if not shown:
        return ""
    first = line_of(selection.start.y) if selection.start else shown[0]
    last = line_of(selection.end.y) if selection.end else shown[-1]
    return "\n".join(_texts(reader, selection, first, last))


def _texts(reader: Reader, selection: Selection, first: Line, last: Line) -> Iterator[str]:
    for at in range(first.entry, min(last.entry + 1, len(reader.view))):
        for number, strip in enumerate(reader.strips(at)):
            line = Line(at, number)
            if first <= line <= last:
                yield _text(strip.text, selection.get_span(anchor_of(line)))


def _text(text: str, span: tuple[int, int] | None) -> str:
    start, end = span or (0, -1)
    return text[max(start, _GUTTER) : len(text) if end < 0 else end].rstrip()
