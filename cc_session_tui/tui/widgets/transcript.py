"""The transcript: a session as one reads it. What it can do is in `transcript_commands.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual.message import Message

from cc_session_tui.core.errors import SessionError
from cc_session_tui.core.transcript.entries import Kind, ToolCall
from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.widgets.transcript_clicks import Click, click_on
from cc_session_tui.tui.widgets.transcript_commands import TRANSCRIPT_COMMANDS
from cc_session_tui.tui.widgets.transcript_finding import FindingCanvas
from cc_session_tui.tui.widgets.transcript_selection import selection_of

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType

    from cc_session_tui.tui.widgets.transcript_reader import Reader

AGENT_TOOLS: Final = frozenset({"Agent", "Task"})
"""Tools that start a subagent: `Task` up to client 2.0, `Agent` since 2.1."""


class Transcript(FindingCanvas):
    """The entries of a view, to be read, folded, searched and copied from."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(TRANSCRIPT_COMMANDS)

    @dataclass
    class AgentOpened(Message):
        """The transcript of a subagent is to be shown."""

        transcript: Transcript
        tool_use_id: str
        """The id of the tool_use that started it."""

        @property
        def control(self) -> Transcript:
            """The transcript."""
            return self.transcript

    # moving

    def action_cursor_down(self) -> None:
        """Go to the next entry, or a line on in a long one."""
        self.move(lambda reader: reader.step_down())

    def action_cursor_up(self) -> None:
        """Go to the previous entry, or a line back in a long one."""
        self.move(lambda reader: reader.step_up())

    def action_page_down(self) -> None:
        """Move a page down."""
        self.scroll_lines(max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """Move a page up."""
        self.scroll_lines(-max(1, self.size.height - 1))

    def action_half_page_down(self) -> None:
        """Move half a page down."""
        self.scroll_lines(max(1, self.size.height // 2))

    def action_half_page_up(self) -> None:
        """Move half a page up."""
        self.scroll_lines(-max(1, self.size.height // 2))

    def action_go_first(self) -> None:
        """Go to the first entry."""
        self.move(lambda reader: reader.go_first())

    def action_go_last(self) -> None:
        """Go to the last entry, and follow what is added."""
        self.follow = True
        self.move(lambda reader: reader.go_last())

    def action_toggle_follow(self) -> None:
        """Follow what is added, from the end on; or stay where one is."""
        if self.follow:
            self.follow = False
            self.moved()
        else:
            self.action_go_last()

    # folding and opening

    def action_open_entry(self) -> None:
        """Open the subagent, switch to the fork's next branch, or fold or unfold the entry."""
        view, at = self.view, self.cursor
        if view is None or at < 0:
            return
        if view.kind(at) is Kind.FORK:
            self.action_next_branch()
        elif agent := self._agent_at(at):
            self.post_message(self.AgentOpened(self, agent))
        else:
            self.fold(lambda reader: reader.fold(at, opened=not reader.is_open(at)))

    def action_fold_entry(self) -> None:
        """Fold the entry."""
        self.fold(lambda reader: reader.fold(reader.cursor, opened=False))

    def action_unfold_entry(self) -> None:
        """Unfold the entry."""
        self.fold(lambda reader: reader.fold(reader.cursor, opened=True))

    def action_fold_all(self) -> None:
        """Fold all entries; prompts and replies stay to be read."""
        self.fold(lambda reader: reader.fold_all(opened=False))

    def action_unfold_all(self) -> None:
        """Unfold all entries."""
        self.fold(lambda reader: reader.fold_all(opened=True))

    def action_show_more(self) -> None:
        """Show more lines of an entry that is cut."""
        self.fold(_show_more)

    def _agent_at(self, at: int) -> str:
        """The tool_use id of the subagent that entry AT started; empty where it is no such thing."""
        view = self.view
        entry = view.entry(at) if view is not None and view.kind(at) is Kind.TOOL_CALL else None
        return entry.identity if isinstance(entry, ToolCall) and entry.name in AGENT_TOOLS else ""

    # the mouse

    def on_click(self, event: events.Click) -> None:
        """Select the entry, fold it, open it; a double click selects its text."""
        if event.chain > 1:
            event.prevent_default()
        if self.reader is None or (self.text_selection is not None and event.chain == 1):
            return
        line = self.reader.window.line_at(event.y)
        if line is None:
            return
        asked = click_on(self.reader.strips(line.entry)[line.line].text, event.x)
        self.move(lambda reader: _select(reader, line.entry))
        if event.chain > 1:
            self.screen.selections = {self: selection_of(self.reader, line.entry)}
        elif asked is Click.MORE:
            self.action_show_more()
        elif asked is not Click.SELECT:
            self.action_open_entry()

    # copying

    def action_copy_text(self) -> None:
        """Copy what is selected with the mouse, else the entry's text."""
        view, at = self.view, self.cursor
        if selected := self.screen.get_selected_text():
            self._copy(selected, "the selection")
        elif view is not None and at >= 0:
            self._copy(view.text(at), "the text")

    def action_copy_json(self) -> None:
        """Copy the lines of the entry's records, as they stand in the file."""
        view, at = self.view, self.cursor
        if view is None or at < 0:
            return
        try:
            lines = [view.index.raw(row).rstrip(b"\r\n") for row in view.rows(at)]
        except SessionError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self._copy(b"\n".join(lines).decode("utf-8", "replace"), "the JSON")

    def _copy(self, text: str, what: str) -> None:
        safe = text.encode("utf-8", "replace").decode("utf-8")
        self.app.copy_to_clipboard(safe)
        self.notify(f"Copied {what}: {len(safe):,} characters.", timeout=2)


def _show_more(reader: Reader) -> None:
    reader.show_more(reader.cursor)


def _select(reader: Reader, at: int) -> None:
    reader.cursor = at
