"""What goes on in all the sessions that run: kept up to date, and given to the tree and to the pane that is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual import on
from textual.message import Message

from cc_session_tui.tui.messages import FileWanted
from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.target import target_in
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from textual.timer import Timer
    from textual.worker import Worker

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.running import Running
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.work import Ticket
    from cc_session_tui.watching.changes import Change

_LOOK_SECONDS: Final = 0.1
_TICK_SECONDS: Final = 1.0


class LiveRunning(RecoveringBrowser):
    """The screen, as far as it shows what goes on in running sessions."""

    @dataclass
    class _Looked(Message):
        """The running sessions were looked at."""

        lives: Mapping[str, Live]

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self.lives: Mapping[str, Live] = {}
        """What goes on, by the name of the file: of each session that runs, and of each subagent that does."""
        self._sessions: Running | None = None
        self._looking: Worker[None] | None = None
        self._is_look_due = self._are_clients_due = self._is_looking = False
        self._ticking: Timer | None = None

    def take_running_change(self, change: Change) -> None:
        """Note CHANGE; `look_soon` shows it."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        match change:
            case kinds.ClientStarted() | kinds.ClientChanged() | kinds.ClientEnded():
                self._is_look_due = self._are_clients_due = True
            case _:
                self._is_look_due |= bool(self.lives)

    @on(TreePane.Counted)
    def _look_at_listed(self) -> None:
        """The store was read: other sessions may be there."""
        self._is_look_due = self._are_clients_due = True
        self.look_soon()

    def look_soon(self) -> None:
        """Look at the running sessions, at most so many times a second."""
        is_busy = self._looking is not None and not self._looking.is_finished
        if self._is_looking or is_busy or not self._is_look_due:
            return
        self._is_looking = True
        self.set_timer(_LOOK_SECONDS, self._look_later)
        projects, clients = self.tree_pane.projects, self._are_clients_due
        self._is_look_due = self._are_clients_due = False

        def work(ticket: Ticket) -> None:
            ticket.post(self._Looked(self._known().look(projects, clients=clients)))

        self._looking = in_thread(self, "running", work)

    def _look_later(self) -> None:
        self._is_looking = False
        self.look_soon()

    def _known(self) -> Running:
        """What is known of the running sessions; what it needs is imported in the thread."""
        if self._sessions is None:
            from cc_session_tui.core.store.running import Running  # noqa: PLC0415 - after the first frames

            self._sessions = Running(self._setting.claude_dir)
        return self._sessions

    @on(_Looked)
    def _take_lives(self, message: _Looked) -> None:
        """Show what goes on, if that is something else than before."""
        message.stop()
        if message.lives != self.lives:
            self.lives = message.lives
            self.tree_pane.session_tree.set_lives(message.lives)
            self.reading_pane.set_lives(message.lives)
        self._set_pace()
        self.look_soon()

    def _set_pace(self) -> None:
        """Tick each second while something goes on: a subagent's file is watched only while its session is open."""
        going = any(live.is_subagent or live.client.is_at_work for live in self.lives.values())
        if going and self._ticking is None:
            self._ticking = self.set_interval(_TICK_SECONDS, self._tick_live)
        elif not going and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    @property
    def is_ticking(self) -> bool:
        """Whether something goes on, so that each second counts."""
        return self._ticking is not None

    def _tick_live(self) -> None:
        self.reading_pane.tick()
        self.tree_pane.session_tree.tick()  # not by a clock of its own: that would be another frame a second
        self._is_look_due = True
        self.look_soon()

    @on(FileWanted)
    def _open_live(self, message: FileWanted) -> None:
        """Open the transcript of the line that was clicked."""
        message.stop()
        target = self.reading_pane.target
        found = target_in(target.session, message.name) if target is not None and target.session is not None else None
        if target is not None and found is not None and found.path != target.path:
            self._turn_to(found)
