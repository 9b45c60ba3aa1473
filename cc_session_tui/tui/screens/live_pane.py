"""The middle pane with what goes on in the session that is read, while that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.tui.presentation.live_lines import live_lines, running_calls
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.target import heading_of
from cc_session_tui.tui.widgets.live_header import LiveHeader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import Session
    from cc_session_tui.tui.presentation.live_lines import LiveLine
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.target import Target


class LivePane(ReadingPane):
    """Title, what goes on, and transcript."""

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """An empty pane in SETTING."""
        super().__init__(setting, id=id)
        self._header = LiveHeader(setting.now, id="live")
        self._lives: Mapping[str, Live] = {}

    def compose(self) -> ComposeResult:
        """Title, what goes on, transcript."""
        yield self._title
        yield self._header
        yield self.transcript

    def set_lives(self, lives: Mapping[str, Live]) -> None:
        """Show what goes on by LIVES: of each session and subagent that runs, by the name of its file."""
        self._lives = lives
        self._show_live()

    def open(self, target: Target) -> None:
        """Open TARGET, and show what goes on in it."""
        super().open(target)
        self._show_live()

    def know(self, session: Session | None) -> None:
        """Take what the store knows by now of what is open."""
        before = self.target
        super().know(session)
        if self.target is not before:
            self._show_live()

    def tick(self) -> None:
        """Time goes on: say how long, where something does."""
        if self._header.goes_on:
            self._header.tick()
            self._say_running()

    def _show_live(self) -> None:
        target, heading, session = self.target, self._title.heading, self._session
        lines: tuple[LiveLine, ...] = ()
        if target is not None and session is not None and heading is not None:
            lines = live_lines(session, str(target.path), self._lives, str(self._setting.home))
            now = heading_of(target, self._lives.get(session.file.name))
            self._title.heading = heading._replace(status=now.status, tokens=now.tokens)
        self._title.set_class(bool(lines), "-live")
        self.transcript.make_room(self._header.show(lines))
        self._say_running()

    def _say_running(self) -> None:
        """Say in the transcript which calls run, and how long."""
        target, session, now = self.target, self._session, self._setting.now()
        calls: dict[str, str] = {}
        if target is not None and session is not None:
            calls = running_calls(session, str(target.path), self._lives, now)
        self.transcript.set_running(calls)

    @property
    def _session(self) -> Session | None:
        """The session that is open, or whose subagent is."""
        return self.target.session if self.target is not None else None
