"""What the client keeps of the records before a compaction, and how it links them to what follows.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.chain.unread import as_read
from cc_session_tui.core.format.index import DANGLING

if TYPE_CHECKING:
    from cc_session_tui.core.chain.graph import Graph
    from cc_session_tui.core.format.lines import JSON

LARGE_FILE: Final = 5 << 20
"""In a file of so many bytes the client does not read what stands before the last compact boundary."""


class Kept(NamedTuple):
    """Records that a compaction preserved."""

    rows: list[int]
    """In the order of the conversation."""
    anchor: int
    """Row of the record that they follow; DANGLING where that is not in the file."""


def as_loaded(graph: Graph) -> Graph:
    """GRAPH with the links that the client makes once it has read a file.

    If the last compact boundary preserved records, they follow its anchor, and what followed the anchor follows them.
    All else before it in the file is gone; what hung there follows the preserved records too. If an earlier boundary
    preserved records but the last did not, or the file is large, all before the last boundary is gone.
    """
    graph = as_read(graph)
    boundaries = graph.boundaries()
    if not boundaries or graph.relinked:
        return graph
    *earlier, last = boundaries
    preserved = _preserved(graph, last)
    if kept := _kept(graph, preserved):
        return _joined(graph, last, kept)
    forgotten = not preserved and any(_preserved(graph, boundary) for boundary in earlier)
    if forgotten or graph.index.size >= LARGE_FILE:
        return graph.cut(last, [], DANGLING)
    return graph


def _joined(graph: Graph, boundary: int, kept: Kept) -> Graph:
    head, tail = kept.rows[0], kept.rows[-1]
    loaded = graph.cut(boundary, kept.rows, tail)
    anchor = tail if kept.anchor >= 0 and not loaded.held[kept.anchor] else kept.anchor
    links = {row: tail for row, parent in enumerate(loaded.up) if 0 <= parent == kept.anchor and row != head}
    links.update(zip(kept.rows, [anchor, *kept.rows], strict=False))
    return loaded.linked(links)


def _preserved(graph: Graph, boundary: int) -> dict[str, JSON]:
    """What BOUNDARY says that its compaction preserved: `preservedMessages`, in older versions `preservedSegment`."""
    metadata = (graph.index.record(boundary) or {}).get("compactMetadata")
    if not isinstance(metadata, dict):
        return {}
    found = (metadata.get(key) for key in ("preservedMessages", "preservedSegment"))
    return next((value for value in found if isinstance(value, dict)), {})


def _kept(graph: Graph, preserved: dict[str, JSON]) -> Kept | None:
    """The records of PRESERVED; None where it is not whole, or one of them is not in the file."""
    anchor = preserved.get("anchorUuid")
    uuids = preserved.get("uuids")
    rows = [graph.row_of(uuid) for uuid in uuids] if isinstance(uuids, list) else _segment(graph, preserved)
    return Kept(rows, graph.row_of(anchor)) if rows and min(rows) >= 0 and isinstance(anchor, str) else None


def _segment(graph: Graph, preserved: dict[str, JSON]) -> list[int]:
    """The rows from `headUuid` down to `tailUuid`; none where the head is not above the tail."""
    head = graph.row_of(preserved.get("headUuid"))
    walk = graph.above(graph.row_of(preserved.get("tailUuid")))
    return walk[: walk.index(head) + 1][::-1] if head in walk else []
