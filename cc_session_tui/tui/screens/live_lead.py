"""The browser that follows what Claude works on: it goes along when a client goes on in another session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import on
from textual.message import Message

from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from textual.worker import Worker

    from cc_session_tui.core.store.leading import Lead
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.work import Ticket
    from cc_session_tui.tui.widgets.status import Reading
    from cc_session_tui.watching.changes import Change

_TOLD_SECONDS: Final = 6.0


class Following(NamedTuple):
    """How a session is followed from the start on."""

    moves: bool = False
    """Whether to go along with its client, or to the next that starts; else it is the one that was named."""
    folders: tuple[str, ...] = ()
    """The project folders to which that keeps; none for all."""


class LiveLead(RecoveringBrowser):
    """The screen, as far as it goes from session to session by itself."""

    @dataclass
    class _Led(Message):
        """It was looked where the client of the session goes on."""

        session_id: str
        """The session that was open then."""
        path: Path | None
        """The one to go to; None to stay."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._following = Following()
        self._lead: Lead | None = None
        self._leading: Worker[None] | None = None
        self._is_lead_due = False
        self._begun: Path | None = None
        """A session file that is new."""
        self._led_to = open_session
        """The session that is open without having been chosen."""
        self._next: Path | None = None
        """The session to go to as soon as the end of this one is followed, and nothing in it is edited."""
        self._told: Path | None = None

    def follow(self, following: Following) -> None:
        """Follow the session that is opened first, without the tree; to be called before the screen is there."""
        self._following = following
        self.is_waiting = self._first is None
        self.set_reactive(LiveLead.is_without_tree, True)

    # looking

    def take_lead_change(self, change: Change) -> None:
        """Note CHANGE; `lead_soon` goes where it leads."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        match change:
            case kinds.ClientStarted() | kinds.ClientChanged() | kinds.ClientEnded():
                self._is_lead_due = True
            case kinds.SessionNew(path):
                self._is_lead_due, self._begun = True, path

    @on(TreePane.Counted)
    def _look_at_first(self) -> None:
        """Learn which client has the session open, before it goes on elsewhere."""
        self._is_lead_due |= self._lead is None or self.is_waiting
        self.lead_soon()

    def lead_soon(self) -> None:
        """Look where the client goes on, if something changed."""
        is_busy = self._leading is not None and not self._leading.is_finished
        if not self._following.moves or not self._is_lead_due or is_busy:
            return
        self._is_lead_due = False
        opened, begun, folders = self._opened, self._begun, self._following.folders
        session_id, is_free = (opened.stem if opened is not None else ""), opened == self._led_to
        claude_dir, lead, self._begun = self._setting.claude_dir, self._lead, None

        def work(ticket: Ticket) -> None:
            from cc_session_tui.core.store.leading import Lead  # noqa: PLC0415 - in the thread

            self._lead = its = lead or Lead(claude_dir, folders)
            ticket.post(self._Led(session_id, its.file(session_id, begun, is_free=is_free)))

        self._leading = in_thread(self, "lead", work)

    @property
    def _opened(self) -> Path | None:
        """The session that is open, or whose subagent is."""
        target = self.reading_pane.target
        if target is None or target.subagent is None or target.session is None:
            return target.path if target is not None else None
        return target.session.file.path

    # going

    @on(_Led)
    def _take_led(self, message: _Led) -> None:
        message.stop()
        opened = self._opened
        if message.session_id == (opened.stem if opened is not None else ""):
            self._next = message.path
            self._go_along()
        self.lead_soon()

    def on_screen_resume(self) -> None:
        """A dialog was closed: go where it kept from."""
        self._go_along()

    def _tell_reading(self, reading: Reading) -> None:
        """Who follows the end again goes where that is by now."""
        super()._tell_reading(reading)
        if self._next is not None and reading.follow:
            self.call_later(self._go_along)

    def _go_along(self) -> None:
        """Go to the session in which Claude goes on; who reads or edits something is only told of it."""
        path, pane = self._next, self.reading_pane
        if path is None or self.app.screen is not self:
            return
        if pane.target is None or (pane.transcript.follow and not pane.edits):
            self._go_to_session(path)
        elif self._told != path:
            self._told = path
            how = "this one has edits that are not saved." if pane.edits else "w goes there."
            self.notify(f"Claude goes on in another session: {how}", timeout=_TOLD_SECONDS)

    def _go_to_session(self, path: Path) -> None:
        words = "" if self.is_waiting else "Claude goes on in another session: this one."
        self._next, self._led_to, self.is_waiting = None, path, False
        self.reading_pane.open_at_end(Target(path, self.tree_pane.session_of(path)))
        self.tree_pane.session_tree.select(str(path))
        if words:
            self.notify(words, timeout=_TOLD_SECONDS)
