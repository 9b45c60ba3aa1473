"""The tree of projects, sessions and subagents: a list of lines, of which only the visible ones are ever drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from cc_session_tui.tui.commands import TREE_COMMANDS, bindings
from cc_session_tui.tui.widgets.session_tree_lines import TreeLines
from cc_session_tui.tui.widgets.session_tree_place import nearest, selectable
from cc_session_tui.tui.widgets.session_tree_rows import Row, RowKind

if TYPE_CHECKING:
    from collections.abc import Hashable

    from textual import events
    from textual.binding import BindingType


class SessionTree(TreeLines, can_focus=True):
    """The tree; it shows the rows it is given, and says what the user does in it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(TREE_COMMANDS)

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

    # moving

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw both lines anew, and tell what is selected."""
        if not self.rows:
            return
        self.refresh_lines(old, 1)
        self.refresh_lines(new, 1)
        self._scroll_to_cursor()
        self.touch()
        if self.row is not None:
            self.post_message(self.RowHighlighted(self, self.row))

    def move(self, to: int, step: int = 1) -> None:
        """Select line TO, or the next one in the direction of STEP that can be selected."""
        if self.rows:
            self.cursor = nearest(self.rows, max(0, min(to, len(self.rows) - 1)), step)

    def go_to(self, identity: Hashable) -> None:
        """Select the line of IDENTITY, and tell so; nothing where there is none."""
        self.show_held()
        place = self.find(identity)
        if place >= 0:
            self.cursor = place

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
        at = selectable(self.rows, event.y + self.scroll_offset.y)
        if at < 0:
            return
        again = at == self.cursor
        self.cursor = at
        if again or self.rows[at].kind is RowKind.PROJECT:
            self.action_open_row()
