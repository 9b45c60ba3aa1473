"""Copies of a session: made by `/branch`, by sending it to the background, or by a resume of a 1.0.x client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.format.index import Index
from cc_session_tui.core.store.reading import read_tally

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cc_session_tui.core.store.models import Session


def continuations(sessions: Iterable[Session]) -> dict[Path, Path]:
    """The file of each copy among SESSIONS -> the file of what it is a copy of.

    `forkedFrom` tells where it is there; else copies begin with the same record, and a smaller one was copied.
    """
    by_uuid: dict[str, list[Session]] = {}
    for session in sorted(sessions, key=lambda session: (session.file.size, session.file.name)):
        if session.meta.first_uuid:
            by_uuid.setdefault(session.meta.first_uuid, []).append(session)
    found: dict[Path, Path] = {}
    for alike in by_uuid.values():
        for at, session in enumerate(alike):
            if (original := _original(session, alike, at)) is not None:
                found[session.file.path] = original.file.path
    return found


def own_records(copy: Path, original: Path) -> int:
    """How many records with a uuid COPY holds that are not in ORIGINAL.

    Raises:
        ReadError: one of the two cannot be read.
    """
    return len(Index.open(copy).rows.keys() - Index.open(original).rows.keys())


def output_tokens_of(paths: Iterable[Path]) -> int:
    """The output tokens of the session files at PATHS together, each API message counted once, however many hold it.

    Raises:
        ReadError: one of them cannot be read.
    """
    total: dict[str, int] = {}
    nameless = 0
    for path in paths:
        tally = read_tally(str(path))
        nameless += tally.nameless_output
        for message, tokens in tally.output.items():
            total[message] = max(total.get(message, 0), tokens)
    return sum(total.values()) + nameless


def _original(session: Session, alike: list[Session], at: int) -> Session | None:
    """What SESSION, number AT of those ALIKE by size, was copied from."""
    if session.meta.forked_from:
        return next((other for other in alike if other.session_id == session.meta.forked_from), None)
    return alike[at - 1] if at else None
