"""In which order the tree shows sessions, and how long ago something was."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from cc_session_tui.tui.widgets.session_tree_running import ClientState, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.store.models import Session

SortKey: TypeAlias = tuple[float, float, str]
"""What is sorted by, least first."""

_NOT_RUNNING: Final = len(ClientState)
_NOTHING: Final = _NOT_RUNNING + 1

_SPANS: Final = (
    (60, 1, "s"),
    (3600, 60, "m"),
    (86400, 3600, "h"),
    (14 * 86400, 86400, "d"),
    (70 * 86400, 7 * 86400, "w"),
)
_YEAR: Final = 365 * 86400
_MONTH: Final = 30 * 86400
_JUST_NOW: Final = 60


class Order(StrEnum):
    """The orders, as the key cycles through them."""

    ACTIVE = "last active"
    CREATED = "created"
    SIZE = "size"
    TITLE = "title"

    @property
    def next(self) -> Order:
        """The order after this one."""
        orders = list(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


def last_active(session: Session) -> float:
    """When SESSION was written to last, in seconds since 1970: its last record's time, or its file's."""
    return seconds(session.meta.modified) or session.file.mtime_ns / 1e9


def created(session: Session) -> float:
    """When SESSION began, in seconds since 1970."""
    return seconds(session.meta.created) or last_active(session)


def seconds(time: str) -> float:
    """TIME, a record's timestamp, in seconds since 1970; 0 where it is none."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return 0.0
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def sort_key(order: Order, session: Session) -> SortKey:
    """What SESSION is sorted by.

    By last active, running sessions come first: those that wait for the user, those that work, those that are idle; of
    the same state the one whose client started last, so that they keep their places while they write, turn by turn.
    The other orders make no difference between what runs and what does not.
    """
    if order is Order.ACTIVE:
        client = session.running
        if client is None:
            return _NOT_RUNNING, -last_active(session), session.session_id
        return state_of(client), -client.started_ms, session.session_id
    if order is Order.TITLE:
        return 0, 0.0, (session.meta.title or session.session_id).casefold()
    value = created(session) if order is Order.CREATED else float(session.file.size)
    return 0, -value, session.session_id


def project_key(order: Order, path: str, sessions: Sequence[Session]) -> SortKey:
    """What the project at PATH with SESSIONS, in order, is sorted by: its first session; by title, its path.

    By last active, projects in which a client runs come first, by when the newest of them started: nothing that a turn
    changes, so they keep their places while they run. The others are sorted by what was active last.
    """
    if not sessions or order is Order.TITLE:
        return _NOTHING if order is Order.ACTIVE else 0, 0.0, path.casefold()
    if order is not Order.ACTIVE:
        return sort_key(order, sessions[0])
    started = [session.running.started_ms for session in sessions if session.running is not None]
    if started:
        return 0, -max(started), path
    return 1, -max(last_active(session) for session in sessions), path


def age(then: float, now: float) -> str:
    """How long before NOW was THEN, both in seconds since 1970: `now`, `5m`, `3h`, `2d`, `7mo`; at most four cells."""
    return "now" if now - then < _JUST_NOW else span(now - then)


def span(seconds: float) -> str:
    """SECONDS in their largest unit, rounded down: `0s`, `12s`, `5m`, `3h`, `2d`, `7mo`; at most four cells."""
    for limit, unit, name in _SPANS:
        if seconds < limit:
            return f"{max(0, int(seconds / unit))}{name}"
    return f"{int(seconds / _MONTH)}mo" if seconds < _YEAR else f"{int(seconds / _YEAR)}y"
