"""Records taken out of a session, so that what is left is one conversation that resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.kept import as_loaded
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.edits.closure import closed, gone
from cc_session_tui.core.editing.edits.edited import Edited, edited
from cc_session_tui.core.editing.edits.leaf import keep_leaf, stays_leaf
from cc_session_tui.core.editing.edits.links import hung_above, row_above
from cc_session_tui.core.editing.edits.references import settled
from cc_session_tui.core.editing.splice import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cc_session_tui.core.editing.draft import Draft


def prune(draft: Draft, rows: Iterable[int], blocks: Mapping[int, Iterable[int]] | None = None) -> Edited:
    """DRAFT without ROWS and BLOCKS (row -> numbers of content blocks), and without what cannot stay without them.

    A tool_use goes with its results, hook output with its call, a copy with its record, a summary with its compact
    boundary. The children of what goes hang below the nearest record that stays; what else names it is settled; a
    resume takes the same leaf, or what is left of the way to it.

    Raises:
        EditError: a line cannot be changed.
    """
    index = draft.index
    selection = closed(index, rows, blocks or {})
    dropped = gone(index, selection)
    graph = Graph(index)
    leaf = active_leaf(graph).row
    lines: dict[int, bytes] = dict.fromkeys(dropped, b"")
    lines.update(settled(index, dropped))
    lines.update(hung_above(index, dropped, lines))
    for row in selection.keys() - dropped:
        lines[row] = _without_blocks(lines.get(row) or index.raw(row), selection[row])
    done = edited(draft, lines)
    left = _left(graph, leaf, dropped)
    if left < 0 or stays_leaf(graph, left, lines):
        return done
    return done._replace(draft=keep_leaf(done.draft, index.uuid_of(left)))


def _without_blocks(line: bytes, numbers: Iterable[int]) -> bytes:
    for number in sorted(numbers, reverse=True):
        line = without(line, ("message", "content", number))
    return line


def _left(graph: Graph, leaf: int, dropped: set[int]) -> int:
    """LEAF, or the nearest record that stays on the way up from it, as the client goes; NO_PARENT where none does."""
    if leaf < 0 or leaf not in dropped:
        return leaf
    path = as_loaded(graph).above(leaf)
    return next((row for row in path if row not in dropped), row_above(graph.index, path[-1], dropped))
