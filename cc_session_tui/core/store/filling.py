"""Reading what is not known of a session: its file, the title beside it, its subagents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store import layout
from cc_session_tui.core.store.known import Known
from cc_session_tui.core.store.models import Meta, Session, SessionState
from cc_session_tui.core.store.reading import Reading, read_meta
from cc_session_tui.core.store.small import read_object, text_of
from cc_session_tui.core.store.subagents import read_subagents
from cc_session_tui.core.store.text import one_line
from cc_session_tui.core.store.whole import WORTH_RESUMING

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.store.models import FileStat, Subagent

_NEVER_READ: Final = frozenset({SessionState.DELETED, SessionState.UNREADABLE, SessionState.FOREIGN})


class Filler:
    """Reads sessions, and nothing of them that is known already."""

    def __init__(self, known: dict[str, Known], loose: dict[str, list[FileStat]]) -> None:
        """A reader that adds to what is KNOWN by path; LOOSE: folder -> subagents' files that lie in it themselves."""
        self._known = known
        self._loose = loose
        self._owners: dict[str, str] = {}

    def is_filled(self, session: Session, *, full: bool) -> bool:
        """Whether nothing of SESSION is to be read."""
        return session.known and (not full or session.meta.complete or session.meta.state in _NEVER_READ)

    def filled(self, session: Session, progress: Callable[[str], bytes], *, full: bool) -> tuple[Session, bytes]:
        """SESSION with what is in it, and where a later reading can go on; PROGRESS tells that of an earlier one."""
        folder = layout.companion(session.file)
        has_folder = layout.file_stat(folder) is not None
        earlier = progress(session.file.name) if full and session.file.size > WORTH_RESUMING else b""
        try:
            reading = self._remembered(session, full=full) or read_meta(session.file.name, full=full, progress=earlier)
        except ReadError as error:
            meta = Meta(SessionState.UNREADABLE, error=one_line(str(error)))
            return session._replace(meta=meta, known=True), b""
        file, meta, later = reading
        title = layout.title_stamp(folder) if has_folder else 0
        meta = with_title_beside(folder, meta) if title else meta
        agents, dirs = self.agents(session, has_folder=has_folder)
        self._known[file.name] = Known(layout.stamp(file, title), dirs, meta, agents)
        return session._replace(file=file, meta=meta, known=True, subagents=agents), later

    def agents(self, session: Session, *, has_folder: bool) -> tuple[tuple[Subagent, ...], str]:
        """The subagents of SESSION, and the stamp of their folders; HAS_FOLDER: there is one named after it."""
        files, dirs = layout.agent_files(layout.companion(session.file)) if has_folder else ([], "")
        files += (file for file in self._loose_in(session.file.folder) if self._owner(file) == session.session_id)
        return read_subagents(session.file.name, files) if files else (), dirs

    def _remembered(self, session: Session, *, full: bool) -> Reading | None:
        """What is known of SESSION, if it is of the file as it is now."""
        before = self._known.get(session.file.name)
        if before is None or (full and not before.meta.complete):
            return None
        file = layout.file_stat(session.file.name)
        if file is None or before.stamp != layout.stamp(file, layout.title_stamp(layout.companion(file))):
            return None
        return Reading(file, before.meta)

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
