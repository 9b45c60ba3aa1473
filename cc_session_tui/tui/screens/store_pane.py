"""A pane that holds the store as far as it was read, and has more of it read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical

from cc_session_tui.tui.screens.store_reading import StoreReader
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from textual.worker import Worker

    from cc_session_tui.core.store.models import FileStat, Project, RunningClient, Session
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.target import Target


class StorePane(Vertical):
    """What the store holds; what is read of it comes as `StoreRead`."""

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """A pane for the store of SETTING, of which nothing was read."""
        super().__init__(id=id)
        self.projects: tuple[Project, ...] = ()
        """What the store holds."""
        self._reader = StoreReader(setting.claude_dir)

    def take_changes(self, paths: Iterable[str], clients: Mapping[int, RunningClient | None]) -> Worker[None]:
        """Read what changed: the files at PATHS, and CLIENTS by their process; None: it has ended."""
        changed, others = frozenset(paths), dict(clients)
        return in_thread(self, "refresh", lambda ticket: self._reader.refresh(ticket, changed, others))

    def known(self) -> tuple[tuple[FileStat, ...], tuple[RunningClient, ...]]:
        """The session files and the clients that were read, as they were then."""
        return self._reader.known()

    def count(self, target: Target) -> None:
        """Count what is in the session TARGET, unless that is known."""
        session = target.session
        if session is not None and target.subagent is None and not session.meta.complete:
            in_thread(self, "count", lambda ticket: self._reader.count(ticket, [session]))

    def session_of(self, path: Path) -> Session | None:
        """The session whose file, or a subagent's file, is PATH; None where there is none."""
        name = str(path)
        for project in self.projects:
            for session in project.sessions:
                if name == session.file.name or any(name == subagent.file.name for subagent in session.subagents):
                    return session
        return None
