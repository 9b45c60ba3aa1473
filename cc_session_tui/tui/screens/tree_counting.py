"""What of the store is counted: how much there is, listed and hidden, what runs; and what is read whole for that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.widgets.header import Counts, many
from cc_session_tui.tui.widgets.session_tree_rows import RowKind
from cc_session_tui.tui.widgets.session_tree_running import count_waiting
from cc_session_tui.tui.widgets.session_tree_sort import Order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cc_session_tui.core.store.models import Project, RunningClient, Session
    from cc_session_tui.tui.widgets.session_tree_rows import Arranged, Options, Row

_MOST_COUNTED: Final = 20 << 20
"""Bytes of a session file that is read whole without being asked for."""


def counts_of(projects: Iterable[Project], clients: Iterable[RunningClient], unread: int) -> Counts:
    """How much PROJECTS hold, and what of it runs; CLIENTS without a session file are told apart.

    A client writes the file with the first prompt (2.1.332).
    """
    held, started = list(projects), list(clients)
    ids = [session.session_id for project in held for session in project.sessions]
    known = set(ids)
    running = [client for client in started if client.session_id in known]
    new = len(started) - len(running)
    return Counts(len(held), len(ids), len(running), unread, count_waiting(running), new)


def note_of(arranged: Arranged, options: Options) -> str:
    """What is to be said of the list: its order where that is not the usual one, and what it leaves out."""
    parts = [f"by {options.order}" if options.order is not Order.ACTIVE else ""]
    parts.append(f"{many(arranged.sessions, 'match', 'matches')}" if options.query else "")
    parts.append(f"{arranged.hidden:,} hidden" if options.hide else "")
    return " · ".join(filter(None, parts))


class Uncounted:
    """Which sessions are still to be read whole, so that damage in them is marked; each is told once."""

    def __init__(self) -> None:
        """Nothing was told."""
        self._told: set[tuple[str, int]] = set()

    def __len__(self) -> int:
        """How many were told."""
        return len(self._told)

    def take(self, rows: Iterable[Row]) -> list[Session]:
        """The sessions of ROWS that are worth it and were not told."""
        wanted = [
            session for session in _listed(rows) if _is_worth_counting(session) and _name(session) not in self._told
        ]
        self._told.update(map(_name, wanted))
        return wanted


def _listed(rows: Iterable[Row]) -> Iterator[Session]:
    return (row.session for row in rows if row.kind is RowKind.SESSION and row.session is not None)


def _is_worth_counting(session: Session) -> bool:
    """Whether SESSION was not read whole yet, and may be without being asked for."""
    return session.known and not session.meta.complete and session.file.size <= _MOST_COUNTED


def _name(session: Session) -> tuple[str, int]:
    """What the file of SESSION is told by: another one may take its name."""
    return session.file.name, session.file.inode
