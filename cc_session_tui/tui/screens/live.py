"""The browser that follows what happens: what changes in the store is shown, without a key being pressed."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from textual import on

from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.live_reading import ReadAnew, is_live, read_on
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual.worker import Worker

    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change
    from cc_session_tui.watching.watcher import StoreWatcher

_FRAME_SECONDS: Final = 0.06
_TREE_SECONDS: Final = 1.0
_QUIET_SECONDS: Final = 1.0
_TOLD_SECONDS: Final = 4.0


class LiveBrowser(RecoveringBrowser):
    """The screen on which everything happens, as it happens."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self.followed: Path | None = None
        """The session file that the watcher looks at closely, once it does."""
        self._watcher: StoreWatcher | None = None
        self._growing: Worker[None] | None = None
        self._is_watching = self._is_grown = self._is_rewritten = self._is_drawing = False
        self._is_store_changed = self._is_listing = self._is_told_anew = False
        self._whole: Path | None = None
        self._is_quiet, self._is_missed = True, False

    # watching

    @on(TreePane.Listed)
    def _begin_watching(self) -> None:
        """Once the tree is there, watch the store."""
        if not self._is_watching:
            self._is_watching = True
            self.run_worker(self._watch_store(), group="watch", exclusive=True, exit_on_error=False)

    async def _watch_store(self) -> None:
        """Take what changes, as long as the browser is there."""
        self._watcher = watcher = await asyncio.to_thread(_watcher_of, self._setting.claude_dir)
        self._follow_opened()
        async with aclosing(watcher.changes()) as batches:
            async for batch in batches:
                self._take_changes(batch)

    @on(ReadingPane.Painted)
    def _follow_opened(self) -> None:
        """Look closely at what is open."""
        target = self.reading_pane.target
        if self._watcher is not None:
            self._watcher.follow(target.path if target is not None else None)

    def _take_changes(self, changes: Iterable[Change]) -> None:
        """Have CHANGES shown, those of the open session at once."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        target, document = self.reading_pane.target, self.reading_pane.document
        opened = target.path.absolute() if target is not None else None
        for change in changes:
            match change:
                case kinds.PollingInstead(reason):
                    self.notify(f"The store is looked at every few seconds: {reason}", markup=False)
                case kinds.SessionGone(path) if path == opened and document is not None and is_live(document):
                    self.notify("The file of this session is gone. What was read of it stays.", severity="warning")
                case kinds.SessionRewritten(path) if path == opened:
                    self._is_grown = self._is_rewritten = True
                case kinds.SessionGrown(path, start, end) if path == opened:
                    self._is_grown, self.followed = True, path
                    self._is_store_changed |= start != end
                    continue
                case kinds.SessionNew(path) | kinds.SessionReplaced(path) | kinds.SessionShrunk(path):
                    self._is_grown |= path == opened
            self._is_store_changed = True
        self._grow_soon()
        self._list_soon()

    # the open session

    def _grow_soon(self) -> None:
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
        self._grow_soon()

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
        self._grow_soon()

    def _be_quiet(self) -> None:
        self._is_quiet = True
        target = self.reading_pane.target
        if self._is_missed and target is not None and target.path == self._whole:
            self.reading_pane.post_message(ReadingPane.Whole(target))

    # the tree

    def _list_soon(self) -> None:
        """Read the store, at most once a second."""
        if self._is_listing or not self._is_store_changed:
            return
        self._is_listing, self._is_store_changed = True, False
        self.tree_pane.read_again()
        self.set_timer(_TREE_SECONDS, self._list_later)

    def _list_later(self) -> None:
        self._is_listing = False
        self._list_soon()


def _watcher_of(claude_dir: Path) -> StoreWatcher:
    """A watcher of CLAUDE_DIR; what it needs is imported in the thread."""
    from cc_session_tui.watching.watcher import StoreWatcher  # noqa: PLC0415 - after the first frames

    return StoreWatcher(claude_dir)
