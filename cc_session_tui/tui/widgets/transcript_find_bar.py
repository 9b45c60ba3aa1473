"""The line in which one says what to find in the transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.widgets import Input, Static

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.widgets.transcript_commands import FIND_COMMANDS

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.tui.widgets.transcript import Transcript
    from cc_session_tui.tui.widgets.transcript_find import Found


class FindBar(Horizontal):
    """Shown while its transcript asks what to find: finds while one types. Enter stays there, escape goes back."""

    DEFAULT_CSS = """
    FindBar {
        height: 1;
        display: none;
        & > Input { width: 1fr; height: 1; border: none; padding: 0; background: transparent; }
        & > Static { width: auto; height: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(FIND_COMMANDS)

    def __init__(self, transcript: Transcript, *, id: str | None = None) -> None:
        """A bar for TRANSCRIPT, hidden."""
        super().__init__(id=id)
        self._transcript = transcript

    def compose(self) -> ComposeResult:
        """A mark, the input and the count."""
        yield Static("/ ", markup=False)
        yield Input(placeholder="find in the transcript", compact=True)
        yield Static("", id="find-count", markup=False)

    def on_mount(self) -> None:
        """Listen to the transcript."""
        self.watch(self._transcript, "finding", self._show)
        self.watch(self._transcript, "found", self._count)

    def _show(self, finding: bool) -> None:
        self.display = finding
        if finding:
            entry = self.query_one(Input)
            self.screen.set_focus(entry)  # at once: what is typed next is for it
            entry.action_select_all()

    def _count(self, found: Found) -> None:
        self.query_one("#find-count", Static).update(f" {found} ")

    @on(Input.Changed)
    def _find(self, event: Input.Changed) -> None:
        event.stop()
        self._transcript.find(event.value)

    @on(Input.Submitted)
    def _stay(self, event: Input.Submitted) -> None:
        event.stop()
        self._close()

    def action_leave(self) -> None:
        """Leave the search and go back."""
        self._transcript.end_find(go_back=True)
        self._close()

    def action_next(self) -> None:
        """Go to the next match."""
        self._transcript.action_next_match()

    def action_previous(self) -> None:
        """Go to the previous match."""
        self._transcript.action_previous_match()

    def _close(self) -> None:
        self._transcript.finding = False
        self._transcript.focus()
