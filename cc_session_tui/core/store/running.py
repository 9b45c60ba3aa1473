"""What goes on in the sessions of a store that run, and in their subagents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.clients import by_session, running_clients
from cc_session_tui.core.store.live import Live
from cc_session_tui.core.store.working import has_finished, is_left_over
from cc_session_tui.core.transcript.activity import Activity, Doing
from cc_session_tui.core.transcript.tails import Tail

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from cc_session_tui.core.store.models import FileStat, Project, RunningClient, Session, Subagent

_GOES_ON: Final = frozenset({Doing.THINKING, Doing.TOOL})


class Running:
    """The running sessions of one store: the ends of their files, read on as they grow. For one thread at a time."""

    def __init__(self, claude_dir: Path) -> None:
        """Those of CLAUDE_DIR; nothing is read yet."""
        self._claude_dir = claude_dir
        self._clients: Mapping[str, RunningClient] = {}
        self._projects: Iterable[Project] = ()
        self._sessions: dict[str, list[Session]] = {}
        self._tails: dict[str, Tail] = {}
        self._over: dict[str, str] = {}

    def look(self, projects: Iterable[Project], *, clients: bool = True) -> dict[str, Live]:
        """What goes on, by the name of the file: of each session of PROJECTS that runs, and each subagent that does.

        CLIENTS tells whether one may have started, changed or ended since the last look. What cannot be read counts as
        a session in which nothing goes on.
        """
        if clients:
            self._clients = by_session(running_clients(self._claude_dir))
        if clients or projects is not self._projects:
            self._projects, self._sessions, ids = projects, {}, self._clients
            found = (session for project in projects for session in project.sessions) if ids else ()
            for session in found:
                if session.session_id in ids:
                    self._sessions.setdefault(session.session_id, []).append(session)
        lives = dict(self._lives())
        self._tails = {name: tail for name, tail in self._tails.items() if name in lives}
        return lives

    def _lives(self) -> Iterator[tuple[str, Live]]:
        for session_id, client in self._clients.items():
            for session in self._sessions.get(session_id, ()):
                yield session.file.name, Live(client, self._activity(session.file) or Activity())
                yield from self._agents(session, client)

    def _agents(self, session: Session, client: RunningClient) -> Iterator[tuple[str, Live]]:
        """The subagents of SESSION that run; parents come before those that they spawned."""
        files = {agent.agent_id: agent.file for agent in session.subagents}
        for agent in session.subagents:
            parent = files.get(agent.parent_agent_id, session.file)
            if (activity := self._agent_activity(agent, client, parent)) is not None:
                yield agent.file.name, Live(client, activity, is_subagent=True)

    def _agent_activity(self, agent: Subagent, client: RunningClient, parent: FileStat) -> Activity | None:
        """What AGENT does; None where it does not run. What is over is looked at again when its file has changed."""
        name, stamp = agent.file.name, agent.file.stamp
        if self._over.get(name) == stamp:
            return None
        is_old = is_left_over(agent.file.mtime_ns, client)
        activity = None if is_old else self._activity(agent.file, sidechain=True)
        if activity is not None and activity.doing in _GOES_ON and not has_finished(name):
            above = self._tails.get(parent.name)
            if above is None or not above.was_answered(agent.tool_use_id):
                return activity
        self._over[name] = stamp
        return None

    def _activity(self, file: FileStat, *, sidechain: bool = False) -> Activity | None:
        """What goes on in FILE; None where it cannot be read."""
        tail = self._tails.get(file.name)
        if tail is None:
            tail = self._tails[file.name] = Tail(file.path, sidechain=sidechain)
        try:
            return tail.look()
        except ReadError:
            del self._tails[file.name]
            return None
