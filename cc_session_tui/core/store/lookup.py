"""Finding the session, or the project, that a user means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import AmbiguousSession, SessionNotFound
from cc_session_tui.core.paths import normalize_project_path, project_dirs, project_key
from cc_session_tui.core.store.layout import AGENT, SUFFIX
from cc_session_tui.core.store.models import SessionState

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cc_session_tui.core.store.models import Project, Session
    from cc_session_tui.core.store.store import Store

LATEST: Final = "latest"
"""The reference that means the session that was last written to."""

_MOST_NAMED = 4


def find(store: Store, reference: str, project: str | None) -> Session:
    """The session that REFERENCE means, see `Store.find`.

    Raises:
        SessionNotFound: there is none, or no such project.
        AmbiguousSession: there are several.
    """
    if not reference:
        raise SessionNotFound("no session was named")
    if "/" in reference or reference.endswith(SUFFIX):
        return _at(store, reference)
    sessions = store.sessions() if project is None else store.project(project).sessions
    if reference == LATEST:
        return _latest(store, sessions)
    return _named(reference, sessions)


def find_project(store: Store, reference: str) -> Project:
    """The project that REFERENCE means, see `Store.project`.

    Raises:
        SessionNotFound: there is none.
        AmbiguousSession: there are several of that name.
    """
    sessions = store.sessions()
    folders = {str(folder) for folder in project_dirs(store.claude_dir, reference)}
    near = [session for session in sessions if session.file.folder in folders]
    for some in (near, sessions):
        projects = store.regroup(store.fill(some))
        if found := _of_directory(reference, projects):
            return found
    named = [project for project in projects if _has_name(project, reference)]
    if len(named) > 1:
        raise AmbiguousSession(f"several projects are named {reference}: {_list(project.path for project in named)}")
    if not named:
        raise SessionNotFound(f"no project {reference} in {store.claude_dir}")
    return named[0]


def _at(store: Store, reference: str) -> Session:
    session = store.at(Path(reference))
    if session is None:
        raise SessionNotFound(f"no session file {reference}")
    return session


def _latest(store: Store, sessions: Iterable[Session]) -> Session:
    newest = sorted(sessions, key=lambda session: session.file.mtime_ns, reverse=True)
    for session in store.fill(session for session in newest if not session.session_id.startswith(AGENT)):
        if session.meta.state is SessionState.SESSION:
            return session
    raise SessionNotFound("no session with a conversation")


def _named(reference: str, sessions: Sequence[Session]) -> Session:
    start = reference.casefold()
    found = [session for session in sessions if session.session_id.casefold().startswith(start)]
    exact = [session for session in found if session.session_id.casefold() == start]
    found = exact or found
    if not found:
        raise SessionNotFound(f"no session {reference}")
    if len(found) > 1:
        names = (session.file.name if exact else session.session_id for session in found)
        raise AmbiguousSession(f"{reference} fits {len(found)} sessions: {_list(names)}")
    return found[0]


def _of_directory(reference: str, projects: Iterable[Project]) -> Project | None:
    keys = {project_key(reference), project_key(normalize_project_path(reference))}
    return next((project for project in projects if project.is_path and project_key(project.path) in keys), None)


def _has_name(project: Project, reference: str) -> bool:
    """Whether REFERENCE is the last part of the project's directory, or the name of a folder of it."""
    last = project_key(project.path).replace("\\", "/").rpartition("/")[2]
    return reference in (last, project.path, *(folder.name for folder in project.folders))


def _list(names: Iterable[str]) -> str:
    shown = list(names)
    more = f" and {len(shown) - _MOST_NAMED} more" if len(shown) > _MOST_NAMED else ""
    return ", ".join(shown[:_MOST_NAMED]) + more
