"""Looks at a store: all of it, or where something is said to have happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.clients import running_clients
from cc_session_tui.watching.changes import (
    ClientChanged,
    ClientEnded,
    ClientStarted,
    SessionGone,
    SessionGrown,
    SessionNew,
    SubagentNew,
)
from cc_session_tui.watching.files import FollowedFile, Seen, judged, look_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cc_session_tui.core.store.models import RunningClient
    from cc_session_tui.watching.changes import Change, ClientChange, FileChange

SUFFIX: Final = ".jsonl"
"""How the name of a session file ends."""
_SUBAGENTS: Final = "subagents"


class Looker:
    """What a store was like at the last look. Its methods run in one thread at a time."""

    def __init__(self, claude_dir: Path) -> None:
        """The store in CLAUDE_DIR, not looked at yet."""
        self._claude_dir = claude_dir
        self._projects = str(claude_dir.absolute() / "projects")
        self._sessions = str(claude_dir.absolute() / "sessions")
        self._files: dict[str, Seen] = {}
        self._clients: dict[int, RunningClient] = {}
        self._followed: FollowedFile | None = None
        self._is_first = True

    def follow(self, path: str) -> list[FileChange]:
        """Look closely at the session file PATH, and at its subagents; at none where PATH is empty.

        Tell where it ends now, or that it is not there: whoever reads it may know less.
        """
        self._followed = FollowedFile(path) if path else None
        self._files = {path: seen for path, seen in self._files.items() if not _is_subagents(path)}
        for folder in self._beside():
            self._files.update(_files_in(folder))
        if self._followed is None:
            return []
        size = self._followed.size
        return [SessionGrown(Path(path), size, size) if size >= 0 else SessionGone(Path(path))]

    def folders(self) -> dict[str, str]:
        """The folders to watch, flat, by their real path: the store's, and those of the followed session."""
        wanted = [str(self._claude_dir.absolute()), self._projects, self._sessions, *_folders_in(self._projects)]
        if self._followed is not None:
            companion = self._followed.path.removesuffix(SUFFIX)
            wanted += [os.path.dirname(self._followed.path), companion, *self._beside()]  # noqa: PTH120
        return {os.path.realpath(path): path for path in wanted if os.path.isdir(path)}  # noqa: PTH112

    def all(self) -> list[Change]:
        """What happened anywhere since the last look; nothing at the first."""
        now = {path: seen for folder in _folders_in(self._projects) for path, seen in _files_in(folder).items()}
        for folder in self._beside():
            now |= _files_in(folder)
        paths = sorted({path for path, _ in now.items() ^ self._files.items()})
        changes = [change for path in paths if (change := self._compared(path, now.get(path)))]
        clients = self.clients()
        if self._is_first:
            self._is_first = False
            return []
        return [*changes, *clients, *self.followed()]

    def at(self, paths: Iterable[str]) -> list[Change]:
        """What happened at PATHS, and to the followed session."""
        changes: list[Change] = []
        for path in paths:
            if os.path.dirname(path) == self._sessions:  # noqa: PTH120
                changes += self.clients()
            elif path.endswith(SUFFIX) and (change := self._compared(path, look_at(path))):
                changes.append(change)
        return [*changes, *self.followed()]

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
        return [*ended, *started, *changed]

    def _compared(self, path: str, now: Seen | None) -> FileChange | None:
        """What happened to the file PATH; of the followed one that is told from its bytes, see `followed`."""
        change = judged(path, self._files.get(path), now)
        if now is not None:
            self._files[path] = now
        else:
            self._files.pop(path, None)
        if self._followed is not None and path == self._followed.path:
            return None
        is_subagent = isinstance(change, SessionNew) and os.path.dirname(path) in self._beside()  # noqa: PTH120
        return SubagentNew(Path(path)) if is_subagent else change

    def _beside(self) -> list[str]:
        """Where subagents of the followed session are, or will be."""
        return [f"{self._followed.path.removesuffix(SUFFIX)}/{_SUBAGENTS}"] if self._followed is not None else []


def _is_subagents(path: str) -> bool:
    return os.path.basename(os.path.dirname(path)) == _SUBAGENTS  # noqa: PTH119, PTH120


def _folders_in(root: str) -> Iterator[str]:
    """The folders in ROOT, symlinks to folders too."""
    try:
        with os.scandir(root) as entries:
            found = [entry.path for entry in entries if entry.is_dir()]
    except OSError:
        return
    yield from found


def _files_in(folder: str) -> dict[str, Seen]:
    """The session files in FOLDER."""
    try:
        with os.scandir(folder) as entries:
            paths = [entry.path for entry in entries if entry.name.endswith(SUFFIX)]
    except OSError:
        return {}
    return {path: seen for path in paths if (seen := look_at(path)) is not None}
