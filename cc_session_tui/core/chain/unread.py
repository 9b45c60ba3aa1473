"""The links that are left when the records that the client does not read are gone.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from array import array
from copy import copy
from typing import TYPE_CHECKING

from cc_session_tui.core.format.index import DANGLING, Flag

if TYPE_CHECKING:
    from cc_session_tui.core.chain.graph import Graph


def as_read(graph: Graph) -> Graph:
    """GRAPH without the records that the client skips; an earlier record with the uuid of one counts then."""
    flags, skipped = graph.index.flags, int(Flag.UNREAD)  # an enum takes ten times as long
    unread = bytearray(bool(held and f & skipped) for held, f in zip(graph.held, flags, strict=False))
    if not any(unread):
        return graph
    instead = {later: row for row, later in graph.index.superseded.items() if not flags[row] & skipped}
    read = copy(graph)
    read.held, read.main, read.up = bytearray(graph.held), bytearray(graph.main), array("i", graph.up)
    for row, is_unread in enumerate(unread):
        if is_unread:
            held, main = graph.held[row], graph.main[row]
            read.held[row] = read.main[row] = 0
            if row in instead:
                read.held[instead[row]], read.main[instead[row]] = held, main
    for row, parent in enumerate(graph.up):
        if parent >= 0 and unread[parent]:
            read.up[row] = instead.get(parent, DANGLING)
    read.find_children()
    return read
