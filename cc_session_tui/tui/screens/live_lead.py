"""The browser that follows what Claude works on: it goes along when a client goes on in another session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import on
from textual.message import Message

from cc_session_tui.tui.messages import Withdrawn
from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from textual.worker import Worker

    from cc_session_tui.core.store.leading import Lead
    from cc_session_tui.tui.screens.edit_saving import Saved
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.work import Ticket
    from cc_session_tui.tui.widgets.status import Reading
    from cc_session_tui.watching.changes import Change

_TOLD_SECONDS: Final = 6.0


class _Why(NamedTuple):
    """Why one is led to another session."""

    here: str
    """What is said of it to who was taken there."""
    there: str
    """What is said to who is asked to come."""


_TURNED: Final = _Why("Following the session in which Claude went on.", "Claude went on in another session")
_BEGUN: Final = _Why("Following the session that runs now: the other one has ended.", "Another session runs now")
_EDITED: Final = _Why("", "Claude goes on in the session that you edited")


class Following(NamedTuple):
    """How a session is followed from the start on."""

    moves: bool = False
    """Whether to go along with its client, or to the next that starts; else it is only said where that goes on."""
    folders: tuple[str, ...] = ()
    """The project folders to which that keeps; none for all."""


class LiveLead(RecoveringBrowser):
    """The screen, as far as it goes from session to session by itself."""

    @dataclass
    class _Led(Message):
        """It was looked where the client of the session goes on."""

        opened: Path | None
        """The session that was open then."""
        path: Path | None
        """The one to go to; None to stay."""
        why: _Why

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._following: Following | None = None
        self._lead: Lead | None = None
        self._leading: Worker[None] | None = None
        self._is_lead_due = False
        self._begun: Path | None = None
        """A session file that is new."""
        self._led_to = open_session
        """The session that is open without having been chosen."""
        self._seen_from: Path | None = None
        """The session from which it was looked last where to go."""
        self._next: Path | None = None
        """The session in which Claude goes on, where that is another one than the one that is open."""
        self._why = _TURNED
        self._told: Path | None = None
        self._words = ""
        """What was told of that."""
        self._copies: dict[Path | None, Path] = {}
        """The sessions that were saved as new ones, and of which each is."""

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

    @on(ReadingPane.Painted)
    def _look_from_here(self) -> None:
        """Another session was opened: look where to go from that one."""
        if self._lead is not None and self._opened != self._seen_from:
            self._go_from(self._opened, None)
            self._is_lead_due = True
            self.lead_soon()

    def lead_soon(self) -> None:
        """Look where the client goes on, if something changed."""
        is_busy, following = self._leading is not None and not self._leading.is_finished, self._following
        if following is None or not self._is_lead_due or is_busy:
            return
        self._is_lead_due = False
        opened, begun, claude_dir, lead = self._opened, self._begun, self._setting.claude_dir, self._lead
        self._begun, self._seen_from = None, opened
        source = self._copies.get(opened, opened)
        session_id, is_free = (source.stem if source is not None else ""), following.moves and source == self._led_to

        def work(ticket: Ticket) -> None:
            from cc_session_tui.core.store.leading import Lead  # noqa: PLC0415 - in the thread

            self._lead = its = lead or Lead(claude_dir, following.folders)
            path = its.file(session_id, begun, is_free=is_free)
            if path is None and source != opened and its.is_held:
                ticket.post(self._Led(opened, source, _EDITED))
            else:
                ticket.post(self._Led(opened, path, _TURNED if its.has_turned else _BEGUN))

        self._leading = in_thread(self, "lead", work)

    def on_saved(self, message: Saved) -> None:
        """Remember of which session a new one is that was saved: its client goes on in the old one."""
        if message.new is not None:
            self._copies[message.new] = self._copies.get(message.path, message.path)

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
        if message.opened == self._opened:
            self._why = message.why
            self._go_from(message.opened, message.path)
        self.lead_soon()

    def on_screen_resume(self) -> None:
        """A dialog was closed: go where it kept from."""
        self._go_along()

    def _tell_reading(self, reading: Reading) -> None:
        """Who follows the end again goes where that is by now."""
        super()._tell_reading(reading)
        if self._next is not None and reading.follow:
            self.call_later(self._go_along)

    def action_toggle_follow(self) -> None:
        """Go where Claude goes on; where that is here, follow the end, or stop."""
        path = self._next
        if path is None or self._opened != self._seen_from:
            super().action_toggle_follow()
            return
        if not self.reading_pane.display:
            self.go_to(self.reading_pane.transcript)
        self._go_to_session(path)

    def _go_from(self, opened: Path | None, path: Path | None) -> None:
        """Go from OPENED to PATH, or say that Claude is there."""
        self._next = path if path != opened else None
        self.status.is_elsewhere = self._next is not None and opened is not None
        if self._next is None:
            self._withdraw()
        self._go_along()

    def _go_along(self) -> None:
        """Go to the session in which Claude goes on; who reads, edits or chose another one is only told of it."""
        path, pane, opened = self._next, self.reading_pane, self._opened
        if path is None or self.app.screen is not self or opened != self._seen_from:
            return
        is_led = self._following is not None and self._following.moves and opened not in self._copies
        if opened is None or (is_led and pane.transcript.follow and not pane.edits):
            words = self._why.here if not self.is_waiting else ""
            self._go_to_session(path)
            if words:
                self.notify(words, timeout=_TOLD_SECONDS)
        elif self._told != path:
            self._told = path
            kept = ", and your edits are kept" if pane.edits else ""
            self._words = f"{self._why.there}: w goes there{kept}."
            self.notify(self._words, timeout=_TOLD_SECONDS)

    def _withdraw(self) -> None:
        """There is nowhere else to go any more."""
        if self._words:
            self.app.post_message(Withdrawn(self._words))
            self._words = ""

    def _go_to_session(self, path: Path) -> None:
        self._withdraw()
        self._next, self._told, self._led_to, self.is_waiting = None, None, path, False
        self.status.is_elsewhere = False
        self.reading_pane.open_at_end(Target(path, self.tree_pane.session_of(path)))
        self.tree_pane.session_tree.select(str(path))
