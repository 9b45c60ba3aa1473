"""The open session, as it changes: read on when it grows, anew when it was rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual import on

from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.live_reading import ReadAnew, is_live, read_on
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from textual.worker import Worker

    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change

_FRAME_SECONDS: Final = 0.06
_QUIET_SECONDS: Final = 1.0
_TOLD_SECONDS: Final = 4.0


class LiveSession(RecoveringBrowser):
    """The screen, as far as it shows what happens to the open session."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self.followed: Path | None = None
        """The session file that the watcher looks at closely, once it does."""
        self._growing: Worker[None] | None = None
        self._is_grown = self._is_rewritten = self._is_drawing = self._is_told_anew = False
        self._whole: Path | None = None
        self._is_quiet, self._is_missed = True, False

    def take_session_change(self, change: Change) -> None:
        """Note CHANGE, if it is one of the open session; `grow_soon` shows it."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        target, document = self.reading_pane.target, self.reading_pane.document
        opened = target.path.absolute() if target is not None else None
        match change:
            case kinds.SessionGone(path) if path == opened and document is not None and is_live(document):
                self.notify("The file of this session is gone. What was read of it stays.", severity="warning")
            case kinds.SessionRewritten(path) if path == opened:
                self._is_grown = self._is_rewritten = True
            case kinds.SessionGrown(path) if path == opened:
                self._is_grown, self.followed = True, path
            case kinds.SessionNew(path) | kinds.SessionReplaced(path) | kinds.SessionShrunk(path):
                self._is_grown |= path == opened

    def grow_soon(self) -> None:
        """Read on in the open session, at most so many times a second, and once it was read whole."""
        document, is_busy = self.reading_pane.document, self._growing is not None and not self._growing.is_finished
        if self._is_drawing or not self._is_grown or document is None or not document.whole:
            return
        self._is_drawing = True
        self.set_timer(_FRAME_SECONDS, self._grow_later)
        if not is_busy:
            self._read_on_now()

    def _grow_later(self) -> None:
        self._is_drawing = False
        self.grow_soon()

    def _read_on_now(self) -> None:
        """Read on in a thread."""
        pane, anew = self.reading_pane, self._is_rewritten
        self._is_grown = self._is_rewritten = False
        target, document, wanted = pane.target, pane.document, pane.wanted
        if target is not None and document is not None and is_live(document):
            shown = (target, pane.transcript.view, pane.transcript.selected)
            self._growing = in_thread(pane, "grow", lambda ticket: read_on(ticket, document, wanted, shown, anew=anew))

    @on(ReadAnew)
    def _tell_anew(self, message: ReadAnew) -> None:
        """The file was rewritten: show it at the same record, and say so."""
        message.stop()
        pane, news = self.reading_pane, message.news
        if pane.target is None or pane.target.path != news.target.path:
            return
        pane.wanted = pane.wanted._replace(leaf=None)
        pane.post_message(news)
        if not self._is_told_anew:
            self._is_told_anew = True
            self.notify("The file was rewritten, and was read anew.", timeout=_TOLD_SECONDS)
            self.set_timer(_TOLD_SECONDS, self._forget_told)
        if message.row >= 0 and not pane.transcript.follow:
            row = message.row
            self.set_timer(_FRAME_SECONDS, lambda: pane.go_to_row(row))

    def _forget_told(self) -> None:
        self._is_told_anew = False

    @on(ReadingPane.Whole)
    def _when_quiet(self, message: ReadingPane.Whole) -> None:
        """What is looked for in the whole of a session is looked for once a second while it grows."""
        path = message.target.path
        if path != self._whole or self._is_quiet:
            self._whole, self._is_quiet, self._is_missed = path, False, False
            self.set_timer(_QUIET_SECONDS, self._be_quiet)
        else:
            message.prevent_default()
            self._is_missed = True
        self.grow_soon()

    def _be_quiet(self) -> None:
        self._is_quiet = True
        target = self.reading_pane.target
        if self._is_missed and target is not None and target.path == self._whole:
            self.reading_pane.post_message(ReadingPane.Whole(target))
