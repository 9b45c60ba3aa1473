"""The browser that follows what happens: what changes in the store is shown, without a key being pressed."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import on

from cc_session_tui.core.errors import SessionError
from cc_session_tui.tui.screens.live_alerts import LiveAlerts
from cc_session_tui.tui.screens.live_lead import LiveLead
from cc_session_tui.tui.screens.live_running import LiveRunning
from cc_session_tui.tui.screens.live_session import LiveSession
from cc_session_tui.tui.screens.live_tree import LiveTree
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.tree_pane import TreePane

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change, ClientChanged
    from cc_session_tui.watching.watcher import StoreWatcher


_REST_SECONDS: Final = 0.3
"""A client says that it rests up to 0.15 s before it writes what it said last (2.1.332): so long it works on."""
_LONG: Final = 30.0
"""Seconds for which it is told that nothing is followed any more."""


class LiveBrowser(LiveSession, LiveTree, LiveRunning, LiveLead, LiveAlerts):
    """The screen on which everything happens, as it happens: it watches, and the parts of it show what changes."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._watcher: StoreWatcher | None = None
        self._resting: dict[int, ClientChanged] = {}

    @on(TreePane.Settled)
    def _begin_watching(self) -> None:
        """Once the tree is there, watch the store."""
        self.run_worker(self._watch_store(), group="watch", exclusive=True, exit_on_error=False)

    async def _watch_store(self) -> None:
        """Take what changes, as long as the browser is there."""
        self._watcher = watcher = await asyncio.to_thread(_watcher_of, self._setting.claude_dir, self.tree_pane)
        self._follow_opened()
        try:
            async with aclosing(watcher.changes()) as batches:
                async for batch in batches:
                    self._take_changes(batch)
        except Exception as error:  # noqa: BLE001 - a worker ends in silence
            why = (
                str(error) if isinstance(error, SessionError) else f"Watching stopped: {type(error).__name__}: {error}"
            )
            self.notify(f"{why}. f5 reads what was written.", severity="error", timeout=_LONG, markup=False)

    @on(ReadingPane.Painted)
    def _follow_opened(self) -> None:
        """Look closely at what is open."""
        target = self.reading_pane.target
        if self._watcher is not None:
            self._watcher.follow(target.path if target is not None else None)

    def _take_changes(self, changes: Iterable[Change]) -> None:
        """Have CHANGES shown; that a client came to rest a little later, see `_REST_SECONDS`."""
        from cc_session_tui.watching.changes import ClientChanged, ClientEnded  # noqa: PLC0415 - with the watcher

        at_once = []
        for change in changes:
            if isinstance(change, ClientChanged | ClientEnded):
                self._resting.pop(change.client.pid, None)
            if isinstance(change, ClientChanged) and not change.client.is_at_work:
                self._resting[change.client.pid] = change
                self.set_timer(_REST_SECONDS, partial(self._take_rest, change))
            else:
                at_once.append(change)
        self._show_changes(at_once)

    def _take_rest(self, change: ClientChanged) -> None:
        """Have it shown that a client came to rest, if it still does."""
        if self._resting.get(change.client.pid) is change:
            del self._resting[change.client.pid]
            self._show_changes([change])

    def _show_changes(self, changes: Iterable[Change]) -> None:
        """Have CHANGES shown, those of the open session at once."""
        from cc_session_tui.watching.changes import PollingInstead  # noqa: PLC0415 - with the watcher

        for change in changes:
            if isinstance(change, PollingInstead):
                self.notify(f"The store is looked at every few seconds: {change.reason}", markup=False)
            self.take_session_change(change)
            self.take_tree_change(change)
            self.take_running_change(change)
            self.take_lead_change(change)
            self.take_alert_change(change)
        self.grow_soon()
        self.list_soon()
        self.look_soon()
        self.lead_soon()
        self.alert_soon()


def _watcher_of(claude_dir: Path, tree_pane: TreePane) -> StoreWatcher:
    """A watcher of CLAUDE_DIR that tells what TREE_PANE does not know; what it needs is imported in the thread."""
    from cc_session_tui.watching.looking import Before  # noqa: PLC0415 - after the first frames
    from cc_session_tui.watching.watcher import StoreWatcher  # noqa: PLC0415

    return StoreWatcher(claude_dir, Before(*tree_pane.known()))
