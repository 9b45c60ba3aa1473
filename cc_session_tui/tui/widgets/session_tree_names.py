"""What projects, sessions and subagents are called, in one line of visible characters."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.models import SessionState
from cc_session_tui.tui.presentation.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.store.models import Project, Session, Subagent

_ID_LETTERS: Final = 4
_STATES: Final = {
    SessionState.EMPTY: "(empty)",
    SessionState.FOREIGN: "(not a session)",
    SessionState.UNREADABLE: "(unreadable)",
    SessionState.DELETED: "(deleted)",
}


def title_of(session: Session) -> str:
    """What SESSION is called: its title, what its file is, or its id."""
    if title := one_line(session.meta.title):
        return title
    if session.meta.state is not SessionState.SESSION:
        return _STATES[session.meta.state]
    return "(new session)" if session.is_new else one_line(session.session_id)


def short_ids(sessions: Sequence[Session]) -> dict[str, str]:
    """By the name of its file, the beginning of the id of each of SESSIONS that is called as another one before it.

    Of those of the same title the original has none: the oldest that was not forked, however they are sorted.
    """
    titles = Counter(session.meta.title for session in sessions)
    alike = [session for session in sessions if session.meta.title and titles[session.meta.title] > 1]
    originals: dict[str, Session] = {}
    for session in sorted(alike, key=_originality):
        originals.setdefault(session.meta.title, session)
    return {
        session.file.name: one_line(session.session_id[:_ID_LETTERS])
        for session in alike
        if session is not originals[session.meta.title]
    }


def _originality(session: Session) -> tuple[bool, str, str]:
    return bool(session.meta.forked_from), session.meta.created, session.session_id


def subagent_title(subagent: Subagent) -> str:
    """What SUBAGENT is called: its type and its task, or its id."""
    return one_line(" · ".join(filter(None, (subagent.agent_type, subagent.description))) or subagent.agent_id)


def shown_path(path: str, home: str) -> str:
    """PATH with `~` for HOME."""
    home = home.rstrip("/")
    if home and (path == home or path.startswith(home + "/")):
        path = "~" + path[len(home) :]
    return one_line(path)


def note_of(project: Project) -> str:
    """The store's note on PROJECT, short: of a path in it, only the last part."""
    words, slash, path = project.note.partition("/")
    return one_line(words + PurePath(slash + path).name) if slash else one_line(words)
