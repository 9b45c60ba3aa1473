"""Which records stand together in a conversation, and what hangs below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.chain.graph import Graph
    from cc_session_tui.core.format.index import Index


def together(graph: Graph, row: int) -> set[int]:
    """ROW and what nothing may come between: the lines of its message with the results, a boundary with its summary."""
    if (boundary := _boundary_of(graph, row)) >= 0:
        return {boundary, *_summaries(graph, boundary)}
    uses = _uses(graph.index, row) or [row]
    numbers = {graph.index.message[use] for use in uses} - {-1}
    lines = {row, *uses, *(line for some in graph.message_lines(numbers).values() for line in some)}
    return lines | set(graph.results_of(lines))


def below(index: Index, rows: Iterable[int]) -> set[int]:
    """ROWS, and all that hangs below them, by the records' own parents."""
    found = set(rows)
    children: dict[int, list[int]] = {}
    for row, parent in enumerate(index.parent):
        if parent >= 0:
            children.setdefault(parent, []).append(row)
    queue = list(found)
    while queue:
        new = [child for child in children.get(queue.pop(), ()) if child not in found]
        found.update(new)
        queue.extend(new)
    return found


def _uses(index: Index, row: int) -> list[int]:
    """Rows of the calls whose results are on ROW."""
    calls = (block.call for block in index.blocks(row) if block.type == "tool_result" and block.call >= 0)
    return sorted({use for call in calls if (use := index.calls.use[call]) >= 0})


def _boundary_of(graph: Graph, row: int) -> int:
    """ROW, if it is a compact boundary, or the one that it is the summary of; -1 else."""
    if graph.is_boundary(row):
        return row
    above = graph.up[row]
    is_summary = graph.index.flags[row] & Flag.COMPACT_SUMMARY
    return above if is_summary and above >= 0 and graph.is_boundary(above) else -1


def _summaries(graph: Graph, boundary: int) -> list[int]:
    """The compact summaries below BOUNDARY."""
    flags = graph.index.flags
    return [row for row, up in enumerate(graph.up) if up == boundary and flags[row] & Flag.COMPACT_SUMMARY]
