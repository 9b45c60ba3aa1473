"""The tree of projects, sessions and subagents: a list of lines, of which only the visible ones are ever drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cc_session_tui.tui.commands import TREE_COMMANDS, bindings
from cc_session_tui.tui.widgets.session_tree_draw import TreeLook, draw_row
from cc_session_tui.tui.widgets.session_tree_filter import words
from cc_session_tui.tui.widgets.session_tree_rows import Row, RowKind
from cc_session_tui.tui.widgets.session_tree_sort import Order
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from textual import events
    from textual.binding import BindingType


class SessionTree(ScrollView, can_focus=True):
    """The tree; it shows the rows it is given, and says what the user does in it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(TREE_COMMANDS)
    ALLOW_SELECT = False

    cursor: reactive[int] = reactive(-1, repaint=False)
    """Number of the selected line; -1 while there is none."""

    @dataclass
    class RowHighlighted(Message):
        """The cursor came to another line."""

        tree: SessionTree
        row: Row

        @property
        def control(self) -> SessionTree:
            """The tree."""
            return self.tree

    @dataclass
    class RowOpened(RowHighlighted):
        """A session or a subagent is to be read now."""

    @dataclass
    class FoldToggled(RowHighlighted):
        """A project, or a session with subagents, is to be folded or unfolded."""

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

    # what it shows

    def show(self, rows: tuple[Row, ...], query: str, order: Order) -> None:
        """Show ROWS; the cursor stays on its session, or goes to its project where that is folded away."""
        before = None if self._is_untouched else self.row
        searching = words(query) not in {(), self._query}
        self.rows, self._query, self._order = rows, words(query), order
        self.virtual_size = Size(self.size.width, len(self.rows))
        self.set_reactive(SessionTree.cursor, self._place_of(before, searching=searching))
        self._scroll_to_cursor()
        self.refresh()

    def _place_of(self, row: Row | None, *, searching: bool) -> int:
        """Where the cursor goes that was on ROW: to it, its session, its project; where there is none, to a session."""
        if row is None:
            return max(self.first_session(), self._nearest(0))
        names = [row.identity]
        if searching:
            names.append(self.rows[self.first_session()].identity if self.rows else None)
        else:
            names += [row.session and row.session.file.name, row.project and row.project.path]
        places = (self.find(name) for name in names if name is not None)
        return next((place for place in places if place >= 0), self._nearest(min(self.cursor, len(self.rows) - 1)))

    def find(self, identity: Hashable) -> int:
        """Number of the line of IDENTITY (see `Row.identity`); -1 where there is none."""
        return next((at for at, row in enumerate(self.rows) if row.identity == identity), -1)

    def select(self, identity: Hashable) -> bool:
        """Select the line of IDENTITY without telling anybody; return whether there is one."""
        place = self.find(identity)
        if place >= 0:
            self._is_untouched = False
            self.set_reactive(SessionTree.cursor, place)
            self._scroll_to_cursor()
            self.refresh()
        return place >= 0

    def first_session(self) -> int:
        """Number of the first line with a session; -1 where there is none."""
        return next((at for at, row in enumerate(self.rows) if row.kind is RowKind.SESSION), -1)

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
        strip = draw_row(self.rows[at], self._look(), selected=at == self.cursor, focused=self.has_focus)
        return strip.apply_style(base)

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
        )

    def on_resize(self) -> None:
        """Keep the selected line visible."""
        if self.rows:
            self.virtual_size = Size(self.size.width, len(self.rows))
            self._scroll_to_cursor()

    def on_focus(self) -> None:
        """Show that the keys come here."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that the keys go elsewhere."""
        self.refresh()

    # moving

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw both lines anew, and tell what is selected."""
        if not self.rows:
            return
        self.refresh_lines(old, 1)
        self.refresh_lines(new, 1)
        self._scroll_to_cursor()
        self._is_untouched = False
        if self.row is not None:
            self.post_message(self.RowHighlighted(self, self.row))

    def _scroll_to_cursor(self) -> None:
        """Scroll by as little as brings the cursor into sight; its project's line too, when that is just above."""
        height = self.size.height
        if self.cursor < 0 or height <= 0:
            return
        top = self.scroll_offset.y
        first = 0 if self.cursor <= 1 else self.cursor
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False)

    def move(self, to: int, step: int = 1) -> None:
        """Select line TO, or the next one in the direction of STEP that can be selected."""
        if self.rows:
            self.cursor = self._nearest(max(0, min(to, len(self.rows) - 1)), step)

    def _nearest(self, at: int, step: int = 1) -> int:
        """The line at AT, or the next in direction STEP, or else the other, that is no gap; -1 in an empty tree."""
        for direction in (step, -step):
            place = at
            while 0 <= place < len(self.rows):
                if self.rows[place].kind is not RowKind.GAP:
                    return place
                place += direction
        return -1

    def action_cursor_down(self) -> None:
        """Next line."""
        self.move(self.cursor + 1)

    def action_cursor_up(self) -> None:
        """Previous line."""
        self.move(self.cursor - 1, -1)

    def action_page_down(self) -> None:
        """A page down."""
        self.move(self.cursor + max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """A page up."""
        self.move(self.cursor - max(1, self.size.height - 1), -1)

    def action_go_first(self) -> None:
        """First line."""
        self.move(0)

    def action_go_last(self) -> None:
        """Last line."""
        self.move(len(self.rows) - 1, -1)

    def action_next_project(self, step: int) -> None:
        """The next project in direction STEP."""
        at = self.cursor + step
        while 0 <= at < len(self.rows) and self.rows[at].kind is not RowKind.PROJECT:
            at += step
        if 0 <= at < len(self.rows):
            self.move(at)

    # opening and folding

    def action_open_row(self) -> None:
        """Read the session; fold or unfold the project."""
        row = self.row
        if row is not None:
            self.post_message((self.FoldToggled if row.kind is RowKind.PROJECT else self.RowOpened)(self, row))

    def action_unfold_row(self) -> None:
        """Unfold; what is unfolded already, or has nothing below it: go in."""
        row = self.row
        if row is None:
            return
        if row.unfolded is False:
            self.post_message(self.FoldToggled(self, row))
        elif row.kind is RowKind.PROJECT:
            self.move(self.cursor + 1)
        else:
            self.post_message(self.RowOpened(self, row))

    def action_fold_row(self) -> None:
        """Fold; what is folded already, or has nothing below it: go to the line above it in the tree."""
        row = self.row
        if row is None:
            return
        if row.unfolded:
            self.post_message(self.FoldToggled(self, row))
            return
        level = RowKind.SESSION if row.kind is RowKind.SUBAGENT else RowKind.PROJECT
        at = next((at for at in range(self.cursor, -1, -1) if self.rows[at].kind is level), -1)
        if at >= 0:
            self.move(at)

    def on_click(self, event: events.Click) -> None:
        """Select the line; a second click, or one on a project, does what enter does."""
        at = event.y + self.scroll_offset.y
        if not 0 <= at < len(self.rows) or self.rows[at].kind is RowKind.GAP:
            return
        again = at == self.cursor
        self.cursor = at
        if again or self.rows[at].kind is RowKind.PROJECT:
            self.action_open_row()
