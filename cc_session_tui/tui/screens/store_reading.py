"""Reading the store, off the event loop: first what `stat` and the cache tell, then the titles, the newest first."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cc_session_tui.core.store.models import Project, RunningClient, Session
    from cc_session_tui.core.store.store import Store
    from cc_session_tui.tui.screens.work import Ticket

_FIRST_SECONDS: Final = 0.1
_STEP_SECONDS: Final = 1.0


@dataclass
class StoreRead(Message):
    """The store was read, or read a little further."""

    projects: tuple[Project, ...]
    running: tuple[RunningClient, ...]
    unread: int
    """Sessions whose titles are still to be read."""


class StoreReader:
    """The store of one Claude dir, as far as it was read. Its methods run in threads."""

    def __init__(self, claude_dir: Path) -> None:
        """A reader of CLAUDE_DIR that has read nothing."""
        self._claude_dir = claude_dir
        self._opened: Store | None = None
        self._sessions: dict[str, Session] = {}
        self._running: tuple[RunningClient, ...] = ()
        self._unread = 0

    def scan(self, ticket: Ticket) -> None:
        """Look what there is, and post it; no session file is opened."""
        store = self._store()
        projects = store.scan()
        self._running = store.running()
        self._sessions = {session.file.name: session for project in projects for session in project.sessions}
        self._unread = sum(1 for session in self._sessions.values() if not session.known)
        ticket.post(StoreRead(projects, self._running, self._unread))

    def fill(self, ticket: Ticket) -> None:
        """Read what the cache does not know, the newest sessions first: those are in sight; post it at each step."""
        store = self._store()
        unknown = [session for session in self._sessions.values() if not session.known]
        unknown.sort(key=lambda session: -session.file.mtime_ns)
        due = time.monotonic() + _FIRST_SECONDS
        for count, session in enumerate(store.fill(unknown), 1):
            self._sessions[session.file.name] = session
            self._unread = len(unknown) - count
            if not ticket.valid:
                return
            if time.monotonic() > due or not self._unread:
                self._post(ticket, store)
                due = time.monotonic() + _STEP_SECONDS

    def count(self, ticket: Ticket, sessions: Sequence[Session]) -> None:
        """Count what is in SESSIONS: messages, tokens, damaged lines."""
        store = self._store()
        due = time.monotonic() + _FIRST_SECONDS
        for counted in store.fill(sessions, full=True):
            self._sessions[counted.file.name] = counted
            if not ticket.valid:
                return
            if time.monotonic() > due:
                self._post(ticket, store)
                due = time.monotonic() + _STEP_SECONDS
        self._post(ticket, store)

    def _post(self, ticket: Ticket, store: Store) -> None:
        ticket.post(StoreRead(store.regroup(list(self._sessions.values())), self._running, self._unread))

    def _store(self) -> Store:
        """The store, with the user's cache."""
        if self._opened is None:
            from cc_session_tui.core.store.cache import MetaCache  # noqa: PLC0415 - SQLite is loaded after the first frame
            from cc_session_tui.core.store.store import Store  # noqa: PLC0415

            self._opened = Store(self._claude_dir, MetaCache())
        return self._opened
