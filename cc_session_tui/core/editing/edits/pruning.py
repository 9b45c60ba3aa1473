"""Records taken out of a session, so that what is left is one conversation that resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.edits.closure import closed, gone
from cc_session_tui.core.editing.edits.leaf import keep_leaf
from cc_session_tui.core.editing.edits.links import kept_above, orphans, relinked
from cc_session_tui.core.editing.edits.references import settled
from cc_session_tui.core.editing.splice import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index


class Pruned(NamedTuple):
    """What a prune made."""

    draft: Draft
    gone: frozenset[int]
    """Rows of the draft before that are not in it any more."""
    changed: frozenset[int]
    """Rows of the draft before that stay with other bytes."""


def prune(draft: Draft, rows: Iterable[int], blocks: Mapping[int, Iterable[int]] | None = None) -> Pruned:
    """DRAFT without ROWS and BLOCKS (row -> numbers of content blocks), and without what cannot stay without them.

    A tool_use goes with its results, hook output with its call, a copy with its record. The children of what goes hang
    below the nearest record that stays; what else names it is settled; a resume takes the same leaf, or what is left of
    the way to it.
    """
    index = draft.index
    selection = closed(index, rows, blocks or {})
    dropped = gone(index, selection)
    lines: dict[int, bytes] = dict.fromkeys(dropped, b"")
    lines.update(settled(index, dropped))
    for row in orphans(index, dropped):
        lines[row] = _hung_above(index, row, dropped, lines.get(row))
    for row in selection.keys() - dropped:
        lines[row] = _without_blocks(lines.get(row) or index.raw(row), selection[row])
    leaf = _leaf_left(index, dropped)
    changed = keep_leaf(draft.replaced(lines), leaf)
    kept = frozenset(row for row, line in lines.items() if line)
    return Pruned(changed, frozenset(lines.keys() - kept), kept)


def _hung_above(index: Index, row: int, dropped: set[int], line: bytes | None) -> bytes:
    parent = index.uuid_of(index.parent[row]) or ""
    return relinked(line or index.raw(row), parent, kept_above(index, row, dropped))


def _without_blocks(line: bytes, numbers: Iterable[int]) -> bytes:
    for number in sorted(numbers, reverse=True):
        line = without(line, ("message", "content", number))
    return line


def _leaf_left(index: Index, dropped: set[int]) -> str | None:
    """The uuid of the leaf that a resume takes, or of the nearest record above it that stays."""
    row = active_leaf(Graph(index)).row
    if row < 0:
        return None
    return index.uuid_of(row) if row not in dropped else kept_above(index, row, dropped)
