"""What a running client does, as the tree tells it: whether it waits, works or is idle, and since when."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import Project, RunningClient, Session, Subagent
    from cc_session_tui.tui.widgets.session_tree_rows import Row


class ClientState(IntEnum):
    """What a client does, what is more urgent first."""

    WAITING = 0
    """It waits for the user: for a permission, an answer, a dialog."""
    WORKING = 1
    SHELL = 2
    """It is idle, but a shell runs in its background."""
    IDLE = 3

    @property
    def is_going(self) -> bool:
        """Whether something goes on that ends soon: its time is told by the second."""
        return self <= ClientState.WORKING


_STATES: Final = {"waiting": ClientState.WAITING, "busy": ClientState.WORKING, "shell": ClientState.SHELL}


def state_of(client: RunningClient) -> ClientState:
    """What CLIENT does; one that says nothing that is known (as in its first moment) is taken for idle."""
    return _STATES.get(client.status, ClientState.IDLE)


def since(client: RunningClient) -> float:
    """When CLIENT came into its state, in seconds since 1970."""
    return client.updated_ms / 1000


def client_of(session: Session, lives: Mapping[str, Live]) -> RunningClient | None:
    """The client of SESSION, as it was heard of last; None where none runs."""
    live = lives.get(session.file.name)
    if session.running is None or live is None:
        return session.running
    return max(live.client, session.running, key=lambda client: client.updated_ms)


def name_of(row: Row) -> str:
    """Name of the file whose `Live` is told on the line ROW; empty where there is none."""
    if row.subagent is not None:
        return row.subagent.file.name
    return row.session.file.name if row.session is not None else ""


def is_going(row: Row, lives: Mapping[str, Live]) -> bool:
    """Whether the line ROW tells of something that goes on, and for how long."""
    if row.session is None or row.session.running is None:
        return False
    if row.subagent is not None:
        return runs(row.subagent, lives)
    client = client_of(row.session, lives)
    return client is not None and state_of(client).is_going


def runs(subagent: Subagent, lives: Mapping[str, Live]) -> bool:
    """Whether SUBAGENT does something now."""
    return subagent.file.name in lives and not subagent.finished


def most_urgent(sessions: Iterable[Session], lives: Mapping[str, Live]) -> RunningClient | None:
    """The client of SESSIONS that does what is most urgent; None where none runs."""
    clients = (client_of(session, lives) for session in sessions if session.running is not None)
    return min((client for client in clients if client is not None), key=state_of, default=None)


def count_waiting(clients: Iterable[RunningClient]) -> int:
    """How many of CLIENTS wait for the user."""
    return sum(1 for client in clients if state_of(client) is ClientState.WAITING)


def next_running(
    projects: Iterable[Project], current: str, seen: Collection[RunningClient]
) -> tuple[Project, Session] | None:
    """The running session to go to from the one in the file CURRENT, and its project; None where none runs.

    One that waits for the user, and was not SEEN to since, comes first. Else it is the next: those that wait, those
    that work, the idle ones; after the last the first again.
    """
    ways = [(project, session) for project in projects for session in project.sessions if session.running is not None]
    ways.sort(key=lambda way: _state(way[1]))
    names = [session.file.name for _, session in ways]
    at = names.index(current) + 1 if current in names else 0
    turned = ways[at:] + ways[:at]
    waiting = (way for way in turned if _state(way[1]) is ClientState.WAITING and way[1].running not in seen)
    return next((way for way in waiting if way[1].file.name != current), turned[0] if turned else None)


def _state(session: Session) -> ClientState:
    return state_of(session.running) if session.running is not None else ClientState.IDLE
