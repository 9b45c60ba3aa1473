"""The lines of the tree: which are shown, where, and how they are drawn; only those in sight ever are."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cc_session_tui.tui.widgets.session_tree_draw import draw_row
from cc_session_tui.tui.widgets.session_tree_filter import words
from cc_session_tui.tui.widgets.session_tree_look import TreeLook
from cc_session_tui.tui.widgets.session_tree_place import (
    Sight,
    find,
    is_drawn_alike,
    is_rearranged,
    place_of,
    with_news,
)
from cc_session_tui.tui.widgets.session_tree_rows import Row, RowKind
from cc_session_tui.tui.widgets.session_tree_running import is_going, name_of
from cc_session_tui.tui.widgets.session_tree_sort import Order
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from textual.timer import Timer

    from cc_session_tui.core.store.live import Live

_TICK_SECONDS: Final = 1.0
_REST_SECONDS: Final = 1.0
"""So long after it moved, a hand rests: lines may move then."""
_AWAY_SECONDS: Final = 10.0
"""So long after the last move, nobody is at the tree."""


class TreeLines(ScrollView):
    """Lines with a cursor; what is in sight stays where it is when lines come, go and move."""

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
        self._is_untouched = True
        self.lives: Mapping[str, Live] = {}
        """What goes on in running sessions, and subagents, by the names of their files."""
        self.is_ticking = False
        """Whether the time of something in sight is told by the second."""
        self._drawn: dict[int, str] = {}
        self._clock: Timer | None = None
        self._used = float("-inf")
        self._held: tuple[tuple[Row, ...], str, Order] | None = None

    def on_mount(self) -> None:
        """Have a clock for what runs."""
        self._clock = self.set_interval(_TICK_SECONDS, self.tick, pause=True)

    def show(self, rows: tuple[Row, ...], query: str, order: Order, *, at_once: bool = True) -> None:
        """Show ROWS; the cursor stays on its session, or goes to its project where that is folded away.

        What is in sight stays where it is, as far as it can; while nobody is at the tree, its top does. Unless AT_ONCE,
        lines that would move under a hand wait until it rests; what they say is shown.
        """
        if not at_once and self._is_in_hand() and is_rearranged(self.rows, rows):
            self._hold(rows, query, order)
            return
        self._held = None
        before = None if self._is_untouched else self.row
        searching = words(query) not in {(), self._query}
        is_listed_alike = (words(query), order) == (self._query, self._order)
        sight = Sight(self.rows, self.scroll_offset.y, self.size.height, self.cursor)
        self.rows, self._query, self._order = rows, words(query), order
        self.virtual_size = Size(self.size.width, len(self.rows))
        self.set_reactive(TreeLines.cursor, place_of(rows, before, self.cursor, searching=searching))
        if before is not None and not searching and not self._is_left_at_top():
            self.scroll_to(y=sight.top_of(rows, self.cursor), animate=False)
        if before is None or searching or sight.cursor_line is not None:
            self._scroll_to_cursor()
        if is_listed_alike:
            self._draw_others(sight)
        else:
            self._draw_anew()

    def _hold(self, rows: tuple[Row, ...], query: str, order: Order) -> None:
        """Keep ROWS until the hand rests; show what they tell of the lines that are there."""
        if self._held is None:
            self.set_timer(_REST_SECONDS, self._show_held)
        self._held = rows, query, order
        sight = Sight(self.rows, self.scroll_offset.y, self.size.height, self.cursor)
        self.rows = with_news(self.rows, rows)
        self._draw_others(sight)

    def _show_held(self) -> None:
        self.show_held(at_once=False)

    def show_held(self, *, at_once: bool = True) -> None:
        """Show the lines that wait for the hand to rest: AT_ONCE, or if it does."""
        if self._held is not None:
            held, self._held = self._held, None
            self.show(*held, at_once=at_once)

    def _is_in_hand(self) -> bool:
        """Whether the user moves the mouse or the cursor here, and may be about to press."""
        return monotonic() - self._used < _REST_SECONDS

    def _is_left_at_top(self) -> bool:
        """Whether the first line is in sight, and nobody is at the tree: what comes on top is to be seen then."""
        return self.scroll_offset.y == 0 and monotonic() - self._used > _AWAY_SECONDS

    def touch(self) -> None:
        """The user moves the cursor: from now on it stays where it is."""
        self._is_untouched, self._used = False, monotonic()

    def on_mouse_move(self) -> None:
        """Somebody points at a line."""
        self._used = monotonic()

    def find(self, identity: Hashable) -> int:
        """Number of the line of IDENTITY (see `Row.identity`); -1 where there is none."""
        return find(self.rows, identity)

    def select(self, identity: Hashable) -> bool:
        """Select the line of IDENTITY without telling anybody; return whether there is one."""
        place = self.find(identity)
        if place >= 0:
            self._is_untouched = False
            self.set_reactive(TreeLines.cursor, place)
            self._scroll_to_cursor()
            self.refresh()
        return place >= 0

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
        for at in self._in_sight():
            session = self.rows[at].session
            if session is not None and session.running is not None and self._draw(at).text != self._drawn.get(at):
                self.refresh_lines(at)

    def _set_pace(self) -> None:
        """Have the clock tick each second while something in sight goes on."""
        self.is_ticking = any(is_going(self.rows[at], self.lives) for at in self._in_sight())
        if self._clock is not None:
            (self._clock.resume if self.is_ticking else self._clock.pause)()

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

    def on_resize(self) -> None:
        """Keep the selected line visible."""
        if self.rows:
            self.virtual_size = Size(self.size.width, len(self.rows))
            self._scroll_to_cursor()
            self._set_pace()

    def on_focus(self) -> None:
        """Show that the keys come here."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that the keys go elsewhere."""
        self.refresh()

    def _scroll_to_cursor(self) -> None:
        """Scroll by as little as brings the cursor into sight; its project's line and its live line too, when close."""
        height = self.size.height
        if self.cursor < 0 or height <= 0:
            return
        top = self.scroll_offset.y
        first = 0 if self.cursor <= 1 else self.cursor
        last = self.cursor + any(row.kind is RowKind.LIVE for row in self.rows[self.cursor + 1 : self.cursor + 2])
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif last >= top + height:
            self.scroll_to(y=last - height + 1, animate=False)


def _line(rows: Sequence[Row], at: int) -> Row | None:
    return rows[at] if at < len(rows) else None
