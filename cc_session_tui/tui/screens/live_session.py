"""The open session, as it changes: read on when it grows, anew when it was rewritten."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import on

from cc_session_tui.tui.messages import Withdrawn
from cc_session_tui.tui.screens.edit_fates import Fate, words_of
from cc_session_tui.tui.screens.edit_pane import EditPane
from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.live_reading import LineBegun, ReadOn, is_live, read_anew, read_on
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.work import in_thread, patiently

if TYPE_CHECKING:
    from pathlib import Path

    from textual.timer import Timer
    from textual.worker import Worker

    from cc_session_tui.core.transcript.document import Document
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change

_FRAME_SECONDS: Final = 0.06
_QUIET_SECONDS: Final = 2.0
"""How long nothing is written before the whole session is looked at again."""
_LONGEST_SECONDS: Final = 10.0
"""How long that waits while the session goes on growing."""
_TOLD_SECONDS: Final = 4.0
_GONE: Final = "The file of this session is gone. What was read of it stays."
TORN_SECONDS: Final = 1.0
"""How long the end of a line is waited for, before what is there of it is shown: longer while a client is at work."""


class LiveSession(RecoveringBrowser):
    """The screen, as far as it shows what happens to the open session."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self.followed: Path | None = None
        """The session file that the watcher looks at closely, once it does."""
        self._growing: Worker[None] | None = None
        self._is_grown = self._is_rewritten = self._is_drawing = self._is_told_anew = self._is_torn = False
        self._ending: Timer | None = None
        self._whole: Path | None = None
        self._pause: Timer | None = None
        self._is_due = False
        self._written = self._waiting = 0.0

    def take_session_change(self, change: Change) -> None:
        """Note CHANGE, if it is one of the open session; `grow_soon` shows it."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        target, document = self.reading_pane.target, self.reading_pane.document
        opened = target.path.absolute() if target is not None else None
        match change:
            case kinds.SessionGone(path) if path == opened and document is not None:
                self._is_grown |= not is_live(document)
                self._lose(path, document)
            case kinds.SessionRewritten(path) | kinds.SessionShrunk(path) if path == opened:
                self._is_grown = self._is_rewritten = True  # what was shorter may be longer by now
            case kinds.SessionGrown(path) if path == opened:
                self._is_grown, self.followed = True, path
            case kinds.SessionNew(path) | kinds.SubagentNew(path) | kinds.SessionReplaced(path):
                self._is_grown |= path == opened
        if getattr(change, "path", None) == opened and not isinstance(change, kinds.SessionGone):
            self._find()

    def _lose(self, path: Path, document: Document) -> None:
        """The file at PATH, of which DOCUMENT was read, is gone: say so, unless it was deleted here."""
        if path not in self.deleted and self.reading_pane.note_file(is_gone=True) and is_live(document):
            self.notify(_GONE, severity="warning")

    def _find(self) -> None:
        """The file of the session that is open is there: if it was gone, it is back."""
        if self.reading_pane.note_file(is_gone=False):
            self.app.post_message(Withdrawn(_GONE))
        if self.reading_pane.failure:
            self.reading_pane.reload()

    def grow_soon(self) -> None:
        """Read on in the open session, at most so many times a second, and once it was read whole.

        A draft is left alone while a dialog is about it, other than a review that can be made anew.
        """
        pane, document = self.reading_pane, self.reading_pane.document
        if self._is_drawing or not self._is_grown or document is None or not document.whole:
            return
        review, screen = self.review, next(reversed(self.app.screen_stack), self)  # none is there at the very end
        if not is_live(document) and screen is not self and (review is not screen or not review.is_ready):
            return
        self._is_drawing = True
        self.set_timer(_FRAME_SECONDS, self._grow_later)
        if (self._growing is None or self._growing.is_finished) and not pane.is_stepping:
            self._read_on_now()

    def on_screen_resume(self) -> None:
        """A dialog was closed: read on in a draft."""
        self.grow_soon()

    def review_ready(self) -> None:
        """Read on in a draft that is reviewed."""
        self.grow_soon()

    def _grow_later(self) -> None:
        self._is_drawing = False
        self.grow_soon()

    def _read_on_now(self) -> None:
        """Read on in a thread."""
        pane, anew, is_torn = self.reading_pane, self._is_rewritten, self._is_torn
        self._is_grown = self._is_rewritten = self._is_torn = False
        target, document, wanted, view = pane.target, pane.document, pane.wanted, pane.transcript.view
        if target is None or document is None:
            return

        def torn() -> bool:
            return (is_torn or anew) and pane.shows_torn(target)

        if not is_live(document):
            pane.grow()
        elif anew:
            work = patiently(lambda ticket: read_anew(ticket, target, document, wanted, torn=torn))
            self._growing = in_thread(pane, "grow", work)
        else:
            work = patiently(lambda ticket: read_on(ticket, target, document, wanted, view, torn=torn))
            self._growing = in_thread(pane, "grow", work)

    @on(ReadOn)
    def _take_read(self, message: ReadOn) -> None:
        """Show what was read on, at the same record, and say what happened to the file."""
        message.stop()
        pane, news = self.reading_pane, message.news
        if pane.target is None or pane.target.path != news.target.path:
            return
        if pane.wanted.leaf == message.asked.leaf:
            pane.wanted = pane.wanted._replace(leaf=news.wanted.leaf)
        pane.post_message(news)
        if message.anew and not self._is_told_anew:
            self._is_told_anew = True
            self.notify(f"The file was {message.anew}, and was read anew.", timeout=_TOLD_SECONDS)
            self.set_timer(_TOLD_SECONDS, self._forget_told)

    @on(LineBegun)
    def _wait_for_end(self, message: LineBegun) -> None:
        """A line is being written: show it when it is whole, or when nobody is at work on it."""
        message.stop()
        if self._ending is not None:
            self._ending.stop()
        self._ending = self.set_timer(TORN_SECONDS, partial(self._read_torn, message.path))

    def _read_torn(self, path: Path) -> None:
        target = self.reading_pane.target
        if target is not None and target.path == path:
            self._is_grown = self._is_torn = True
            self.grow_soon()

    @on(EditPane.Edited)
    def _grow_edited(self, message: EditPane.Edited) -> None:
        """What is edited may be older than its file."""
        target = self.reading_pane.target
        if target is not None and target.path == message.path and message.path in self.reading_pane.edited:
            self._is_grown = True
            self.grow_soon()

    @on(EditPane.FileChanged)
    def _tell_changed(self, message: EditPane.FileChanged) -> None:
        """Say what happened to the file under the edits; a review of them says itself what keeps them apart from it."""
        is_fine, is_reviewed = message.growth.fate is Fate.GROWN, self.app.screen is self.review
        if is_fine or not is_reviewed or not message.growth.is_safe:
            self.notify(words_of(message.growth), severity="information" if is_fine else "warning", markup=False)

    def _forget_told(self) -> None:
        self._is_told_anew = False

    # what is looked for in the whole of it

    @on(ReadingPane.Whole)
    def _when_quiet(self, message: ReadingPane.Whole) -> None:
        """What is looked for in the whole of a session is looked for when that is open, and then in the pauses."""
        if message.target.path != self._whole:
            self._whole = message.target.path
        elif self._is_due:
            self._is_due = False
        else:
            message.prevent_default()
            self._wait_for_pause()
        self.grow_soon()

    def _wait_for_pause(self) -> None:
        """Look once nothing was written for a while, or when that does not come."""
        self._written = time.monotonic()
        if self._pause is None:
            self._waiting = self._written
            self._pause = self.set_timer(min(_QUIET_SECONDS, _LONGEST_SECONDS), self._look_in_pause)

    def _look_in_pause(self) -> None:
        now, target = time.monotonic(), self.reading_pane.target
        rest = min(self._written + _QUIET_SECONDS, self._waiting + _LONGEST_SECONDS) - now
        self._pause = self.set_timer(rest, self._look_in_pause) if rest > 0 else None
        if self._pause is None and target is not None and target.path == self._whole:
            self._is_due = True
            self.reading_pane.post_message(ReadingPane.Whole(target))
