"""The leaf that a resume takes.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.kept import as_loaded

if TYPE_CHECKING:
    from cc_session_tui.core.chain.graph import Graph


class Leaf(NamedTuple):
    """The leaf that a resume takes, and why."""

    row: int
    """-1 where there is none."""
    rule: str
    """`last-prompt`, `last in file` or `none`."""


def active_leaf(graph: Graph) -> Leaf:
    """The leaf from which the client walks up.

    That is the leaf which stands last in the file; unless a `last-prompt` names a record: then the last record of the
    file if the named one is above it, else the named one, whatever hangs below it. Only the last `last-prompt` counts,
    one before a compact boundary never does, and whatever leads to no message is passed over. A sidechain's record that
    is named leaves nothing to resume.

    Where a compaction preserved records, a `last-prompt` counts only if it names a leaf.
    """
    graph = as_loaded(graph)
    named = _named_by_last_prompt(graph)
    if named < 0 or (graph.relinked and graph.has_child[named]):
        last = _last_leaf(graph)
        return Leaf(last, "last in file" if last >= 0 else "none")
    last = graph.main.rfind(1)
    row = named if graph.relinked or named not in graph.above(last) else last
    return Leaf(row, "last-prompt") if graph.main[row] else Leaf(-1, "none")


def _named_by_last_prompt(graph: Graph) -> int:
    """Row of the record that the last last-prompt names; -1 where that is not in the file, or leads to no message."""
    if not graph.index.last_prompts:
        return -1
    at, uuid = graph.index.last_prompts[-1]
    if any(boundary > at for boundary in graph.boundaries()):
        return -1
    row = graph.row_of(uuid)
    return row if any(graph.is_talk(above) for above in graph.above(row)) else -1


def _last_leaf(graph: Graph) -> int:
    """The last leaf in the file that has a message on its path; -1 where there is none."""
    known = bytearray(len(graph.main))  # rows above which there is no message
    for row in range(len(graph.main) - 1, -1, -1):
        if graph.main[row] and not graph.has_child[row] and _meets_message(graph, row, known):
            return row
    return next((row for row in range(len(graph.main) - 1, -1, -1) if graph.main[row] and graph.is_talk(row)), -1)


def _meets_message(graph: Graph, row: int, known: bytearray) -> bool:
    """Whether a message stands on the way up from ROW; marks in KNOWN what does not lead to one."""
    while row >= 0 and not known[row]:
        if graph.is_talk(row):
            return True
        known[row] = 1
        row = graph.up[row]
    return False
