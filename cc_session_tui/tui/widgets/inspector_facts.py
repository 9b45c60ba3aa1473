"""The facts about one record that the inspector shows: read off the event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import DANGLING, Flag

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.document import Document

_MOST_CHILDREN: Final = 50


class RecordFacts(NamedTuple):
    """A record, and where it stands."""

    row: int
    """Counted from 0."""
    kind: str
    line: int
    """The line of the file, counted from 1; 0 where only the end of the file was read."""
    offset: int
    """In bytes."""
    length: int
    """In bytes, the newline included."""
    parent: str
    """What it hangs below, one line."""
    parent_row: int
    """Row of its parent; -1 where that is not in the file."""
    children: tuple[tuple[int, str], ...]
    """(row, kind) of the records below it, at most 50."""
    resumed: bool
    """Whether a resume sends it, or a part of it."""
    reason: str
    """Why, or why not."""
    data: bytes
    """Its bytes."""
    record: dict[str, JSON] | None
    """The record; None where the bytes are none."""


def facts_of(document: Document, row: int, resumed: bool) -> RecordFacts:
    """The facts about ROW of DOCUMENT; RESUMED is what its entry says, until the whole file is read.

    Raises:
        ReadError: the file is gone, or shorter than it was.
    """
    index = document.index
    reason = reason_of(document, row)
    sent = not reason if document.whole else resumed
    return RecordFacts(
        row=row,
        kind=index.kind_of(row),
        line=line_of(index, row) if document.whole else 0,
        offset=index.offset[row],
        length=index.length[row],
        parent=_parent(index, row),
        parent_row=max(-1, index.parent[row]),
        children=tuple((child, index.kind_of(child)) for child in _children(index, row)),
        resumed=sent,
        reason=reason or ("a resume sends it to the model" if sent else "only the end of the file was read so far"),
        data=index.raw(row),
        record=index.record(row),
    )


def line_of(index: Index, row: int) -> int:
    """The line of the file on which ROW stands, counted from 1: pieces of a glued line share one."""
    glued = [at for at in range(row) if index.flags[at] & Flag.GLUED]
    return row + 1 - sum(not index.raw(at).endswith(b"\n") for at in glued)


def _children(index: Index, row: int) -> tuple[int, ...]:
    """Rows of which ROW is the parent."""
    found: list[int] = []
    at = -1
    while len(found) < _MOST_CHILDREN:
        try:
            at = index.parent.index(row, at + 1)
        except ValueError:
            break
        found.append(at)
    return tuple(found)


def _parent(index: Index, row: int) -> str:
    parent = index.parent[row]
    if parent >= 0:
        return f"record {parent + 1:,} · {index.kind_of(parent)}"
    if parent == DANGLING:
        return f"{index.dangling.get(row, '?')}, which is not in the file"
    return "none"


def reason_of(document: Document, row: int) -> str:
    """Why a resume does not send ROW of DOCUMENT to the model, one line; empty where it does."""
    return document.why(row) if document.whole else ""
