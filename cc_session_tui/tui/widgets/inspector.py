"""The inspector: the facts about one record, and the record as JSON; lines are made as one comes to them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.segment import Segment
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cc_session_tui.tui.commands import INSPECTOR_COMMANDS, bindings
from cc_session_tui.tui.messages import RowWanted
from cc_session_tui.tui.presentation.grounds import on_selected
from cc_session_tui.tui.presentation.json_view import JsonLine, Path, json_lines
from cc_session_tui.tui.presentation.plain import one_line, visible
from cc_session_tui.tui.presentation.words import size_words
from cc_session_tui.tui.presentation.wrap import fold
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.binding import BindingType

    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.widgets.inspector_facts import RecordFacts

_AHEAD: Final = 200
_BYTES_SHOWN: Final = 64_000
_LABEL: Final = 10


class Line(NamedTuple):
    """A line of the inspector."""

    spans: list[Segment]
    path: Path = ()
    """Where its value stands in the record."""
    is_cut: bool = False
    """Whether it belongs to a string of which only the beginning is shown."""
    row: int = -1
    """A record that it names; -1 for none."""


class Inspector(ScrollView, can_focus=True):
    """Facts and JSON of the record it was given last."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(INSPECTOR_COMMANDS)

    cursor: reactive[int] = reactive(0, repaint=False)
    """The selected line."""

    @dataclass
    class RecordWanted(Message):
        """The record STEP records on, of the same entry, is wanted."""

        step: int

    def __init__(self, *, id: str | None = None) -> None:
        """An inspector that shows nothing."""
        super().__init__(id=id)
        self.facts: RecordFacts | None = None
        """What it shows."""
        self._lines: list[Line] = []
        self._rest: Iterator[Line] = iter(())
        self._opened: set[Path] = set()

    def show(self, facts: RecordFacts | None) -> None:
        """Show FACTS, from the top."""
        self.facts = facts
        self._opened = set()
        self._restart()
        self.set_reactive(Inspector.cursor, 0)
        self.scroll_to(y=0, animate=False)

    def _restart(self) -> None:
        """Make the lines anew: another record, another width, other colours."""
        self._lines = []
        self._rest = (
            _lines_of(self.facts, max(8, self.scrollable_content_region.width - 2), palette_of(self), self._opened)
            if self.facts
            else iter(())
        )
        self._make(max(self.cursor, self.scroll_offset.y) + self.size.height + _AHEAD)
        self.refresh()

    def _make(self, count: int) -> None:
        """Have at least COUNT lines, as far as there are so many."""
        if count > len(self._lines):
            self._lines.extend(islice(self._rest, count - len(self._lines)))
            self.virtual_size = Size(self.size.width, len(self._lines))

    def notify_style_update(self) -> None:
        """Draw in the new colours."""
        super().notify_style_update()
        if self.is_mounted:
            self._restart()

    def on_resize(self) -> None:
        """Fold to the new width."""
        self._restart()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Make the lines that one comes to."""
        super().watch_scroll_y(old_value, new_value)
        self._make(int(new_value) + self.size.height + _AHEAD)

    def render_line(self, y: int) -> Strip:
        """Draw a line of the visible part."""
        at, width = y + self.scroll_offset.y, self.size.width
        if at >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        strip = Strip([Segment(" "), *self._lines[at].spans]).crop(0, width).adjust_cell_length(width)
        if at == self.cursor and self.has_focus:
            strip = on_selected(strip, palette_of(self))
        return strip.apply_style(self.rich_style)

    # moving

    def move(self, to: int) -> None:
        """Select line TO."""
        self._make(to + self.size.height)
        self.cursor = max(0, min(to, len(self._lines) - 1))

    def watch_cursor(self) -> None:
        """Keep the selected line in sight."""
        top, height = self.scroll_offset.y, self.size.height
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False)
        self.refresh()

    def action_cursor_down(self) -> None:
        """Next line."""
        self.move(self.cursor + 1)

    def action_cursor_up(self) -> None:
        """Previous line."""
        self.move(self.cursor - 1)

    def action_page_down(self) -> None:
        """A page down."""
        self.move(self.cursor + max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """A page up."""
        self.move(self.cursor - max(1, self.size.height - 1))

    def action_go_first(self) -> None:
        """First line."""
        self.move(0)

    def action_go_last(self) -> None:
        """Last line; all of them are made."""
        self._lines.extend(self._rest)
        self.virtual_size = Size(self.size.width, len(self._lines))
        self.move(len(self._lines) - 1)

    def on_click(self, event: events.Click) -> None:
        """Select the line; on the selected one, do what enter does."""
        at = event.y + self.scroll_offset.y
        if at == self.cursor:
            self.action_open_line()
        elif at < len(self._lines):
            self.move(at)

    # what a line leads to

    def action_open_line(self) -> None:
        """Show a cut string whole, or go to the record that the line names."""
        if not 0 <= self.cursor < len(self._lines):
            return
        line = self._lines[self.cursor]
        if line.is_cut:
            self._opened.add(line.path)
            self._restart()
        elif line.row >= 0:
            self.post_message(RowWanted(line.row))

    def action_copy_json(self) -> None:
        """Copy the line of the file."""
        if self.facts is not None:
            self.app.copy_to_clipboard(self.facts.data.decode("utf-8", "replace").rstrip("\r\n"))
            self.notify("Copied the record.", timeout=2)

    def action_next_record(self, step: int) -> None:
        """The record STEP records on."""
        self.post_message(self.RecordWanted(step))


def _lines_of(facts: RecordFacts, width: int, palette: Palette, opened: set[Path]) -> Iterator[Line]:
    """The lines for FACTS, folded to WIDTH cells; strings at the paths in OPENED are whole."""
    yield from _fact_lines(facts, width, palette)
    yield Line([])
    if facts.record is not None:
        for line in json_lines(facts.record, width, palette, opened):
            yield _json_line(line)
    else:
        text = facts.data[:_BYTES_SHOWN].decode("utf-8", "surrogateescape")
        for row in visible(text.removesuffix("\n")).split("\n"):
            for spans in fold([Segment(row, palette.wrong)], width):
                yield Line(list(spans))


def _json_line(line: JsonLine) -> Line:
    return Line(list(line.spans), line.path, line.is_cut)


def _fact_lines(facts: RecordFacts, width: int, palette: Palette) -> Iterator[Line]:
    """What is known of the record besides its JSON."""
    where = f"bytes {facts.offset:,} to {facts.offset + facts.length:,} · {size_words(facts.length)}"
    yield _fact("kind", one_line(facts.kind), palette)
    yield _fact("line", f"{facts.line:,} · {where}" if facts.line else where, palette)
    yield _fact("parent", one_line(facts.parent), palette)._replace(row=facts.parent_row)
    for number, (row, kind) in enumerate(facts.children):
        yield _fact("" if number else "children", f"record {row + 1:,} · {one_line(kind)}", palette)._replace(row=row)
    if not facts.children:
        yield _fact("children", "none", palette)
    label, style = ("resumed", palette.live) if facts.resumed else ("resumed", palette.structure)
    words = [
        Segment(f"{label:<{_LABEL}}", palette.dim),
        Segment(f"{'yes' if facts.resumed else 'no'}: {facts.reason}", style),
    ]
    for spans in fold(words, width):
        yield Line(list(spans))


def _fact(label: str, text: str, palette: Palette) -> Line:
    return Line([Segment(f"{label:<{_LABEL}}", palette.dim), Segment(text, palette.text)])
