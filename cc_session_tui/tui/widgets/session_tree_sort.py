"""In which order the tree shows sessions, and how long ago something was."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Session

_SPANS: Final = (
    (60, 1, "s"),
    (3600, 60, "m"),
    (86400, 3600, "h"),
    (14 * 86400, 86400, "d"),
    (70 * 86400, 7 * 86400, "w"),
)
_YEAR: Final = 365 * 86400
_MONTH: Final = 30 * 86400
_JUST_NOW: Final = 45


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


def sort_key(order: Order, session: Session) -> tuple[float, str]:
    """What SESSION is sorted by, least first."""
    if order is Order.CREATED:
        return -created(session), session.session_id
    if order is Order.SIZE:
        return -float(session.file.size), session.session_id
    if order is Order.TITLE:
        return 0.0, (session.meta.title or session.session_id).casefold()
    return -last_active(session), session.session_id


def age(then: float, now: float) -> str:
    """How long before NOW was THEN, both in seconds since 1970: `now`, `5m`, `3h`, `2d`, `7mo`; at most four cells."""
    ago = now - then
    if ago < _JUST_NOW:
        return "now"
    for limit, unit, name in _SPANS:
        if ago < limit:
            return f"{max(1, int(ago / unit))}{name}"
    return f"{int(ago / _MONTH)}mo" if ago < _YEAR else f"{int(ago / _YEAR)}y"
