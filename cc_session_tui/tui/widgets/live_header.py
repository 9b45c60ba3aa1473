"""What the open session does now, and each subagent that runs in it: lines over the transcript, while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cc_session_tui.tui.messages import FileWanted
from cc_session_tui.tui.presentation.grounds import on_selected
from cc_session_tui.tui.presentation.live_lines import LiveLine, right_words
from cc_session_tui.tui.presentation.live_words import State, elapsed_words
from cc_session_tui.tui.widgets.status_parts import Part, cut, line_of, palette_of, width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from cc_session_tui.tui.presentation.palette import Palette

_LEAST: Final = 18
"""Cells that what goes on needs; with less, the facts go."""
_TIME: Final = len("59m 59s")
"""Cells for how long something goes on: on all lines in one column, at the right edge."""
_GAP: Final = "  "
"""Between a subagent and what it does."""
_INDENT: Final = 2
_DEEPEST: Final = 4
_MARKS: Final = {State.WAITING: "◆", State.WORKING: "◐", State.IDLE: "○"}


class LiveHeader(Widget):
    """A line for the session, and one for each subagent; as high as it has lines, and without any for one at rest."""

    DEFAULT_CSS: ClassVar[str] = "LiveHeader { height: 0; width: 1fr; box-sizing: content-box; display: none; }"
    ALLOW_SELECT = False

    def __init__(self, now: Callable[[], float], *, id: str | None = None) -> None:
        """No lines; NOW gives seconds since 1970."""
        super().__init__(id=id)
        self.lines: tuple[LiveLine, ...] = ()
        """What it says."""
        self._now = now
        self._drawn: dict[int, str] = {}

    @property
    def rows(self) -> int:
        """How high it is."""
        return len(self.lines) + (bool(self.lines) and self.lines[0].more > 0)

    def show(self, lines: Sequence[LiveLine]) -> int:
        """Say LINES; return by how many rows that makes it higher."""
        before = self.rows
        self.lines = tuple(lines)
        if self.rows != before:
            self.styles.height, self.display = self.rows, self.rows > 0
        self.tick()
        return self.rows - before

    @property
    def goes_on(self) -> bool:
        """Whether a line tells for how long something goes on."""
        return any(line.now.state is not State.IDLE for line in self.lines)

    def tick(self) -> None:
        """Draw the lines that say something else now."""
        for y in range(min(self.rows, self.size.height)):
            if self._strip(y).text != self._drawn.get(y):
                self.refresh(Region(0, y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Draw line Y."""
        strip = self._strip(y)
        self._drawn[y] = strip.text
        return strip

    def _strip(self, y: int) -> Strip:
        palette, width, base = palette_of(self), self.size.width, self.rich_style
        if y >= self.rows:
            return Strip.blank(width, base)
        if y == len(self.lines):
            return line_of([Part(f"   … {self.lines[0].more} more", palette.dim)], [], width, base)
        line = self.lines[y]
        strip = line_of(*_parts(line, self._now(), width, palette), width, Style.null())
        return (on_selected(strip, palette) if line.is_open else strip).apply_style(base)

    def on_click(self, event: events.Click) -> None:
        """Open the transcript of the line."""
        event.stop()
        if 0 <= event.y < len(self.lines):
            self.post_message(FileWanted(self.lines[event.y].name))


def _parts(line: LiveLine, now: float, width: int, palette: Palette) -> tuple[list[Part], list[Part]]:
    """LINE from the left and from the right, in WIDTH cells: what goes on is cut, how long it does never is."""
    words, head, time = right_words(line, now), _head(line, palette), _time(line, now, palette)
    facts = [Part(f"  {words}", palette.dim)] if words else []
    room = width - width_of([*head, *time])
    if room - width_of(facts) < _LEAST:
        facts = []
    right = [*facts, *time] if facts or line.elapsed_since else []
    return [*head, *_doing(line, width - width_of([*head, *right]), palette)], right


def _head(line: LiveLine, palette: Palette) -> list[Part]:
    if not line.depth:
        ink = palette.structure if line.now.state is State.WAITING else palette.live
        return [Part(f" {_MARKS[line.now.state]} ", ink)]
    return [Part(" " * (1 + _INDENT * min(line.depth, _DEEPEST)) + "↳ ", palette.faint)]


def _doing(line: LiveLine, room: int, palette: Palette) -> list[Part]:
    """What goes on, in ROOM cells: of a subagent's title at least a third is left."""
    parts = _title(line, max(room // 3, room - cell_len(str(line.now)) - len(_GAP)), palette) if line.title else []
    room -= width_of(parts)
    what = cut(line.now.what, max(room, 1))
    parts.append(Part(what, _ink(line, palette)))
    gap = " " if line.now.is_call else " · "
    about = f"{gap if what else ''}{line.now.about}" if line.now.about else ""
    parts.append(Part(cut(about, max(room - cell_len(what), 0)), palette.dim if not what else palette.text))
    return parts


def _title(line: LiveLine, room: int, palette: Palette) -> list[Part]:
    title = palette.strong if line.is_open else palette.text
    return [Part(cut(line.title, max(room, 1)), title), Part(_GAP, palette.faint)]


def _time(line: LiveLine, now: float, palette: Palette) -> list[Part]:
    words = elapsed_words(now - line.elapsed_since) if line.elapsed_since else ""
    return [Part(f"  {words:>{_TIME}} ", palette.dim)]


def _ink(line: LiveLine, palette: Palette) -> Style:
    if line.now.is_call:
        return palette.tool
    return palette.structure if line.now.state is State.WAITING else palette.live
