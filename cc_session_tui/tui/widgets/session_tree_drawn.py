"""The lines of the tree as they are drawn: only those in sight, and again only where they say something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cc_session_tui.tui.widgets.session_tree_draw import draw_row
from cc_session_tui.tui.widgets.session_tree_look import TreeLook
from cc_session_tui.tui.widgets.session_tree_place import Sight, is_drawn_alike
from cc_session_tui.tui.widgets.session_tree_running import is_going, name_of
from cc_session_tui.tui.widgets.session_tree_sort import Order
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.tui.widgets.session_tree_rows import Row


class DrawnLines(ScrollView):
    """Lines with a cursor."""

    ALLOW_SELECT = False

    cursor: reactive[int] = reactive(-1, repaint=False)
    """Number of the selected line; -1 while there is none."""

    def __init__(self, now: Callable[[], float], home: str = "", *, id: str | None = None) -> None:
        """A tree without lines; NOW gives seconds since 1970, HOME is shown as `~`."""
        super().__init__(id=id)
        self.rows: tuple[Row, ...] = ()
        """The lines."""
        self._now = now
        self._home = home
        self._query: tuple[str, ...] = ()
        self._order = Order.ACTIVE
        self._edited: set[str] = set()
        self._broken: set[str] = set()
        self.lives: Mapping[str, Live] = {}
        """What goes on in running sessions, and subagents, by the names of their files."""
        self.is_ticking = False
        """Whether the time of something in sight is told by the second: then `tick` is to be called each second."""
        self._drawn: dict[int, str] = {}

    @property
    def row(self) -> Row | None:
        """The selected line; None while there is none."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def render_line(self, y: int) -> Strip:
        """Draw the line at Y of the visible part."""
        at = y + self.scroll_offset.y
        base = self.rich_style
        if at >= len(self.rows):
            return Strip.blank(self.size.width, base)
        strip = self._draw(at)
        self._drawn[at] = strip.text
        return strip.apply_style(base)

    def _draw(self, at: int) -> Strip:
        return draw_row(self.rows[at], self._look(), selected=at == self.cursor, focused=self.has_focus)

    def _draw_anew(self) -> None:
        """Draw everything."""
        self._drawn.clear()
        self._set_pace()
        self.refresh()

    def _draw_others(self, before: Sight) -> None:
        """Draw what is other now than BEFORE; where the lines are scrolled, all of them are drawn anyhow."""
        moved = {before.cursor, self.cursor} if before.cursor != self.cursor else set()
        for at in range(before.top, before.top + before.height):
            if at in moved or not is_drawn_alike(_line(before.rows, at), _line(self.rows, at)):
                self._drawn.pop(at, None)
                self.refresh_lines(at)
        self._set_pace()

    # what runs

    def set_lives(self, lives: Mapping[str, Live]) -> None:
        """Show what goes on in running sessions, and subagents, by the names of their files; others are not drawn."""
        before, self.lives = self.lives, dict(lives)
        for at in self._in_sight():
            name = name_of(self.rows[at])
            if before.get(name) != lives.get(name):
                self.refresh_lines(at)
        self._set_pace()

    def tick(self) -> None:
        """Draw those of the running sessions' lines that say something else now."""
        for at in self._in_sight() if self.is_ticking else ():
            session = self.rows[at].session
            if session is not None and session.running is not None and self._draw(at).text != self._drawn.get(at):
                self.refresh_lines(at)

    def _set_pace(self) -> None:
        self.is_ticking = any(is_going(self.rows[at], self.lives) for at in self._in_sight())

    def _in_sight(self) -> range:
        top = self.scroll_offset.y
        return range(top, min(top + self.size.height, len(self.rows)))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other lines are in sight."""
        super().watch_scroll_y(old_value, new_value)
        self._set_pace()

    def flag(self, *, edited: Mapping[str, bool] | None = None, broken: Mapping[str, bool] | None = None) -> None:
        """Mark session files, by name, as EDITED and not saved, or as BROKEN; or take the mark off."""
        for flags, news in ((self._edited, edited), (self._broken, broken)):
            for name, is_so in (news or {}).items():
                (flags.add if is_so else flags.discard)(name)
        self.refresh()

    def _look(self) -> TreeLook:
        width = self.scrollable_content_region.width
        return TreeLook(
            palette_of(self),
            width,
            self._now(),
            self._home,
            self._query,
            self._order,
            frozenset(self._edited),
            frozenset(self._broken),
            self.lives,
        )

    def on_focus(self) -> None:
        """Show that the keys come here."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that the keys go elsewhere."""
        self.refresh()


def _line(rows: Sequence[Row], at: int) -> Row | None:
    return rows[at] if at < len(rows) else None
