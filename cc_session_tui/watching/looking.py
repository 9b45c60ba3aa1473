"""Looks at a store: all of it, or where something is said to have happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.store.clients import running_clients
from cc_session_tui.core.store.layout import METADATA, SUFFIX, TITLE
from cc_session_tui.watching.changes import (
    ClientChanged,
    ClientEnded,
    ClientStarted,
    MetadataChanged,
    SessionGone,
    SessionGrown,
    SessionNew,
    SubagentNew,
)
from cc_session_tui.watching.files import FollowedFile, Seen, judged, look_at
from cc_session_tui.watching.places import (
    entries_in,
    files_beside,
    folders_beside,
    is_beside,
    is_open,
    project_folders,
    sessions_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.store.models import FileStat, RunningClient
    from cc_session_tui.watching.changes import Change, ClientChange, FileChange


class Before(NamedTuple):
    """What somebody knows of a store already."""

    files: tuple[FileStat, ...]
    """The session files."""
    clients: tuple[RunningClient, ...]


class Looker:
    """What a store was like at the last look. Its methods run in one thread at a time."""

    def __init__(self, claude_dir: Path, before: Before | None = None) -> None:
        """The store in CLAUDE_DIR, not looked at yet; what it was like BEFORE is what the first look compares with."""
        self._claude_dir = claude_dir
        self._projects = str(claude_dir.absolute() / "projects")
        self._sessions = str(claude_dir.absolute() / "sessions")
        self._folders: list[str] = []
        self._files = {file.name: Seen.of_file(file) for file in before.files} if before is not None else {}
        self._clients = {client.pid: client for client in before.clients} if before is not None else {}
        self._followed: FollowedFile | None = None
        self._is_first, self._is_compared = True, before is not None
        self.companions: frozenset[str] = frozenset()
        """The folders, there or not, in which something is written beside sessions that run, or are followed."""

    def follow(self, path: str) -> list[FileChange]:
        """Look closely at the session file PATH, and at its subagents; at none where PATH is empty.

        Tell where it ends now, or that it is not there: whoever reads it may know less.
        """
        self._followed = FollowedFile(path) if path else None
        self._find_companions()
        if self._followed is None:
            return []
        size = self._followed.size
        return [SessionGrown(Path(path), size, size) if size >= 0 else SessionGone(Path(path))]

    def folders(self) -> dict[str, str]:
        """The folders to watch, flat, by their real path: the store's, and those beside sessions that run.

        One that may not be read is none: there is nothing to tell of it, and that it may be read is told of its parent.
        """
        wanted = [os.path.dirname(self._followed.path)] if self._followed is not None else []  # noqa: PTH120
        wanted += [str(self._claude_dir.absolute()), self._projects, self._sessions, *project_folders(self._projects)]
        wanted += (folder for companion in self.companions for folder in folders_beside(companion))
        return {os.path.realpath(path): path for path in wanted if is_open(path)}

    def all(self) -> list[Change]:
        """What happened anywhere since the last look; nothing at the first, unless it was known how it was before."""
        self._folders = project_folders(self._projects)
        now = {path: seen for folder in self._folders for path, seen in sessions_in(folder).items()}
        clients = self.clients()
        self._find_companions()
        for companion in self.companions:
            now |= files_beside(companion)
        paths = sorted({path for path, _ in now.items() ^ self._files.items()})
        changes = self._compared((path, now.get(path)) for path in paths)
        is_told, self._is_first = self._is_compared or not self._is_first, False
        self._find_companions()
        return [*changes, *clients, *self.followed()] if is_told else []

    def at(self, paths: Iterable[str]) -> list[Change]:
        """What happened at PATHS, and to the followed session."""
        found = set(paths)
        at_clients = any(os.path.dirname(path) == self._sessions for path in found)  # noqa: PTH120
        changes = self._compared((path, look_at(path)) for path in sorted(found) if self._is_looked_at(path))
        if any(isinstance(change, SessionNew) for change in changes):
            self._find_companions()  # a client may have run before the file of its session was there
        return [*changes, *(self.clients() if at_clients else ()), *self.followed()]

    def files_in(self, folder: str) -> set[str]:
        """Paths in FOLDER: those that are there now, and those that were at the last look."""
        return entries_in(folder) | {path for path in self._files if path.rpartition("/")[0] == folder}

    def followed(self) -> list[FileChange]:
        """What happened to the followed session."""
        change = self._followed.look() if self._followed is not None else None
        return [change] if change is not None else []

    def clients(self) -> list[ClientChange]:
        """Which clients started, ended, or do something else."""
        before, now = self._clients, {client.pid: client for client in running_clients(self._claude_dir)}
        self._clients = now
        ended = [ClientEnded(client) for pid, client in before.items() if pid not in now]
        started = [ClientStarted(client) for pid, client in now.items() if pid not in before]
        changed = [ClientChanged(client) for pid, client in now.items() if before.get(pid, client) != client]
        if ended or started or changed:
            self._find_companions()
        return [*ended, *started, *changed]

    def _compared(self, found: Iterable[tuple[str, Seen | None]]) -> list[FileChange]:
        """What happened to the files FOUND, paths and what is there now."""
        return [change for path, now in found if (change := self._judged(path, now))]

    def _judged(self, path: str, now: Seen | None) -> FileChange | None:
        """What happened to the file PATH; of the followed one that is told from its bytes, see `followed`."""
        change = judged(path, self._files.get(path), now)
        if now is not None:
            self._files[path] = now
        else:
            self._files.pop(path, None)
        if change is None or (self._followed is not None and path == self._followed.path):
            return None
        if path.endswith((METADATA, f"/{TITLE}")):
            return MetadataChanged(Path(path))
        return SubagentNew(Path(path)) if isinstance(change, SessionNew) and self._is_beside(path) else change

    # which files are looked at

    def _find_companions(self) -> None:
        """Look beside the sessions that run now, or are followed; later than at first, what is there is no news."""
        running = (f"{folder}/{client.session_id}" for client in self._clients.values() for folder in self._folders)
        now = {companion for companion in running if f"{companion}{SUFFIX}" in self._files}
        if self._followed is not None:
            now.add(self._followed.path.removesuffix(SUFFIX))
        for companion in now - self.companions if not self._is_first else ():
            self._files = files_beside(companion) | self._files
        for companion in self.companions - now:
            self._files = {path: seen for path, seen in self._files.items() if not is_beside(path, companion)}
        self.companions = frozenset(now)

    def _is_looked_at(self, path: str) -> bool:
        """Whether PATH is one of a file that `all` looks at."""
        in_project = path.endswith(SUFFIX) and path.count("/") == self._projects.count("/") + 2
        return (in_project and path.startswith(f"{self._projects}/")) or self._is_beside(path)

    def _is_beside(self, path: str) -> bool:
        return any(is_beside(path, companion) for companion in self.companions)
