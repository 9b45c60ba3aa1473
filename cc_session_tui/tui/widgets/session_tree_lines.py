"""The lines of the tree: which are shown and where, as they come, go and move."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from textual.geometry import Size

from cc_session_tui.tui.widgets.session_tree_drawn import DrawnLines
from cc_session_tui.tui.widgets.session_tree_filter import words
from cc_session_tui.tui.widgets.session_tree_place import (
    Sight,
    find,
    is_rearranged,
    place_of,
    with_news,
)
from cc_session_tui.tui.widgets.session_tree_rows import Row, RowKind

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cc_session_tui.tui.widgets.session_tree_sort import Order


_REST_SECONDS: Final = 1.0
"""So long after it moved, a hand rests: lines may move then."""
_AWAY_SECONDS: Final = 10.0
"""So long after the last move, nobody is at the tree."""


class TreeLines(DrawnLines):
    """Lines with a cursor; what is in sight stays where it is when lines come, go and move."""

    def __init__(self, now: Callable[[], float], home: str = "", *, id: str | None = None) -> None:
        """A tree without lines; NOW gives seconds since 1970, HOME is shown as `~`."""
        super().__init__(now, home, id=id)
        self._is_untouched = True
        self._used = float("-inf")
        self._held: tuple[tuple[Row, ...], str, Order] | None = None

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

    def on_resize(self) -> None:
        """Keep the selected line visible."""
        if self.rows:
            self.virtual_size = Size(self.size.width, len(self.rows))
            self._scroll_to_cursor()
            self._set_pace()

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
