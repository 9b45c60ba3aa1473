"""The leaf that a resume takes.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.kept import as_loaded
from cc_session_tui.core.chain.times import Times
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from cc_session_tui.core.chain.graph import Graph
    from cc_session_tui.core.format.index import Index


class Leaf(NamedTuple):
    """The leaf that a resume takes, and why."""

    row: int
    """-1 where there is none."""
    rule: str
    """`last-prompt`, `last in file`, `newest` or `none`."""


def active_leaf(graph: Graph) -> Leaf:
    """The leaf from which the client walks up.

    That is the last record in the file or, of the leaves below it, the last in the file; in a circle its newest. A
    `last-prompt` that names a record above the last one makes this itself the leaf; naming another, that one, whatever
    hangs below it. Only the last `last-prompt` counts, and one before a compact boundary never does.

    Whatever leads to no message is passed over: then the last leaf counts that leads to one, else the newest record. If
    the message it leads to is a sidechain's, there is nothing to resume.

    Where a compaction preserved records, a `last-prompt` counts only if it names the last message of a branch.
    """
    graph = as_loaded(graph)
    row, rule = _chosen(graph)
    message = next((above for above in graph.above(row) if graph.is_talk(above)), row)
    return Leaf(row, rule) if row >= 0 and graph.main[message] else Leaf(-1, "none")


def grown_leaf(index: Index, leaf: int, first: int) -> int:
    """Where the branch that ended at LEAF ends now that there are rows from FIRST on."""
    below = {leaf}
    for row in range(first, len(index)):
        if index.parent[row] in below and not index.flags[row] & Flag.SIDECHAIN:
            below.add(row)
            leaf = row
    return leaf


def _chosen(graph: Graph) -> Leaf:
    if (named := _named_by_last_prompt(graph)) >= 0:
        return Leaf(named, "last-prompt")
    for rows in (graph.main, graph.held):
        if (last := _last_leaf(graph, rows)) >= 0:
            return Leaf(last, "last in file")
    return Leaf(Times(graph.index, [row for row, main in enumerate(graph.main) if main]).newest(), "newest")


def _named_by_last_prompt(graph: Graph) -> int:
    """The leaf that the last last-prompt makes; -1 for none."""
    if not graph.index.last_prompts:
        return -1
    at, uuid = graph.index.last_prompts[-1]
    named = graph.row_of(uuid)
    if any(boundary > at for boundary in graph.boundaries()) or not _leads_to_message(graph, named):
        return -1
    if graph.relinked:
        return named if graph.is_last_message(named) else -1
    last = graph.main.rfind(1)
    return last if named in graph.above(last) else named


def _last_leaf(graph: Graph, rows: bytearray) -> int:
    """The leaf of the last of ROWS; if that leads to no message, the last leaf of ROWS that does; else -1."""
    last = rows.rfind(1)
    if last >= 0 and _leads_to_message(graph, last):
        below = graph.below([last])
        ends = [row for row in below if not graph.has_child[row]]
        return max(ends, default=last) if ends or not below else Times(graph.index, [last, *below]).newest()
    known = bytearray(len(rows))  # rows above which there is no message
    for row in range(len(rows) - 1, -1, -1):
        if rows[row] and not graph.has_child[row] and _meets_message(graph, row, known):
            return row
    return -1


def _leads_to_message(graph: Graph, row: int) -> bool:
    return any(graph.is_talk(above) for above in graph.above(row))


def _meets_message(graph: Graph, row: int, known: bytearray) -> bool:
    """Whether a message stands on the way up from ROW; marks in KNOWN what does not lead to one."""
    while row >= 0 and not known[row]:
        if graph.is_talk(row):
            return True
        known[row] = 1
        row = graph.up[row]
    return False
