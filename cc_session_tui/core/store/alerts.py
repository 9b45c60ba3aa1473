"""When somebody who looks elsewhere is to be told of a client: its turn is over, or it asks."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cc_session_tui.core.store.models import RunningClient

HELD_SECONDS: Final = 1.0
"""How long a status holds before it counts: what is shorter is a flicker."""
_AT_REST: Final = "idle"
_RESTING: Final = {"shell": _AT_REST}  # a shell in the background may run for days (2.1.332)
_OWN: Final = "dialog open"  # which a person opens too, as by /resume (2.1.332)


class Reason(StrEnum):
    """Why one is told."""

    DONE = "done"
    """It worked, and rests now."""
    ASKS = "asks"
    """It waits for a person."""


class Alert(NamedTuple):
    """Something to be told of a client."""

    reason: Reason
    client: RunningClient


class Seen(NamedTuple):
    """A client's status, and since when it was seen."""

    session_id: str
    held: str
    """The last status that held."""
    status: str
    """The status now."""
    since: float
    """When it was first seen, in seconds."""
    has_gone_on: bool = False
    """Whether it worked after it waited, if only for a moment: a turn that a person let go on may end at once."""


class Judged(NamedTuple):
    """What was made of one look at the clients."""

    seen: dict[int, Seen]
    """What the next look is compared with."""
    alerts: tuple[Alert, ...]
    wait: float | None
    """Seconds after which to look again, though nothing changes; None for never."""


def judge(before: Mapping[int, Seen], clients: Iterable[RunningClient], now: float) -> Judged:
    """What is to be told at the time NOW, in seconds, of CLIENTS, which were seen BEFORE.

    Of what a client did before it was first seen nothing is told.
    """
    seen: dict[int, Seen] = {}
    alerts: list[Alert] = []
    waits: list[float] = []
    for client in clients:
        last = _seen(before.get(client.pid), client, now)
        if last.status != last.held:
            rest = last.since + HELD_SECONDS - now
            if rest > 0:
                waits.append(rest)
            elif last.status != "waiting" or _asks(last, client):
                alerts += (Alert(reason, client) for reason in _reasons(last))
                last = last._replace(held=last.status, has_gone_on=False)
        seen[client.pid] = last
    return Judged(seen, tuple(alerts), min(waits, default=None))


def _seen(before: Seen | None, client: RunningClient, now: float) -> Seen:
    status = _RESTING.get(client.status, client.status)
    if before is None or before.session_id != client.session_id:
        return Seen(client.session_id, status, status, now)
    if before.status == status:
        return before
    has_gone_on = before.has_gone_on or (status == "busy" and before.held == "waiting")
    return before._replace(status=status, since=now, has_gone_on=has_gone_on and status != before.held)


def _asks(seen: Seen, client: RunningClient) -> bool:
    """Whether CLIENT waits for what its turn asks; a dialog that a person opened does not count, as if not seen."""
    return seen.held == "busy" or client.waiting_for != _OWN


def _reasons(seen: Seen) -> Iterable[Reason]:
    """What it means that the status of SEEN has held."""
    if seen.status == "waiting":
        yield Reason.ASKS
    elif seen.status == _AT_REST and (seen.held == "busy" or seen.has_gone_on):
        yield Reason.DONE
