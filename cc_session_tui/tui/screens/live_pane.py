"""The middle pane with what goes on in the session that is read, while that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.widgets._toast import ToastRack

from cc_session_tui.tui.screens.lost_pane import LostPane
from cc_session_tui.tui.screens.target import heading_of
from cc_session_tui.tui.widgets.session_tree_rows import FEW_SUBAGENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import Session
    from cc_session_tui.tui.presentation.live_lines import LiveLine
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.target import Target
    from cc_session_tui.tui.widgets.live_header import LiveHeader


_TITLE_ROWS: Final = 3
"""Rows of the top line, and of the title with its rule."""


class LivePane(LostPane):
    """Title, what goes on, and transcript."""

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """An empty pane in SETTING."""
        super().__init__(setting, id=id)
        self._header: LiveHeader | None = None
        self._lives: Mapping[str, Live] = {}

    def set_lives(self, lives: Mapping[str, Live]) -> None:
        """Show what goes on by LIVES: of each session and subagent that runs, by the name of its file."""
        self._lives = lives
        self._show_live()

    def note_file(self, *, is_gone: bool) -> bool:
        """Say whether the file of what is open IS_GONE: then nothing goes on in it."""
        is_new = super().note_file(is_gone=is_gone)
        if is_new:
            self._show_live()
        return is_new

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
        if self._header is not None and self._header.goes_on:
            self._header.tick()
            self._say_running()

    def _show_live(self) -> None:
        target, heading, session = self.target, self._title.heading, self._session
        lines: tuple[LiveLine, ...] = ()
        if target is not None and session is not None and heading is not None:
            if self._lives and not self.is_gone:
                from cc_session_tui.tui.presentation.live_lines import live_lines  # noqa: PLC0415 - once something runs

                home = str(self._setting.home)
                lines = live_lines(session, str(target.path), self._lives, home, FEW_SUBAGENTS)
            now = heading_of(target, self._lives.get(session.file.name))
            self._title.heading = heading._replace(status="" if self.is_gone else now.status, tokens=now.tokens)
        self._title.set_class(bool(lines), "-live")
        self._show_lines(lines)
        self._say_running()

    def _show_lines(self, lines: tuple[LiveLine, ...]) -> None:
        """Show LINES below the title; what shows them comes with the first."""
        if self._header is None and lines:
            from cc_session_tui.tui.widgets.live_header import LiveHeader  # noqa: PLC0415 - once something runs

            self._header = LiveHeader(self._setting.now, id="live")
            self.mount(self._header, after=self._title)
        if self._header is not None:
            self.transcript.make_room(self._header.show(lines))
            self._place_toasts(self._header.rows)

    def _place_toasts(self, rows: int) -> None:
        """Have what is told stand below the ROWS of what goes on."""
        top = min(_TITLE_ROWS + rows, self.screen.size.height // 2)
        self.screen.query_children(ToastRack).set_styles(margin=(top, 0, 0, 0))

    def _say_running(self) -> None:
        """Say in the transcript which calls run, and how long."""
        target, session, calls = self.target, self._session, dict[str, str]()
        if target is not None and session is not None and self._lives and not self.is_gone:
            from cc_session_tui.tui.presentation.live_lines import running_calls  # noqa: PLC0415 - once something runs

            calls = running_calls(session, str(target.path), self._lives, self._setting.now())
        self.transcript.set_running(calls)

    @property
    def _session(self) -> Session | None:
        """The session that is open, or whose subagent is."""
        return self.target.session if self.target is not None else None
