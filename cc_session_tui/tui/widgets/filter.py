"""A line to type a filter into."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.message import Message
from textual.widgets import Input

from cc_session_tui.tui.commands import FILTER_COMMANDS, bindings

if TYPE_CHECKING:
    from textual.binding import BindingType


class FilterLine(Input):
    """The line over the tree; `Input.Changed` tells what is typed."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(FILTER_COMMANDS)

    class Left(Message):
        """The user is done typing, and goes on in what is filtered."""

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:
        """An empty filter that says PLACEHOLDER."""
        super().__init__(placeholder=placeholder, compact=True, select_on_focus=False, id=id)

    def action_clear_filter(self) -> None:
        """Show everything again, and go back."""
        self.value = ""
        self.post_message(self.Left())

    def action_leave_filter(self) -> None:
        """Keep the filter, and go to what it finds."""
        self.post_message(self.Left())
