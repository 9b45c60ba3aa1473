"""The store: what lies in a Claude dir, and what is known of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store import layout, lookup
from cc_session_tui.core.store.clients import by_session, running_clients
from cc_session_tui.core.store.models import FileStat, Project, RunningClient, Session, Subagent
from cc_session_tui.core.store.projects import group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from cc_session_tui.core.store.cache import MetaCache
    from cc_session_tui.core.store.filling import Filler
    from cc_session_tui.core.store.known import Known

_BATCH: Final = 256
"""Sessions that are read before what was found is written to the cache."""
_KEEP_SECONDS: Final = 10.0
"""How often what was refreshed is written to the cache."""


class Store:
    """The projects and sessions of a Claude dir.

    `scan` is quick and reads no session; `fill` reads, and remembers. They may run in different threads.
    """

    def __init__(self, claude_dir: Path, cache: MetaCache | None = None) -> None:
        """The store in CLAUDE_DIR; with a CACHE it remembers from one program to the next."""
        self.claude_dir = claude_dir
        self._root = str((claude_dir / "projects").absolute())
        self._cache = cache
        self._memory: dict[str, Known] | None = None
        self._loose: dict[str, list[FileStat]] = {}
        self._gone: set[str] = set()
        self._listed: dict[str, str] = {}
        self._reader: Filler | None = None
        self._fresh = _Batch()
        self._keep_due = 0.0

    def scan(self) -> tuple[Project, ...]:
        """All projects, newest first, from names, stats and the cache: not a byte of a session file is read."""
        return group(self.sessions())

    def sessions(self) -> list[Session]:
        """All session files, as `scan` finds them, in no order."""
        known, clients = self._known(), by_session(self.running())
        found: list[Session] = []
        for folder in layout.folders(self._root):
            self._listed[layout.place(folder.path)] = folder.path
            self._loose[folder.path] = layout.loose_agents(folder)
            found += (
                _session(
                    item, known.get(item.file.name), clients.get(item.session_id), item.session_id in folder.companions
                )
                for item in folder.files
            )
        self._gone = known.keys() - {session.file.name for session in found}
        return found

    def fill(self, sessions: Iterable[Session], *, full: bool = False) -> Iterator[Session]:
        """Yield SESSIONS with what is in them, in order: read from their ends, or with all counts where FULL.

        What is known already is not read again, so filling all costs little the second time. Never raises for a file:
        one that cannot be read is yielded as such.
        """
        batch = _Batch()
        try:
            for session in sessions:
                yield self._filled(session, batch, full=full)
                if len(batch.paths) >= _BATCH:
                    self._keep(batch)
        finally:
            self._keep(batch)

    def refresh(
        self, paths: Iterable[str], running: Iterable[RunningClient] | None = None
    ) -> Iterator[tuple[str, Session | None]]:
        """Yield the session files that PATHS are or belong to, each with the session that it is now; None: it is gone.

        What `sessions` and `fill` would find of them is found, and nothing else is looked at: PATHS are what changed
        below `projects/`, session files and files in the folders beside them. RUNNING are the clients that run, where
        that is known. What was counted stays counted: of a session that grew only what is new is read for that.
        """
        clients = by_session(self.running() if running is None else running)
        for name, touched in self._owners(paths).items():
            yield name, self._refreshed(name, touched, clients)
        if time.monotonic() > self._keep_due:
            self._keep_fresh()

    def regroup(self, sessions: Iterable[Session]) -> tuple[Project, ...]:
        """SESSIONS as projects, by the working directories that are known now."""
        return group(sessions)

    def find(self, reference: str, project: str | None = None) -> Session:
        """The session that REFERENCE means: a path, an id, the beginning of one, or `latest`; in PROJECT where given.

        Raises:
            SessionNotFound: there is none, or no such project.
            AmbiguousSession: there are several.
        """
        return lookup.find(self, reference, project)

    def project(self, reference: str) -> Project:
        """The project that REFERENCE means: its directory, the name of one, or the name of its folder.

        Raises:
            SessionNotFound: there is none.
            AmbiguousSession: there are several of that name.
        """
        return lookup.find_project(self, reference)

    def at(self, path: Path) -> Session | None:
        """The session in the file at PATH, wherever that is; None where nothing is."""
        item = layout.found(str(path.absolute()))
        return self._session(item, by_session(self.running())) if item is not None else None

    def _session(self, item: layout.Found, clients: Mapping[str, RunningClient]) -> Session:
        """The session that ITEM is, as its stats tell."""
        has_folder = layout.file_stat(layout.companion(item.file)) is not None
        return _session(item, self._known().get(item.file.name), clients.get(item.session_id), has_folder)

    def subagents(self, session: Session) -> tuple[Subagent, ...]:
        """The subagents of SESSION, oldest first, each with its call and its parent; their small files are read."""
        there = layout.file_stat(layout.companion(session.file)) is not None
        return self._filler().agents(session, has_folder=there)[0]

    def running(self) -> tuple[RunningClient, ...]:
        """The clients that run now."""
        return running_clients(self.claude_dir)

    def deleted(self) -> tuple[Session, ...]:
        """What is left of sessions whose file is gone; `history.jsonl` is read for it."""
        from cc_session_tui.core.store.deleted import deleted_sessions  # noqa: PLC0415

        return tuple(deleted_sessions(self.claude_dir, layout.folders(self._root)))

    def _owners(self, paths: Iterable[str]) -> dict[str, set[str]]:
        """The session files that PATHS are of, each with those of PATHS that lie in the folder beside it."""
        owners: dict[str, set[str]] = {}
        for path in paths:
            if (owned := layout.owned(self._root, path)) is not None:
                folder = self._listed.setdefault(layout.place(owned.folder), owned.folder)
                touched = owners.setdefault(f"{folder}/{owned.session}", set())
                touched.update([f"{folder}/{owned.beside}"] if owned.beside else [])
        return owners

    def _refreshed(self, name: str, touched: set[str], clients: Mapping[str, RunningClient]) -> Session | None:
        """The session in the file NAME, read; TOUCHED is what changed beside it. None where it is gone."""
        item = layout.found(name)
        if item is None:
            self._gone.add(name)
            self._known().pop(name, None)
            return None
        if item.session_id.startswith(layout.AGENT):
            self._loose.pop(item.file.folder, None)
        session = self._session(item, clients)
        if item.odd is None:
            session = self._filler().refreshed(session, touched)
            self._fresh.paths[name] = None
        return session

    def _filled(self, session: Session, batch: _Batch, *, full: bool) -> Session:
        filler = self._filler()
        if filler.is_filled(session, full=full):
            return session
        filled, later = filler.filled(session, full=full)
        batch.paths[filled.file.name] = None
        if later is not None and (packed := later.packed()):
            batch.progress[filled.file.name] = packed
        return filled

    def _filler(self) -> Filler:
        if self._reader is None:
            from cc_session_tui.core.store.filling import Filler  # noqa: PLC0415 - a list from the cache reads nothing

            self._reader = Filler(self._known(), self._loose, self._progress)
        return self._reader

    # what is remembered

    def _known(self) -> dict[str, Known]:
        if self._memory is None:
            self._memory = self._cache.load(self._root) if self._cache is not None else {}
        return self._memory

    def _progress(self, path: str) -> bytes:
        return self._cache.progress(path) if self._cache is not None else b""

    def _keep_fresh(self) -> None:
        """Write what was refreshed to the cache."""
        self._keep_due = time.monotonic() + _KEEP_SECONDS
        for path in self._fresh.paths:
            if packed := self._filler().growing.packed(path):
                self._fresh.progress[path] = packed
        self._keep(self._fresh)

    def _keep(self, batch: _Batch) -> None:
        """Write what was found to the cache."""
        memory, gone = self._known(), self._gone
        if self._cache is not None and (batch.paths or gone):
            known = {path: memory[path] for path in batch.paths if path in memory}
            self._cache.keep(self._root, known, batch.progress, gone)
        self._gone = set()
        batch.clear()


def _session(item: layout.Found, before: Known | None, client: RunningClient | None, has_folder: bool) -> Session:
    """A session as its stats and what was known BEFORE tell; HAS_FOLDER: there is one named after it."""
    name, file, odd = item
    if odd is not None:
        return Session(name, file, odd, known=True)
    if before is None:
        return Session(name, file, running=client)
    known, agents = before.stamp == file.stamp and not before.folders, before.subagents
    if has_folder:
        folder = layout.companion(file)
        stamp = layout.stamp(file, layout.title_stamp(folder))
        known = before.stamp == stamp and before.folders == layout.agents_stamp_now(folder, before.folders)
    if client is not None:
        agents = tuple(agent._replace(file=layout.file_stat(agent.file.name) or agent.file) for agent in agents)
    return Session(name, file, before.meta, known, agents, client)


class _Batch:
    """What was read and is not in the cache yet."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}
        self.progress: dict[str, bytes] = {}

    def clear(self) -> None:
        self.paths.clear()
        self.progress.clear()
