"""The tree, as the store changes: only what changed is read, some times a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser

if TYPE_CHECKING:
    from pathlib import Path

    from textual.worker import Worker

    from cc_session_tui.core.store.models import RunningClient
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change

_TREE_SECONDS: Final = 0.3
_MANY: Final = 500
"""So many files that changed at once are read as at the start: the newest first, and shown in steps."""


class LiveTree(RecoveringBrowser):
    """The screen, as far as it shows what happens in the store."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._changed: set[str] = set()
        self._clients: dict[int, RunningClient | None] = {}
        self._listing: Worker[None] | None = None
        self._is_resting = False

    def take_tree_change(self, change: Change) -> None:
        """Note CHANGE; `list_soon` shows it."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        match change:
            case kinds.ClientStarted(client) | kinds.ClientChanged(client):
                self._clients[client.pid] = client
            case kinds.ClientEnded(client):
                self._clients[client.pid] = None
            case kinds.SessionGrown(path, start, end) if start == end and self._is_known(path, end):
                pass  # where a file ends that is followed from now on
            case kinds.PollingInstead():
                pass
            case _:
                self._changed.add(str(change.path))

    def _is_known(self, path: Path, size: int) -> bool:
        """Whether the file at PATH is listed as it was when it had SIZE bytes."""
        session = self.tree_pane.session_of(path)
        files = [session.file, *(agent.file for agent in session.subagents)] if session is not None else []
        return any(file.name == str(path) and file.size == size for file in files)

    def list_soon(self) -> None:
        """Read what changed and show it, at most so many times a second."""
        is_busy = self._listing is not None and not self._listing.is_finished
        if self._is_resting or not (self._changed or self._clients):
            return
        self._is_resting = True
        self.set_timer(_TREE_SECONDS, self._list_later)
        if not is_busy:
            self._list_now()

    def _list_now(self) -> None:
        changed, self._changed = self._changed, set()
        clients, self._clients = self._clients, {}
        if len(changed) > _MANY:
            self.tree_pane.read_again()
        else:
            self._listing = self.tree_pane.take_changes(changed, clients)

    def _list_later(self) -> None:
        self._is_resting = False
        self.list_soon()
