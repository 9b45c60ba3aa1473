"""What `claude --resume` sends to the model, and in which order.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.kept import as_loaded
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.chain.sending import Sent, sent_blocks
from cc_session_tui.core.chain.times import Times
from cc_session_tui.core.chain.wire import on_the_wire
from cc_session_tui.core.format.index import NO_PARENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.format.index import Index

BRIDGE_SECONDS: Final = 5.0
"""A missing parent is bridged to a record that is at most this much older."""


def resumed_blocks(index: Index, leaf: int | None = None) -> list[Sent]:
    """The content blocks that a resume of INDEX sends, in order; empty where there is no conversation to resume.

    LEAF asks what would be sent if a resume took that leaf.
    """
    graph = as_loaded(Graph(index))
    row = active_leaf(graph).row if leaf is None else leaf
    return blocks_of(graph, loaded_rows(graph, row))


def blocks_of(graph: Graph, rows: list[int]) -> list[Sent]:
    """The content blocks that a resume sends of ROWS, those that it loads of GRAPH, in order."""
    return on_the_wire(graph.index, sent_blocks(graph.index, rows))


def context_rows(index: Index, leaf: int | None = None) -> array[int]:
    """Rows of which a resume sends at least one block, in the model's order."""
    return rows_of(resumed_blocks(index, leaf))


def rows_of(blocks: Iterable[Sent]) -> array[int]:
    """The rows that BLOCKS come from, in their order."""
    return array("i", dict.fromkeys(sent.row for sent in blocks if sent.row >= 0))


def loaded_rows(graph: Graph, leaf: int) -> list[int]:
    """The rows that a resume reads for the conversation above LEAF, in the model's order."""
    path = _Walk(graph).up_from(leaf)
    at = next((at for at in range(len(path) - 1, -1, -1) if graph.is_talk(path[at])), -1)
    trailing = _attachments_below(graph, path[at]) if at >= 0 else []
    rest = [row for row in path[at + 1 :] if row not in trailing]
    return list(dict.fromkeys([*_regrouped(graph, path[: at + 1]), *rest, *trailing]))


def _attachments_below(graph: Graph, row: int) -> list[int]:
    """The attachments below the message ROW, other records passed over: the client sends those below the last one."""
    attachment, kind = graph.kinds.attachment, graph.index.kind
    return [below for below in graph.below([row], graph.kinds.silent) if attachment[kind[below]]]


class _Walk:
    """The way up from a leaf."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.seen = bytearray(len(graph.main))

    def up_from(self, leaf: int) -> list[int]:
        """The links from the root, or from the compact boundary, down to LEAF."""
        path: list[int] = []
        row = leaf
        while row >= 0:
            self.seen[row] = 1
            path.append(row)
            row = -1 if self.graph.is_boundary(row) else self._above(row)
        return path[::-1]

    def _above(self, row: int) -> int:
        """The link above ROW; -1 where the walk ends.

        A parent that is missing, or was met before, is bridged to the record that is nearest before ROW in time,
        wherever it stands, on another branch too.
        """
        parent = self.graph.up[row]
        if parent == NO_PARENT or (parent >= 0 and not self.seen[parent]):
            return parent
        return self._times.before(row, BRIDGE_SECONDS, self.seen)

    @cached_property
    def _times(self) -> Times:
        return Times(self.graph.index, [row for row, main in enumerate(self.graph.main) if main])


def _regrouped(graph: Graph, path: list[int]) -> list[int]:
    """PATH with what belongs to its messages but stands off it: further lines, results, attachments below results.

    A message without an id gets nothing.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(path):
        if graph.index.message[row] >= 0:
            places[graph.index.message[row]].append(at)
    lines = graph.message_lines(places)
    done = set(path)
    after: dict[int, list[int]] = defaultdict(list)
    for number, on_path in places.items():
        for row in _new(lines[number], done):
            after[_place_of_line(path, on_path, row)].append(row)
        for row in _new(graph.results_of(lines[number]), done):
            place = after[_place_of_result(graph, path, on_path[-1], row)]
            place.extend((row, *_new(_hanging(graph, [row], done), done)))
        on_path_results = list(graph.results_of(lines[number]))
        after[on_path[-1]].extend(_new(_hanging(graph, on_path_results, done), done))
    return [row for at, on in enumerate(path) for row in (on, *after.get(at, ()))]


def _hanging(graph: Graph, rows: Iterable[int], done: set[int]) -> list[int]:
    """Attachments that hang on ROWS, or on such attachments, less those DONE and what hangs on these."""
    found: list[int] = []
    waiting = list(rows)
    while waiting:
        children = [row for row in graph.children_of(waiting.pop(0)) if graph.kinds.attachment[graph.index.kind[row]]]
        new = [row for row in children if row not in done and row not in found]
        waiting.extend(new)
        found.extend(new)
    return found


def _new(rows: Iterable[int], done: set[int]) -> list[int]:
    """Those of ROWS that are not DONE; they are now."""
    new = [row for row in rows if row not in done]
    done.update(new)
    return new


def _place_of_line(path: list[int], on_path: list[int], row: int) -> int:
    """Where in PATH the line ROW of a message comes after, whose other lines stand at ON_PATH."""
    return next((at for at in reversed(on_path) if path[at] < row), on_path[-1])


def _place_of_result(graph: Graph, path: list[int], at: int, row: int) -> int:
    """Where in PATH the result ROW comes after: the line AT, and results behind it that stand earlier in the file."""
    while at + 1 < len(path) and path[at + 1] < row and graph.is_result(path[at + 1]):
        at += 1
    return at
