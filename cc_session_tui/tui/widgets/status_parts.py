"""A line of facts: parts from the left, parts from the right, some of them to click on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from cc_session_tui.tui.presentation.palette import Palette

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.style import Style
    from textual import events

_PALETTES: dict[str, Palette] = {}


def palette_of(widget: Widget) -> Palette:
    """The palette of the app's theme."""
    theme = widget.app.current_theme
    if theme.name not in _PALETTES:
        _PALETTES[theme.name] = Palette.of(widget.app.theme_variables, theme.dark)
    return _PALETTES[theme.name]


class Part(NamedTuple):
    """A stretch of text in one style."""

    text: str
    style: Style
    action: str = ""
    """What a click on it does; empty: nothing."""
    goes: int = 0
    """What has the highest number goes first where there is no room, all that has the same at once; 0: it stays."""


def width_of(parts: Iterable[Part]) -> int:
    """How many cells PARTS take."""
    return sum(cell_len(part.text) for part in parts)


def cut(text: str, room: int) -> str:
    """TEXT in at most ROOM cells, with an ellipsis where it was cut, and no dot before that."""
    return text if cell_len(text) <= room else set_cell_size(text, max(0, room - 1)).rstrip(" ·") + "…"


def fitted(left: Sequence[Part], right: Sequence[Part], width: int) -> tuple[Sequence[Part], Sequence[Part]]:
    """LEFT and RIGHT without what goes where there are only WIDTH cells for both."""
    while width_of([*left, *right]) > width and (first := max(part.goes for part in (*left, *right))):
        left, right = ([part for part in parts if part.goes != first] for parts in (left, right))
    return left, right


def line_of(left: Sequence[Part], right: Sequence[Part], width: int, base: Style) -> Strip:
    """A strip of WIDTH cells; without room for both, LEFT is cut, and RIGHT goes where it alone would fill the line."""
    right = right if width_of(right) < width else ()
    room = width - width_of(right)
    segments = [Segment(part.text, base + part.style) for part in left]
    strip = Strip(segments)
    if strip.cell_length > room:
        strip = Strip([*strip.crop(0, max(0, room - 2)), Segment("… " if room > 1 else "", base)])
    strip = strip.adjust_cell_length(room, base)
    return Strip([*strip, *(Segment(part.text, base + part.style) for part in right)], width)


class PartsLine(Widget):
    """One line, drawn from `left` and `right`, which a subclass gives."""

    DEFAULT_CSS: ClassVar[str] = "PartsLine { height: 1; width: 1fr; }"
    ALLOW_SELECT = False

    def left(self, palette: Palette) -> list[Part]:
        """The parts from the left edge."""
        raise NotImplementedError

    def right(self, palette: Palette) -> list[Part]:
        """The parts at the right edge."""
        _ = palette
        return []

    def render_line(self, y: int) -> Strip:
        """Draw the line; there is only the one."""
        _ = y
        return line_of(*self._parts(), self.size.width, self.rich_style)

    def _parts(self) -> tuple[Sequence[Part], Sequence[Part]]:
        palette = palette_of(self)
        return fitted(self.left(palette), self.right(palette), self.size.width)

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the part that was clicked."""
        if action := self._action_at(event.x):
            event.stop()
            await self.run_action(action)

    def _action_at(self, x: int) -> str:
        left, right = self._parts()
        return _action_in(left, x) or _action_in(right, x - self.size.width + width_of(right))


class NoteLine(PartsLine):
    """A line with a faint note, or nothing."""

    note: reactive[str] = reactive("")
    """The note."""

    def __init__(self, indent: int = 1, *, id: str | None = None) -> None:
        """A line without a note; INDENT is how many cells stand before it."""
        super().__init__(id=id)
        self._indent = " " * indent

    def left(self, palette: Palette) -> list[Part]:
        """The note."""
        return [Part(self._indent + self.note, palette.hint)] if self.note else []


def _action_in(parts: Iterable[Part], x: int) -> str:
    at = 0
    for part in parts:
        end = at + cell_len(part.text)
        if at <= x < end:
            return part.action
        at = end
    return ""
