"""A window on lines, as a widget: painting, scrolling, and the mouse's text selection.

Textual scrolls by distance from the beginning. Here the truth is the window's top line; the distance follows from it
and is told to the scrollbar without a layout: an assignment of `virtual_size` would cost a second frame. Moves that
come while an earlier one waits are added to it, so that a held key costs one move a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual import on
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollTo
from textual.strip import Strip
from textual.widget import Widget

from cc_session_tui.tui.widgets.transcript_marks import restyle
from cc_session_tui.tui.widgets.transcript_selection import anchor_of, selected_text

if TYPE_CHECKING:
    from rich.style import Style
    from textual.selection import Selection

    from cc_session_tui.tui.widgets.transcript_reader import Reader
    from cc_session_tui.tui.widgets.transcript_window import Line

_NEAR: Final = 3
"""Windows up to which a move is exact, and draws what lies between; a longer one goes by guessed heights."""


class Canvas(ScrollView, can_focus=True, inherit_bindings=False):
    """What a `Reader` has in its window. It has no border and no padding: put it into a container for these."""

    DEFAULT_CSS = """
    Canvas {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-background-hover: $background;
        scrollbar-background-active: $background;
        scrollbar-color: $panel;
    }
    """

    def __init__(self, *, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:
        """An empty canvas."""
        super().__init__(name=name, id=id, classes=classes)
        self.reader: Reader | None = None
        """What is read; None while nothing is, or the widget has no size yet."""
        self._page: list[Strip] | None = None
        self._wanted: float | None = None
        self._carries = self._jumps = False

    @property
    def allow_select(self) -> bool:
        """Whether text can be selected with the mouse."""
        return True

    # to be refined

    def paint_line(self, line: Line, base: Style) -> Strip:
        """The strip of LINE on the widget's own style BASE."""
        assert self.reader is not None  # noqa: S101
        return self.reader.strips(line.entry)[line.line].apply_style(base)

    def moved(self, lines: int = 0) -> None:  # noqa: ARG002  (for those who refine it)
        """The window moved by about LINES, or what is in it changed: paint it."""
        self.repaint()

    # painting

    def repaint(self) -> None:
        """Paint the window anew, and tell the scrollbar where it is."""
        self._page = None
        if self.reader is not None:
            self._tell_place(self.reader.window.heights.total, self.reader.window.y)
        self.refresh()

    def _tell_place(self, total: int, y: int) -> None:
        self.set_reactive(Widget.virtual_size, Size(self.scrollable_content_region.width, total))
        self.set_scroll(None, y)
        self.set_reactive(Widget.scroll_target_y, y)
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = total
            self.vertical_scrollbar.position = y

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of the rows and columns in CROP."""
        page = self._lines_of_page()
        blank = Strip.blank(crop.width, self.rich_style)
        rows = [page[y] if y < len(page) else blank for y in range(crop.y, crop.bottom)]
        return [row.crop(crop.x, crop.right) for row in rows]

    def render_line(self, y: int) -> Strip:
        """Row Y, each part with its place in the transcript, which text selection asks for."""
        page = self._lines_of_page()
        if self.reader is None or y >= len(page):
            return Strip.blank(self.size.width, self.rich_style)
        line = self.reader.window.line_at(y)
        return page[y].apply_offsets(0, anchor_of(line)) if line else page[y]

    def _lines_of_page(self) -> list[Strip]:
        if self._page is None:
            self._page = self._paint_page()
        return self._page

    def _paint_page(self) -> list[Strip]:
        if self.reader is None:
            return []
        base, selection = self.rich_style, self.text_selection
        width = self.scrollable_content_region.width
        page = []
        for line in self.reader.window.lines():
            strip = self._select(self.paint_line(line, base), line, selection)
            page.append(self._filter(strip if strip.cell_length == width else strip.crop_extend(0, width, base)))
        return page

    def _filter(self, strip: Strip) -> Strip:
        """STRIP as the terminal can show it (no colours, ...)."""
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, self.background_colors[1])
        return strip

    # scrolling

    def scroll_lines(self, lines: int) -> None:
        """Move the window down by LINES, up where that is negative, and the cursor with it."""
        if self.reader is not None:
            at = self.reader.window.y if self._wanted is None else self._wanted
            self._carries = True
            self._want(at + lines)

    def settle(self) -> None:
        """Do the moves that wait."""
        if self._wanted is None or self.reader is None:
            return
        window, wanted, carries = self.reader.window, round(self._wanted), self._carries
        lines = wanted - window.y
        if self._jumps or abs(lines) > _NEAR * window.rows:
            window.jump_to(wanted)
        else:
            window.scroll_by(lines)
        self._wanted, self._carries, self._jumps = None, False, False
        if carries:
            self.reader.carry_cursor(lines)
        self.moved(lines)

    def watch_scroll_y(self, _old: float, new: float) -> None:
        """Textual scrolled: by the wheel, the scrollbar, or a selection that reaches the edge."""
        if self.reader is None or round(new) == self.reader.window.y:
            return
        if self.scrollable_content_region.height == self.reader.window.rows:  # else Textual clamps: a resize is to come
            self._want(new)

    @on(ScrollTo)
    def _drag_to(self, event: ScrollTo) -> None:
        """The scrollbar is dragged: follow at once, without Textual's animation, and to the very ends."""
        event.prevent_default().stop()
        if event.y is not None and self.reader is not None:
            self._jumps = True
            self._want(event.y)

    def _want(self, y: float) -> None:
        if self._wanted is None:
            self.call_later(self.settle)
        self._wanted = y

    # the mouse's selection

    def selection_updated(self, selection: Selection | None) -> None:  # noqa: ARG002
        """The selection changed."""
        self._page = None
        self.refresh()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, and what comes after it."""
        return (selected_text(self.reader, selection), "\n") if self.reader is not None else None

    def _select(self, strip: Strip, line: Line, selection: Selection | None) -> Strip:
        span = selection.get_span(anchor_of(line)) if selection is not None else None
        if span is None:
            return strip
        end = len(strip.text) if span[1] < 0 else span[1]
        return restyle(strip, [(span[0], end)], self.screen.get_component_rich_style("screen--selection"))
