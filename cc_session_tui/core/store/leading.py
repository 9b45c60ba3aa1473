"""Which session Claude works on now, and which one its client goes on with.

A client tells in its file which session it has open. After `/clear` and `/resume` that is another one at once; the file
of a new session is there a little later, that of a client that was only started with its first prompt (2.1.332).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError, SessionNotFound
from cc_session_tui.core.paths import get_project_dir, project_dirs
from cc_session_tui.core.store import layout
from cc_session_tui.core.store.clients import by_session, running_clients, urgency
from cc_session_tui.core.store.models import SessionState

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from cc_session_tui.core.store.models import RunningClient, Session
    from cc_session_tui.core.store.store import Store

_MS: Final = 1_000_000  # nanoseconds in one
_AT_WORK: Final = frozenset({"busy", "waiting"})


def current_session(store: Store, folders: Collection[str] = ()) -> Path | None:
    """The file of the session that a client has open, of several the one last active; else the one last written to.

    FOLDERS: only one in these project folders. None where there is none yet.
    """
    sessions = [session for session in store.sessions() if not folders or session.file.folder in folders]
    running = [session for session in sessions if session.running is not None]
    newest = sorted(running or sessions, key=_last_active, reverse=True)
    if running:
        return newest[0].file.path
    named = (session for session in newest if not session.session_id.startswith(layout.AGENT))
    return next((s.file.path for s in store.fill(named) if s.meta.state is SessionState.SESSION), None)


def folders_of(store: Store, project: str) -> tuple[str, ...]:
    """The project folders of PROJECT; of a directory without sessions that where they will be.

    Raises:
        SessionNotFound: there is no such project.
        AmbiguousSession: there are several.
    """
    try:
        return tuple(map(str, store.project(project).folders))
    except SessionNotFound:
        if not Path(project).expanduser().is_dir():
            raise
        return (str(get_project_dir(Path(project).expanduser(), store.claude_dir.absolute())),)


def _last_active(session: Session) -> int:
    """When SESSION was written to, or its client said what it does, in milliseconds."""
    updated = session.running.updated_ms if session.running is not None else 0
    return max(session.file.mtime_ns // _MS, updated)


class Lead:
    """Tells where to go from the session that is read, by what the clients of a Claude dir do."""

    def __init__(self, claude_dir: Path, folders: Collection[str] = ()) -> None:
        """In CLAUDE_DIR, or in these project FOLDERS only; no client was seen yet."""
        self._claude_dir, self._folders = claude_dir.absolute(), folders
        self._before: dict[int, RunningClient] = {}
        self._session = ""
        self._own = 0
        """The client that has the session open, or had it open last."""
        self._begun: list[int] = []
        """The clients that may be gone to while nobody has the session open, the first to be first."""
        self.is_held = False
        """Whether a client had the session open, when it was last looked."""
        self.has_turned = False
        """Whether its client had another one open then."""

    def file(self, session_id: str, begun: Path | None = None, *, is_free: bool = True) -> Path | None:
        """The session file to go to from SESSION_ID, once it is there; None to stay.

        Where no client tells what it does (an old one), that is BEGUN, a session file that is new.
        """
        clients = [client for client in running_clients(self._claude_dir) if self._is_within(client)]
        client = self.next(session_id, clients, is_free=is_free, is_there=self._is_there)
        if client is not None:
            return self._file_of(client)
        if begun is None or begun.stem == session_id or clients or not is_free:
            return None
        return begun if not self._folders or str(begun.parent) in self._folders else None

    def next(
        self,
        session_id: str,
        clients: Iterable[RunningClient],
        *,
        is_free: bool = True,
        is_there: Callable[[RunningClient], bool] = lambda _: True,
    ) -> RunningClient | None:
        """The client to go to from SESSION_ID, by the CLIENTS that run now; None to stay.

        That is its own client, where that has turned to another session. Where that has ended, or it had none, and one
        IS_FREE to go, it is a client that has started since, or begun to work, as soon as the file of its session
        IS_THERE: one that was only started has none. From a session that a client has open nobody is led away.
        """
        before, now = self._before, {client.pid: client for client in clients}
        self._before = now
        if session_id != self._session:
            self._session, self._own, self._begun = session_id, 0, []
        holder, own = by_session(now.values()).get(session_id), now.get(self._own)
        self.is_held, self.has_turned = holder is not None, holder is None and own is not None
        if holder is not None:
            self._own = self._own if own is not None and own.session_id == session_id else holder.pid
            self._begun = []
            return None
        if own is not None:
            return own
        begun = [client for client in now.values() if _has_begun(before.get(client.pid), client)]
        pids = [*self._begun, *(client.pid for client in sorted(begun, key=urgency, reverse=True))]
        self._begun = [pid for pid in dict.fromkeys(pids) if pid in now] if is_free else []
        return next((now[pid] for pid in self._begun if is_there(now[pid])), None)

    def _is_there(self, client: RunningClient) -> bool:
        return self._file_of(client) is not None

    def _file_of(self, client: RunningClient) -> Path | None:
        return session_file(self._claude_dir, client.session_id, self._folders)

    def _is_within(self, client: RunningClient) -> bool:
        if not self._folders or self._is_there(client):
            return True
        return bool(client.cwd) and any(
            str(folder) in self._folders for folder in project_dirs(self._claude_dir, client.cwd)
        )


def session_file(claude_dir: Path, session_id: str, folders: Collection[str] = ()) -> Path | None:
    """The file of the session SESSION_ID, in one of FOLDERS where there are any; None where it is not there (yet).

    What no file can be called, or what leads out of the folders, is no session: clients tell it, and anybody may.
    """
    if "/" in session_id:
        return None
    try:
        paths = folders or tuple(layout.folder_paths(str(claude_dir / "projects")))
    except ReadError:
        return None
    files = (Path(folder, f"{session_id}{layout.SUFFIX}") for folder in paths)
    return next((file for file in files if os.path.isfile(file)), None)  # noqa: PTH113 - that of Path may raise


def _has_begun(before: RunningClient | None, now: RunningClient) -> bool:
    """Whether a client was started, turned to another session, or has begun to work."""
    if before is None or before.session_id != now.session_id:
        return True
    return now.status in _AT_WORK and before.status not in _AT_WORK
