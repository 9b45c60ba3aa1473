"""Reading the store, off the event loop: first what `stat` and the cache tell, then the titles, the newest first.

What changes later is read on its own.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from cc_session_tui.core.store.models import FileStat, Project, RunningClient, Session
    from cc_session_tui.core.store.projects import Grouped
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
    """The store of one Claude dir, as far as it was read. Its methods run in threads, several at a time."""

    def __init__(self, claude_dir: Path) -> None:
        """A reader of CLAUDE_DIR that has read nothing."""
        self._claude_dir = claude_dir
        self._opened: Store | None = None
        self._lock = threading.Lock()
        self._read: Grouped | None = None
        self._clients: dict[int, RunningClient] = {}
        self._unknown: set[str] = set()

    def scan(self, ticket: Ticket) -> None:
        """Look what there is, and post it; no session file is opened."""
        with self._lock:
            store = self._store()
            sessions = store.sessions()
            self._clients = {client.pid: client for client in store.running()}
            self._read = _grouped(sessions)
            self._unknown = {session.file.name for session in sessions if not session.known}
            self._post(ticket)

    def fill(self, ticket: Ticket) -> None:
        """Read what the cache does not know, the newest sessions first: those are in sight; post it at each step."""
        with self._lock:
            store = self._store()
            unknown = [session for session in self._sessions if not session.known]
        unknown.sort(key=lambda session: -session.file.mtime_ns)
        due = time.monotonic() + _FIRST_SECONDS
        for before, session in zip(unknown, store.fill(unknown), strict=True):
            if not ticket.valid:
                return
            with self._lock:
                self._take(before, session)
                if time.monotonic() > due or not self._unknown:
                    self._post(ticket)
                    due = time.monotonic() + _STEP_SECONDS

    def count(self, ticket: Ticket, sessions: Sequence[Session]) -> None:
        """Count what is in SESSIONS: messages, tokens, damaged lines."""
        with self._lock:
            store = self._store()
        due = time.monotonic() + _FIRST_SECONDS
        for before, counted in zip(sessions, store.fill(sessions, full=True), strict=True):
            with self._lock:
                self._take(before, counted)
                if not ticket.valid:
                    return
                if time.monotonic() > due:
                    self._post(ticket)
                    due = time.monotonic() + _STEP_SECONDS
        with self._lock:
            self._post(ticket)

    def refresh(self, ticket: Ticket, paths: Iterable[str], clients: Mapping[int, RunningClient | None]) -> None:
        """Read the files at PATHS and CLIENTS by their process (None: it has ended); post it, if something changed."""
        from cc_session_tui.core.store.clients import with_other_clients  # noqa: PLC0415 - when something happens

        with self._lock:
            self._clients |= {pid: client for pid, client in clients.items() if client is not None}
            for pid in [pid for pid, client in clients.items() if client is None]:
                self._clients.pop(pid, None)
            others = with_other_clients(self._sessions, self._clients.values()) if clients else []
            if self._refresh({*paths, *others}) or clients:
                self._post(ticket)

    def known(self) -> tuple[tuple[FileStat, ...], tuple[RunningClient, ...]]:
        """The session files, and the clients, as they were read."""
        with self._lock:
            return tuple(session.file for session in self._sessions), tuple(self._clients.values())

    # with the lock

    @property
    def _sessions(self) -> Grouped:
        """What was read."""
        if self._read is None:
            self._read = _grouped(())
        return self._read

    def _take(self, before: Session, now: Session) -> None:
        """Take what was read of a session, which was BEFORE; if it has changed since, read that."""
        current = self._sessions.get(before.file.name)
        if current == before:
            self._put(now)
        elif current is not None:
            self._refresh([before.file.name])

    def _refresh(self, paths: Iterable[str]) -> bool:
        """Read the sessions of PATHS; tell whether one is another than before."""
        is_changed = False
        for name, session in self._store().refresh(paths, self._clients.values()):
            is_changed |= session != self._sessions.get(name)
            if session is not None:
                self._put(session)
            else:
                self._sessions.drop(name)
                self._unknown.discard(name)
        return is_changed

    def _put(self, session: Session) -> None:
        self._sessions.put(session)
        if session.known:
            self._unknown.discard(session.file.name)

    def _post(self, ticket: Ticket) -> None:
        running = tuple(self._clients.values())
        ticket.post(StoreRead(self._sessions.projects(), running, len(self._unknown)))

    def _store(self) -> Store:
        """The store, with the user's cache."""
        if self._opened is None:
            from cc_session_tui.core.store.cache import MetaCache  # noqa: PLC0415 - SQLite is loaded after the first frame
            from cc_session_tui.core.store.store import Store  # noqa: PLC0415

            self._opened = Store(self._claude_dir, MetaCache())
        return self._opened


def _grouped(sessions: Iterable[Session]) -> Grouped:
    from cc_session_tui.core.store.projects import Grouped  # noqa: PLC0415 - in the thread, after the first frame

    return Grouped(sessions)
