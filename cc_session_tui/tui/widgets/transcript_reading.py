"""The transcript's view, cursor and folds, as a widget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message
from textual.reactive import var

from cc_session_tui.tui.presentation.grounds import on_selected
from cc_session_tui.tui.presentation.look import Look
from cc_session_tui.tui.presentation.palette import Palette
from cc_session_tui.tui.widgets.transcript_canvas import Canvas
from cc_session_tui.tui.widgets.transcript_marks import restyle
from cc_session_tui.tui.widgets.transcript_painter import EntryPainter
from cc_session_tui.tui.widgets.transcript_reader import END, Place, Reader, is_grown
from cc_session_tui.tui.widgets.transcript_selection import selection_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, tzinfo

    from rich.style import Style
    from textual.selection import Selection
    from textual.strip import Strip
    from textual.theme import Theme

    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.widgets.transcript_window import Line


_GUTTER: Final = 1
"""Cells of a line that are ground for the cursor in all lines of its entry."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a transcript's look depends on, besides the theme."""

    home: str = ""
    """Shown as `~` where a path begins with it."""
    cwd: str = ""
    """The project's directory: paths below it are shown without it."""
    today: date | None = None
    """Times of other days are shown with their day; None: no time is."""
    zone: tzinfo | None = None
    """For times; None is the machine's own zone."""


class ReadingCanvas(Canvas):
    """A canvas on a view, with a cursor."""

    follow: var[bool] = var(default=True)
    """Whether a view that grows is followed to its end, which is in the window then. A move of the window or the cursor
    away from the end turns it off, one to the end turns it on."""

    @dataclass
    class EntrySelected(Message, namespace="transcript"):
        """Another entry is under the cursor, or the same one in another view."""

        transcript: ReadingCanvas
        key: Key

        @property
        def control(self) -> ReadingCanvas:
            """The transcript."""
            return self.transcript

        def can_replace(self, message: Message) -> bool:
            """Only the last selection counts."""
            return isinstance(message, ReadingCanvas.EntrySelected)

    @dataclass
    class ViewChanged(Message, namespace="transcript"):
        """What is in the window changed: by a move, a fold, another view; or `follow` did."""

        transcript: ReadingCanvas

        @property
        def control(self) -> ReadingCanvas:
            """The transcript."""
            return self.transcript

        def can_replace(self, message: Message) -> bool:
            """Only the last change counts."""
            return isinstance(message, ReadingCanvas.ViewChanged)

    def __init__(
        self,
        surroundings: Surroundings | None = None,
        *,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """A transcript of nothing yet, in SURROUNDINGS."""
        super().__init__(name=name, id=id, classes=classes)
        self._surroundings = surroundings or Surroundings()
        self._painter: EntryPainter | None = None
        self._to_open: tuple[View, Key | None] | None = None
        self._told: Key | None = None
        self._missing: Key | None = None

    # what is shown

    @property
    def view(self) -> View | None:
        """The view that is shown."""
        if self._to_open is not None:
            return self._to_open[0]
        return self.reader.view if self.reader is not None else None

    @property
    def cursor(self) -> int:
        """Position of the selected entry in the view; -1 where there is none, or no room to show it yet."""
        return self.reader.cursor if self.reader is not None and len(self.reader.view) else -1

    @property
    def selected(self) -> Key | None:
        """The key of the selected entry; None where `cursor` is -1."""
        return self.reader.selected if self.reader is not None else None

    @property
    def below(self) -> int:
        """How many entries came in below the window, and were not in it yet."""
        return self.reader.below if self.reader is not None else 0

    def show(self, view: View, anchor: Key | None = None) -> None:
        """Show VIEW: at ANCHOR, else where one is if it is of the same session, else at its end.

        An ANCHOR that is not there yet, as in the tail of a file, is gone to when a later view has it.
        """
        self.settle()
        reader = self.reader
        anchor = anchor or self._missing
        if reader is None or not _is_same_session(reader.view, view):
            self._to_open, self.reader = (view, anchor or self._anchor_in(view)), None  # no cursor of another session
            self._open()
            return
        old, selection = reader.view, self.text_selection
        reader.turn_to(view, follow=self.follow)
        if selection is not None and not is_grown(old, view):
            self._select_text(selection_in(view, selection, old))
        if anchor is not None and self._is_there(anchor, view):
            reader.jump(reader.find(anchor))
        self._tell_shown()

    def clear(self) -> None:
        """Show nothing."""
        self._to_open = self.reader = None
        self.repaint()

    def surround(self, surroundings: Surroundings) -> None:
        """Draw for other SURROUNDINGS, from now on."""
        self._surroundings = surroundings
        self._redraw()

    def _open(self) -> None:
        """Read what is to be shown, as soon as there is room for it."""
        size = self.scrollable_content_region.size
        if self._to_open is None or not size:
            return
        view, anchor = self._to_open
        self._to_open = None
        self._select_text(None)
        self._painter = EntryPainter(size.width, self._look())
        there = anchor is not None and self._is_there(anchor, view)
        self.reader = Reader(self._painter, view, size.height, Place(anchor, size.height // 3) if there else END)
        if anchor is not None and there:
            self.reader.cursor = self.reader.find(anchor)
        self.follow = self.reader.window.at_end and self.reader.is_at_last
        self._tell_shown()

    def _anchor_in(self, view: View) -> Key | None:
        """The anchor of the view that waits for room, if that is of the session of VIEW."""
        waiting, anchor = self._to_open or (None, None)
        return anchor if waiting is not None and _is_same_session(waiting, view) else None

    def _is_there(self, anchor: Key, view: View) -> bool:
        """Whether VIEW has ANCHOR; if not, it is remembered until one goes elsewhere."""
        at = view.find(anchor)
        there = at >= 0 and view.key(at) == anchor
        self._missing = None if there else anchor
        return there

    def _select_text(self, selection: Selection | None) -> None:
        """Have SELECTION of the text selected, or nothing."""
        others = {widget: its for widget, its in self.screen.selections.items() if widget is not self}
        self.screen.selections = others if selection is None else {**others, self: selection}

    def _tell_shown(self) -> None:
        self._told = None
        self.moved()

    # size and colours

    def on_mount(self) -> None:
        """Listen for another theme."""
        self.app.theme_changed_signal.subscribe(self, self._theme_changed)

    def on_resize(self) -> None:
        """Lay out for the new size, at the same place."""
        size = self.scrollable_content_region.size
        if self._to_open is not None:
            self._open()
        elif self.reader is not None and self._painter is not None and size:
            self.reader.resize(size.height, follow=self.follow)
            if size.width != self._painter.width:
                self._painter.width = size.width
                self.reader.redraw(follow=self.follow)
            self.moved()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.repaint()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.repaint()

    def _theme_changed(self, _theme: Theme) -> None:
        self._redraw()

    def _redraw(self) -> None:
        if self._painter is not None and self.reader is not None:
            self._painter.look = self._look()
            self.reader.redraw(follow=self.follow)
            self.repaint()

    def _look(self) -> Look:
        around = self._surroundings
        palette = Palette.of(self.app.theme_variables, self.app.current_theme.dark)
        return Look(palette, zone=around.zone, today=around.today, home=around.home, cwd=around.cwd)

    # moves

    def moved(self, lines: int = 0) -> None:
        """The window moved by about LINES, the cursor moved, or what is in the window changed: paint it, and tell."""
        if self.reader is None:
            return
        if lines:
            self._missing = None
        self._judge_follow(lines)
        self.reader.look()
        if (selected := self.reader.selected) is not None and selected != self._told:
            self._told = selected
            self.post_message(self.EntrySelected(self, selected))
        self.post_message(self.ViewChanged(self))
        super().moved(lines)

    def move(self, step: Callable[[Reader], None]) -> None:
        """Do STEP, a move of the cursor, after the moves that wait."""
        self.settle()
        self._missing = None
        if self.reader is not None and len(self.reader.view):
            before = (self.reader.window.top, self.reader.cursor)
            step(self.reader)
            if before != (self.reader.window.top, self.reader.cursor):
                self.follow = self.reader.is_at_last
            self.moved()

    def fold(self, step: Callable[[Reader], None]) -> None:
        """Do STEP, which changes how entries are drawn, after the moves that wait."""
        self.settle()
        if self.reader is not None and len(self.reader.view):
            self._missing = None
            step(self.reader)
            self.moved()

    def _judge_follow(self, lines: int) -> None:
        """Whether the end is followed on, after the window was moved by about LINES; the wheel leaves the cursor."""
        assert self.reader is not None  # noqa: S101
        if not self.reader.window.at_end or (lines < 0 and not self.reader.is_at_last):
            self.follow = False
        elif lines > 0:
            self.follow = True

    # painting

    @property
    def palette(self) -> Palette:
        """The colours of the theme."""
        return self._painter.look.palette if self._painter is not None else self._look().palette

    def paint_line(self, line: Line, base: Style) -> Strip:
        """The strip of LINE; on the cursor's ground where that is."""
        assert self.reader is not None  # noqa: S101
        strips = self.reader.strips(line.entry)
        strip = strips[line.line]
        if line.entry == self.reader.cursor and self.has_focus:
            strip = _on_ground(strips, line.line, self.palette)
        return strip.apply_style(base)


def _on_ground(strips: list[Strip], number: int, palette: Palette) -> Strip:
    """Line NUMBER of an entry on the cursor's ground: the first that says something, and the gutter of the others."""
    first = next((at for at, strip in enumerate(strips) if not strip.text.isspace()), 0)
    if number == first:
        return on_selected(strips[number], palette)
    return restyle(strips[number], [(0, _GUTTER)], palette.selected) if number > first else strips[number]


def _is_same_session(old: View, new: View) -> bool:
    return old.index.path == new.index.path
