"""The tree, as the store changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change

_TREE_SECONDS: Final = 1.0


class LiveTree(RecoveringBrowser):
    """The screen, as far as it shows what happens in the store."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._is_store_changed = self._is_listing = False

    def take_tree_change(self, change: Change) -> None:
        """Note CHANGE; `list_soon` shows it."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        if isinstance(change, kinds.SessionGrown) and change.start == change.end:
            return  # where a file ends that is followed from now on
        self._is_store_changed = True

    def list_soon(self) -> None:
        """Read the store, at most once a second."""
        if self._is_listing or not self._is_store_changed:
            return
        self._is_listing, self._is_store_changed = True, False
        self.tree_pane.read_again()
        self.set_timer(_TREE_SECONDS, self._list_later)

    def _list_later(self) -> None:
        self._is_listing = False
        self.list_soon()
