"""Sessions to projects: by the working directory that their records name, never by decoding a folder's name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.paths import is_windows_path, project_key
from cc_session_tui.core.store.layout import AGENT, agent_id_of
from cc_session_tui.core.store.models import Project, Session, Subagent
from cc_session_tui.core.store.opening import open_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LONGEST_LINE = 8192
_WORKTREES = ("/.claude/worktrees/", "\\.claude\\worktrees\\")


def group(sessions: Iterable[Session]) -> tuple[Project, ...]:
    """SESSIONS as projects, see `Grouped`."""
    return Grouped(sessions).projects()


class Grouped:
    """Sessions as projects, newest first; when some change, only their projects are made anew.

    A session whose directory is not known (not read yet, nothing in it) goes with the newest of its folder whose is;
    where there is none, the project has the folder's name.
    """

    def __init__(self, sessions: Iterable[Session] = ()) -> None:
        """SESSIONS, not grouped yet."""
        self._folders: dict[str, dict[str, Session]] = {}
        self._parts: dict[str, _Part] = {}
        self._homes: dict[str, set[str]] = {}
        self._projects: dict[str, Project] = {}
        self._changed: set[str] = set()
        for session in sessions:
            self.put(session)

    def put(self, session: Session) -> None:
        """Add SESSION, in place of one in the same file."""
        folder = session.file.folder
        self._folders.setdefault(folder, {})[session.file.name] = session
        self._changed.add(folder)

    def drop(self, name: str) -> None:
        """Take out the session in the file NAME, if there is one."""
        folder = name.rpartition("/")[0]
        if self._folders.get(folder, {}).pop(name, None) is not None:
            self._changed.add(folder)

    def get(self, name: str) -> Session | None:
        """The session in the file NAME; None where there is none."""
        return self._folders.get(name.rpartition("/")[0], {}).get(name)

    def __iter__(self) -> Iterator[Session]:
        """All sessions, in no order."""
        return (session for folder in self._folders.values() for session in folder.values())

    def projects(self) -> tuple[Project, ...]:
        """The projects."""
        changed: set[str] = set()
        for folder in self._changed:
            changed |= self._regroup(folder)
        self._changed.clear()
        for home in changed:
            self._remake(home)
        return tuple(sorted(self._projects.values(), key=lambda project: _age(project.sessions[0]), reverse=True))

    def _regroup(self, folder: str) -> set[str]:
        """Group the sessions in FOLDER; return the projects that have others now."""
        before, now = self._parts.pop(folder, {}), _part(folder, self._folders[folder].values())
        changed = {home for home in before.keys() | now.keys() if before.get(home) != now.get(home)}
        for home in changed:
            here = self._homes.setdefault(home, set())
            (here.add if home in now else here.discard)(folder)
        if now:
            self._parts[folder] = now
        else:
            del self._folders[folder]
        return changed

    def _remake(self, home: str) -> None:
        """Make the project HOME of its sessions."""
        found = [session for folder in self._homes[home] for session in self._parts[folder][home]]
        found.sort(key=_age, reverse=True)
        if found:
            self._projects[home] = _project(home, found)
        else:
            del self._homes[home]
            self._projects.pop(home, None)


_Part: TypeAlias = dict[str, tuple[Session, ...]]
"""The sessions of a folder, newest first, by their project: its directory's key, or its folder."""


def _part(folder: str, sessions: Iterable[Session]) -> _Part:
    """The SESSIONS in FOLDER by project."""
    newest = sorted(nest(sessions), key=_age, reverse=True)
    keys = {cwd: project_key(cwd) for cwd in {session.meta.cwd for session in newest} if cwd}
    unknown = next((keys[session.meta.cwd] for session in newest if session.meta.cwd), folder)
    members: dict[str, list[Session]] = {}
    for session in newest:
        members.setdefault(keys.get(session.meta.cwd, unknown), []).append(session)
    return {home: tuple(found) for home, found in members.items()}


def nest(sessions: Iterable[Session]) -> list[Session]:
    """SESSIONS, without the subagents' files that lie beside their session (2.0.28 to 2.0.55): those go below it."""
    found = list(sessions)
    loose = [session for session in found if session.session_id.startswith(AGENT) and session.meta.owner]
    if not loose:
        return found
    owners = {(session.file.folder, session.session_id): session for session in found}
    nested = {session.file.name for session in loose if (session.file.folder, session.meta.owner) in owners}
    below: dict[str, list[Subagent]] = {}
    for session in loose:
        if session.file.name in nested:
            owner = owners[session.file.folder, session.meta.owner]
            below.setdefault(owner.file.name, []).append(Subagent(session.file, agent_id_of(session.file)))
    return [_with(session, below.get(session.file.name, ())) for session in found if session.file.name not in nested]


def _with(session: Session, agents: Sequence[Subagent]) -> Session:
    known = {agent.agent_id for agent in session.subagents}
    new = tuple(agent for agent in agents if agent.agent_id not in known)
    return session._replace(subagents=session.subagents + new) if new else session


def _project(home: str, sessions: list[Session]) -> Project:
    cwd = next((session.meta.cwd for session in sessions if session.meta.cwd), "")
    folders = tuple(Path(folder) for folder in dict.fromkeys(session.file.folder for session in sessions))
    if not cwd:
        return Project(home.rpartition("/")[2], folders, tuple(sessions), is_path=False, exists=False)
    place = _place(cwd, next((session.meta.worktree_of for session in sessions if session.meta.worktree_of), ""))
    return Project(cwd, folders, tuple(sessions), exists=place.exists, note=place.note)


class _Place(NamedTuple):
    exists: bool
    note: str


def _place(cwd: str, origin: str) -> _Place:
    """What is at CWD now; ORIGIN is the directory that a session's records call the origin of a worktree."""
    if is_windows_path(cwd) and os.name != "nt":
        return _Place(exists=False, note="on Windows")
    exists = os.path.isdir(cwd)  # noqa: PTH112 - the method of Path raises for a name that is too long
    if origin := (_worktree_of(cwd) or (origin if project_key(origin) != project_key(cwd) else "")):
        return _Place(exists, f"worktree of {origin}")
    if not exists:
        return _Place(exists, "moved")
    is_link = os.path.islink(cwd)  # noqa: PTH114 - see above
    return _Place(exists, f"symlink to {os.path.realpath(cwd)}" if is_link else "")


def _worktree_of(cwd: str) -> str:
    """The directory whose worktree CWD is, by where it lies or by its `.git` file; empty where it is none."""
    for part in _WORKTREES:
        if part in cwd:
            return cwd.partition(part)[0]
    return _git_origin(cwd)


def _git_origin(cwd: str) -> str:
    """The repository that the `.git` file in CWD points to, where that is a worktree's and not a submodule's."""
    try:
        file, _ = open_regular(f"{cwd}/.git")
    except ReadError:
        return ""
    with os.fdopen(file, encoding="utf-8", errors="replace") as lines:
        text = lines.readline(_LONGEST_LINE)
    target = text.removeprefix("gitdir:").strip()
    origin, found, _ = target.replace("\\", "/").partition("/.git/worktrees/")
    return os.path.normpath(Path(cwd, origin)) if found else ""


def _age(session: Session) -> tuple[int, str]:
    return session.file.mtime_ns, session.file.name
