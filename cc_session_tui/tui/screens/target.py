"""What is to be read: a session of the store, a subagent of one, or any file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import model_words
from cc_session_tui.tui.widgets.header import many
from cc_session_tui.tui.widgets.session_tree_names import subagent_title, title_of
from cc_session_tui.tui.widgets.title import Heading

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import Session, Subagent
    from cc_session_tui.tui.widgets.session_tree_rows import Row


class Target(NamedTuple):
    """A file to read, and what the store knows of it."""

    path: Path
    session: Session | None = None
    """The session that it is, or whose subagent it is; None where the store does not know the file."""
    subagent: Subagent | None = None

    @property
    def session_id(self) -> str:
        """Id of the session: the name of its file."""
        return self.session.session_id if self.session is not None else self.path.stem

    @property
    def parent(self) -> Target | None:
        """What the subagent belongs to: another subagent, or the session; None for anything else."""
        session, subagent = self.session, self.subagent
        if session is None or subagent is None:
            return None
        above = next(
            (agent for agent in session.subagents if agent.agent_id and agent.agent_id == subagent.parent_agent_id),
            None,
        )
        return Target((above or session).file.path, session, above)


def heading_of(target: Target, live: Live | None = None) -> Heading:
    """What the title line says of TARGET; LIVE is what goes on in its session, where it was looked at."""
    session, subagent = target.session, target.subagent
    if session is None:
        return Heading(one_line(target.path.name))
    if subagent is not None:
        above = target.parent.subagent if target.parent is not None else None
        return Heading(subagent_title(subagent), back=subagent_title(above) if above is not None else title_of(session))
    meta, running = session.meta, live.client if live is not None else session.running
    tokens = live.activity.tokens if live is not None else 0
    facts = (
        one_line(meta.git_branch),
        model_words(one_line(meta.model)),
        many(meta.messages, "message") if meta.messages > 0 else "",
    )
    return Heading(
        title=title_of(session),
        facts=tuple(fact for fact in facts if fact),
        status=one_line(running.status) if running else "",
        tokens=tokens or max(0, meta.tokens),
        model=meta.model,
    )


def target_of(row: Row) -> Target | None:
    """What a line of the tree stands for; None for a project."""
    if row.session is None:
        return None
    file = row.subagent.file if row.subagent is not None else row.session.file
    return Target(file.path, row.session, row.subagent)


def target_in(session: Session, name: str) -> Target | None:
    """The file NAME of SESSION: its own, or a subagent's; None where it has no such file."""
    if name == session.file.name:
        return Target(session.file.path, session)
    found = next((subagent for subagent in session.subagents if subagent.file.name == name), None)
    return Target(found.file.path, session, found) if found is not None else None


def agent_of(target: Target, tool_use_id: str) -> Target | None:
    """The subagent that the call TOOL_USE_ID in TARGET started; None where it is not known."""
    subagents = target.session.subagents if target.session is not None else ()
    found = next((subagent for subagent in subagents if subagent.tool_use_id == tool_use_id), None)
    return Target(found.file.path, target.session, found) if found is not None else None
