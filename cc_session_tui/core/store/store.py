"""The store: what lies in a Claude dir, and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store import layout, lookup
from cc_session_tui.core.store.cache import Known, MetaCache
from cc_session_tui.core.store.clients import running_clients
from cc_session_tui.core.store.models import FileStat, Meta, Project, RunningClient, Session, SessionState, Subagent
from cc_session_tui.core.store.projects import group
from cc_session_tui.core.store.small import read_object, text_of
from cc_session_tui.core.store.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_BATCH: Final = 256
"""Sessions that are read before what was found is written to the cache."""
_NEVER_READ = frozenset({SessionState.DELETED, SessionState.UNREADABLE, SessionState.FOREIGN})


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

    def scan(self) -> tuple[Project, ...]:
        """All projects, newest first, from names, stats and the cache: not a byte of a session file is read."""
        return group(self.sessions())

    def sessions(self) -> list[Session]:
        """All session files, as `scan` finds them, in no order."""
        known, clients = self._known(), {client.session_id: client for client in self.running()}
        found: list[Session] = []
        for folder in layout.folders(self._root):
            self._loose[folder.path] = [file for name, file, _ in folder.files if name.startswith(layout.AGENT)]
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
                if len(batch.known) >= _BATCH:
                    self._keep(batch)
        finally:
            self._keep(batch)

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
        if item is None:
            return None
        clients = {client.session_id: client for client in self.running()}
        has_folder = layout.file_stat(layout.companion(item.file)) is not None
        return _session(item, self._known().get(item.file.name), clients.get(item.session_id), has_folder)

    def subagents(self, session: Session) -> tuple[Subagent, ...]:
        """The subagents of SESSION, oldest first, each with its call and its parent; their small files are read."""
        return self._agents(session.session_id, session.file)[0]

    def running(self) -> tuple[RunningClient, ...]:
        """The clients that run now."""
        return running_clients(self.claude_dir)

    def deleted(self) -> tuple[Session, ...]:
        """What is left of sessions whose file is gone; `history.jsonl` is read for it."""
        from cc_session_tui.core.store.deleted import deleted_sessions  # noqa: PLC0415

        return tuple(deleted_sessions(self.claude_dir, layout.folders(self._root)))

    # what is remembered

    def _known(self) -> dict[str, Known]:
        if self._memory is None:
            self._memory = self._cache.load(self._root) if self._cache is not None else {}
        return self._memory

    def _keep(self, batch: _Batch) -> None:
        """Write what was found to the cache."""
        if self._cache is not None and (batch.known or self._gone):
            self._cache.keep(self._root, batch.known, batch.progress, self._gone)
        self._gone = set()
        batch.clear()

    # reading

    def _filled(self, session: Session, batch: _Batch, *, full: bool) -> Session:
        if session.known and (not full or session.meta.complete or session.meta.state in _NEVER_READ):
            return session
        try:
            file, meta = self._meta(session, batch, full=full)
        except ReadError as error:
            meta = Meta(SessionState.UNREADABLE, error=one_line(str(error)))
            return session._replace(meta=meta, known=True)
        agents, folders = self._agents(session.session_id, file)
        known = Known(_stamp(file), folders, meta, agents)
        self._known()[file.name] = batch.known[file.name] = known
        return session._replace(file=file, meta=meta, known=True, subagents=agents)

    def _meta(self, session: Session, batch: _Batch, *, full: bool) -> tuple[FileStat, Meta]:
        """What is in SESSION; from memory where its file has not changed."""
        from cc_session_tui.core.store.reading import read_meta  # noqa: PLC0415 - a list from the cache reads nothing

        path = session.file.name
        file, before = layout.file_stat(path), self._known().get(path)
        if file and before and before.stamp == _stamp(file) and (before.meta.complete or not full):
            return file, before.meta
        progress = self._cache.progress(path) if full and self._cache is not None else b""
        reading = read_meta(path, full=full, progress=progress)
        if reading.progress:
            batch.progress[path] = reading.progress
        return reading.file, _with_title_beside(reading.file, reading.meta)

    def _agents(self, session_id: str, file: FileStat) -> tuple[tuple[Subagent, ...], str]:
        """The subagents of a session, and the stamp of their folders."""
        from cc_session_tui.core.store.subagents import read_subagents  # noqa: PLC0415 - see `_meta`

        folder = layout.companion(file)
        files, stamp = layout.agent_files(folder) if layout.file_stat(folder) else ([], "")
        files += self._loose_of(session_id, file)
        return (read_subagents(file.name, files) if files else ()), stamp

    def _loose_of(self, session_id: str, file: FileStat) -> list[FileStat]:
        """The files of subagents of the session that lie beside its file (2.0.28 to 2.0.55)."""
        folder = file.folder
        if folder not in self._loose:
            items = layout.folder(folder).files
            self._loose[folder] = [item.file for item in items if item.session_id.startswith(layout.AGENT)]
        return [loose for loose in self._loose[folder] if self._owner(loose) == session_id]

    def _owner(self, file: FileStat) -> str:
        from cc_session_tui.core.store.reading import read_meta  # noqa: PLC0415 - see `_meta`

        if known := self._known().get(file.name):
            return known.meta.owner
        try:
            return read_meta(file.name, full=False).meta.owner
        except ReadError:
            return ""


def _session(item: layout.Found, before: Known | None, client: RunningClient | None, has_folder: bool) -> Session:
    """A session as its stats and what was known BEFORE tell; HAS_FOLDER: there is one named after it."""
    name, file, odd = item
    if odd is not None:
        return Session(name, file, odd, known=True)
    if before is None:
        return Session(name, file, running=client)
    known, agents = before.stamp == file.stamp and not before.agents, before.subagents
    if has_folder:
        folders = layout.agents_stamp_now(layout.companion(file), before.agents)
        known = before.stamp == _stamp(file) and before.agents == folders
    if client is not None:
        agents = tuple(agent._replace(file=layout.file_stat(agent.file.name) or agent.file) for agent in agents)
    return Session(name, file, before.meta, known, agents, client)


def _stamp(file: FileStat) -> str:
    """The stamp of the session FILE, and of the title beside it."""
    title = layout.title_stamp(layout.companion(file))
    return f"{file.stamp}.{title}" if title else file.stamp


def _with_title_beside(file: FileStat, meta: Meta) -> Meta:
    """META with the title that `/rename` left in `<session>/custom-title.json`, where it did; that is the newest."""
    title = text_of(read_object(f"{layout.companion(file)}/{layout.TITLE}"), "customTitle")
    return meta._replace(title=one_line(title), title_source="custom-title") if title.strip() else meta


class _Batch:
    """What was read and is not in the cache yet."""

    def __init__(self) -> None:
        self.known: dict[str, Known] = {}
        self.progress: dict[str, bytes] = {}

    def clear(self) -> None:
        self.known.clear()
        self.progress.clear()
