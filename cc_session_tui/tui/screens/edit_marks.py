"""What was edited, as the transcript marks it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.editing.edits.closure import gone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.edit_state import State


class Mark(StrEnum):
    """How an edited entry is marked in the gutter."""

    PRUNED = "\N{MINUS SIGN}"
    CHANGED = "~"
    ADDED = "+"


class Marks(NamedTuple):
    """The rows and blocks of a draft that were edited."""

    gone: frozenset[int] = frozenset()
    """Rows of which nothing is left."""
    pruned: frozenset[tuple[int, int]] = frozenset()
    """Rows and numbers of blocks that are pruned."""
    added: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()
    """Rows that say something else than they did."""

    def of(self, view: View, at: int) -> Mark | None:
        """How entry AT of VIEW is marked."""
        rows = view.rows(at)
        if not rows:
            return None
        if all(row in self.gone for row in rows) or (rows[0], view.key(at).block) in self.pruned:
            return Mark.PRUNED
        if any(row in self.added for row in rows):
            return Mark.ADDED
        return Mark.CHANGED if any(row in self.changed for row in rows) else None


def marks_of(base: Index, state: State) -> Marks:
    """What STATE marks against BASE, the session as it is."""
    index = state.draft.index
    added, changed = set(), set()
    for row in new_rows(state.draft):
        uuid = index.uuid_of(row)
        if uuid is None or uuid not in base.rows:
            added.add(row)
        elif _says(base, base.rows[uuid]) != _says(index, row):
            changed.add(row)
    dropped = frozenset(gone(index, state.selection))
    return Marks(dropped, state.pruned, frozenset(added), frozenset(changed))


def new_rows(draft: Draft) -> Iterator[int]:
    """The rows of DRAFT that hold bytes which are not in its file."""
    index, at, row = draft.index, 0, 0
    for part in draft.parts:
        end = at + (len(part) if isinstance(part, bytes) else part[1])
        while row < len(index) and index.offset[row] + index.length[row] <= at:
            row += 1
        if isinstance(part, bytes):
            first = row
            while first < len(index) and index.offset[first] < end:
                yield first
                first += 1
            row = max(row, first - 1)
        at = end


def _says(index: Index, row: int) -> str:
    """The record at ROW, whatever it hangs below."""
    record = index.record(row) or {}
    return repr(sorted((key, value) for key, value in record.items() if key != "parentUuid"))
