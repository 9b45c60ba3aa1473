"""Reading what is not known of a session: its file, the title beside it, its subagents."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store import layout
from cc_session_tui.core.store.growing import Growing
from cc_session_tui.core.store.known import Known
from cc_session_tui.core.store.models import Meta, Session, SessionState
from cc_session_tui.core.store.opening import open_regular
from cc_session_tui.core.store.reading import Reading, read_meta
from cc_session_tui.core.store.small import read_object, text_of
from cc_session_tui.core.store.subagents import looked_at, read_subagents
from cc_session_tui.core.store.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from cc_session_tui.core.store.models import FileStat, Subagent
    from cc_session_tui.core.store.whole import Progress

MOST_COUNTED: Final = 20 << 20
"""Bytes that are read of a session so that its counts stay known, without anybody asking for them."""

_NEVER_READ: Final = frozenset({SessionState.DELETED, SessionState.UNREADABLE, SessionState.FOREIGN})


class Filler:
    """Reads sessions, and nothing of them that is known already."""

    def __init__(
        self, known: dict[str, Known], loose: dict[str, list[FileStat]], written: Callable[[str], bytes]
    ) -> None:
        """A reader that adds to what is KNOWN by path; WRITTEN tells what was written down of a file's progress.

        LOOSE: folder -> subagents' files that lie in it themselves.
        """
        self._known = known
        self._loose = loose
        self._owners: dict[str, str] = {}
        self.growing = Growing(written)
        """How far sessions that change were read."""

    def is_filled(self, session: Session, *, full: bool) -> bool:
        """Whether nothing of SESSION is to be read."""
        return session.known and (not full or session.meta.complete or session.meta.state in _NEVER_READ)

    def filled(self, session: Session, *, full: bool) -> tuple[Session, Progress | None]:
        """SESSION with what is in it, and how far it was read; counted where FULL is, or it was, and changes."""
        earlier = None
        if full:
            earlier = self.growing.take(session.file.name, session.file.size)
        elif session.file.name in self.growing:
            earlier, full = self._progress(session.file)
        return self._filled(session, earlier, full=full)

    def refreshed(self, session: Session, touched: Collection[str]) -> Session:
        """SESSION, which changed, with what is in it now; counted if it was. TOUCHED: what changed in its folder."""
        agents = {agent.file.name for agent in session.subagents}
        anew = any(path not in agents or not os.path.exists(path) for path in touched)  # noqa: PTH110 - Path raises
        self.growing.note(session.file.name)
        if session.known and not anew and (session.meta.complete or not self.growing.holds(session.file.name)):
            return self._with_agents_now(session) if session.subagents else session
        progress, full = self._progress(session.file)
        return self._filled(session, progress, full=full, anew=anew)[0]

    def _with_agents_now(self, session: Session) -> Session:
        """SESSION, of which only subagents have grown."""
        agents, before = looked_at(session.subagents), self._known.get(session.file.name)
        if before is not None:
            self._known[session.file.name] = before._replace(subagents=agents)
        return session._replace(subagents=agents)

    def _progress(self, file: FileStat) -> tuple[Progress | None, bool]:
        """How far FILE was read, and whether it is to be counted on: if it was counted, and there is little to read."""
        before = self._known.get(file.name)
        counted = before is not None and before.meta.complete
        progress = self.growing.take(file.name, file.size if counted else 0)
        if progress is None and not counted:
            return None, False
        if file.size <= MOST_COUNTED:
            return progress, True
        fits = progress is not None and file.size - progress.position <= MOST_COUNTED and _fits(progress, file)
        return (progress, True) if fits else (None, False)

    def _filled(
        self, session: Session, earlier: Progress | None, *, full: bool, anew: bool = False
    ) -> tuple[Session, Progress | None]:
        """SESSION with what is in it, and how far it was read; EARLIER is how far before, ANEW: its subagents too."""
        folder = layout.companion(session.file)
        has_folder = layout.file_stat(folder) is not None
        try:
            reading = self._remembered(session, earlier, full=full)
            reading = reading or read_meta(session.file.name, full=full, progress=earlier)
        except ReadError as error:
            meta = Meta(SessionState.UNREADABLE, error=one_line(str(error)))
            return session._replace(meta=meta, known=True), None
        file, meta, later = reading
        self.growing.give(file.name, later)
        title = layout.title_stamp(folder) if has_folder else 0
        meta = with_title_beside(folder, meta) if title else meta
        agents, dirs = self._agents(session, folder, has_folder=has_folder, anew=anew)
        self._known[file.name] = Known(layout.stamp(file, title), dirs, meta, agents)
        return session._replace(file=file, meta=meta, known=True, subagents=agents), later

    def _agents(
        self, session: Session, folder: str, *, has_folder: bool, anew: bool
    ) -> tuple[tuple[Subagent, ...], str]:
        """As `agents`; of those that are known only the files are looked at, unless ANEW is, or there are others."""
        before = self._known.get(session.file.name)
        if before is None or not before.folders or not has_folder or anew:
            return self.agents(session, has_folder=has_folder)
        if before.folders != layout.agents_stamp_now(folder, before.folders):
            return self.agents(session, has_folder=has_folder)
        return looked_at(before.subagents), before.folders

    def agents(self, session: Session, *, has_folder: bool) -> tuple[tuple[Subagent, ...], str]:
        """The subagents of SESSION, and the stamp of their folders; HAS_FOLDER: there is one named after it."""
        files, dirs = layout.agent_files(layout.companion(session.file)) if has_folder else ([], "")
        files += (file for file in self._loose_in(session.file.folder) if self._owner(file) == session.session_id)
        return read_subagents(session.file.name, files) if files else (), dirs

    def _remembered(self, session: Session, progress: Progress | None, *, full: bool) -> Reading | None:
        """What is known of SESSION, if it is of the file as it is now; with its PROGRESS."""
        before = self._known.get(session.file.name)
        if before is None or (full and not before.meta.complete):
            return None
        file = layout.file_stat(session.file.name)
        if file is None or before.stamp != layout.stamp(file, layout.title_stamp(layout.companion(file))):
            return None
        return Reading(file, before.meta, progress)

    def _loose_in(self, folder: str) -> list[FileStat]:
        """The subagents' files that lie in FOLDER, beside the sessions (2.0.28 to 2.0.55)."""
        if folder not in self._loose:
            self._loose[folder] = layout.loose_agents(layout.folder(folder))
        return self._loose[folder]

    def _owner(self, file: FileStat) -> str:
        """The session that the subagent's FILE belongs to."""
        if file.name not in self._owners:
            try:
                self._owners[file.name] = read_meta(file.name, full=False).meta.owner
            except ReadError:
                return ""
        return self._owners[file.name]


def with_title_beside(folder: str, meta: Meta) -> Meta:
    """META with the title that `/rename` left in the FOLDER of the session, where it did; that is the newest."""
    title = text_of(read_object(f"{folder}/{layout.TITLE}"), "customTitle")
    return meta._replace(title=one_line(title), title_source="custom-title") if title.strip() else meta


def _fits(progress: Progress, file: FileStat) -> bool:
    """Whether FILE still begins with what PROGRESS was made of."""
    try:
        opened, _ = open_regular(file.name)
    except ReadError:
        return False
    try:
        return progress.fits(opened)
    finally:
        os.close(opened)
