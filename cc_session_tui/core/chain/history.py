"""The whole conversation that led to a leaf, for reading: through compactions, with parallel results, its forks named.

What a resume loads of it is another question, see `resume`.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.format.index import NO_PARENT, Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.format.index import Index

OTHER_ROOTS = -1
"""Key of `Chain.forks` for conversations that share no record with the one shown."""


class BranchSpan(NamedTuple):
    """One way on from a fork."""

    leaf: int
    """Row to choose as leaf for this branch."""
    first: int
    """Row of its first record below the fork."""
    messages: int
    """How many user and assistant records it has."""
    active: bool
    """Whether the chain takes it."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The conversation above one leaf."""

    leaf: int
    """Row of the leaf; -1 where the session has none."""
    rule: str
    """Why that leaf: `last-prompt`, `last in file`, `newest`, `chosen` or `none`."""
    rows: array[int]
    """The conversation in reading order, oldest first; a message's lines and its calls' results stand together."""
    shown: bytearray
    """By row of the index: 1 where it is in `rows`."""
    gaps: frozenset[int]
    """Rows whose parent is not in the file, and was bridged for reading."""
    forks: dict[int, tuple[BranchSpan, ...]]
    """Row -> the branches below it, in file order; OTHER_ROOTS -> conversations of their own."""
    compactions: tuple[int, ...]
    """Rows of the compact boundaries in `rows`."""


def chain_of(index: Index, leaf: int | None = None) -> Chain:
    """The conversation above LEAF, or above the leaf that a resume takes."""
    graph = Graph(index)
    row, rule = (leaf, "chosen") if leaf is not None else active_leaf(graph)
    if row < 0 and (row := _last_message(graph)) >= 0:
        rule = "last in file"
    path, gaps = _path(graph, _last_unread(graph, row) if leaf is None else row)
    rows = _continued(graph, path, _regrouped(graph, path))
    shown = _marks(graph, rows)
    compactions = tuple(r for r in rows if graph.is_boundary(r))
    return Chain(row, rule, rows, shown, frozenset(gaps), _forks(graph, rows, shown, row), compactions)


def _last_unread(graph: Graph, row: int) -> int:
    """ROW, or what hangs below it by records that the client skips: these are shown all the same."""
    skipped = int(Flag.UNREAD)
    for below, flags in enumerate(graph.index.flags[: len(graph.main)]):
        if flags & skipped and graph.main[below] and graph.up[below] == row:
            row = below
    return row


def _last_message(graph: Graph) -> int:
    """The last message in the file, for a conversation that goes round in a circle and so has no leaf; -1 for none."""
    return next((row for row in range(len(graph.main) - 1, -1, -1) if graph.main[row] and graph.is_talk(row)), -1)


def _path(graph: Graph, leaf: int) -> tuple[list[int], set[int]]:
    """The rows from the root to LEAF, progress records and unknown links included, and those that were bridged."""
    seen = bytearray(len(graph.main))
    path: list[int] = []
    gaps: set[int] = set()
    row = leaf
    while row >= 0 and not seen[row]:
        seen[row] = 1
        path.append(row)
        row, bridged = _above(graph, row, seen)
        if bridged:
            gaps.add(path[-1])
    return path[::-1], gaps


def _above(graph: Graph, row: int, seen: bytearray) -> tuple[int, bool]:
    """The row to read before ROW (-1 for none), and whether that bridges a missing parent."""
    index = graph.index
    parent = index.parent[row]
    if graph.is_boundary(row):
        before = _logical_parent(index, row)
        return (before if before >= 0 and not seen[before] else _previous(graph, row, seen)), False
    if parent >= 0 and not seen[parent]:
        return parent, False
    if parent == NO_PARENT:
        return _above_copies(index, row, seen), False
    return _previous(graph, row, seen), index.base == 0  # above the tail of a file nothing is known to be missing


def _above_copies(index: Index, row: int, seen: bytearray) -> int:
    """The parent that an earlier copy of ROW names; -1 where there is none. Copies often lack it (case 9)."""
    for copy, later in index.superseded.items():
        parent = index.parent[copy]
        if later == row and parent >= 0 and not seen[parent]:
            return parent
    return -1


def _logical_parent(index: Index, boundary: int) -> int:
    record = index.record(boundary) or {}
    uuid = record.get("logicalParentUuid")
    return index.rows.get(uuid, -1) if isinstance(uuid, str) else -1


def _previous(graph: Graph, row: int, seen: bytearray) -> int:
    """The nearest earlier record of the main chain in the file; -1 where there is none."""
    for above in range(row - 1, -1, -1):
        if graph.main[above] and not seen[above]:
            return above
    return -1


def _regrouped(graph: Graph, path: list[int]) -> array[int]:
    """PATH with the lines of each message together, each followed by the results of its calls, wherever these stand."""
    lines = graph.message_lines({graph.index.message[row] for row in path if graph.index.message[row] >= 0})
    done = bytearray(len(graph.main))
    rows = array("i")
    for row in path:
        if done[row]:
            continue
        group = lines.get(graph.index.message[row], ()) or (row,)
        for member in (*group, *graph.results_of(group)):
            if not done[member]:
                done[member] = 1
                rows.append(member)
        if not done[row]:
            done[row] = 1
            rows.append(row)
    return rows


def _continued(graph: Graph, path: list[int], rows: array[int]) -> array[int]:
    """ROWS, and after each result that is off PATH what hangs below it, where the file has it before the path goes on.

    Progress records forked the chain in versions up to 2.1.42, so that replies hang off the path (case 3).
    """
    if len(rows) == len(path):
        return rows
    on_path = _marks(graph, path)
    below = _hanging(graph, _marks(graph, rows), on_path)
    if not below:
        return rows
    continued = array("i")
    waiting: list[int] = []
    for row in rows:
        if on_path[row] and graph.main[row]:
            continued.extend(r for r in waiting if waiting[-1] < row)
            waiting = []
        continued.append(row)
        waiting = sorted([*waiting, *below.get(row, ())])
    return continued


def _hanging(graph: Graph, shown: bytearray, on_path: bytearray) -> dict[int, list[int]]:
    """Rows that are not shown, by the record that they hang below, where that is shown but off the path."""
    top_of: dict[int, int] = {}
    below: dict[int, list[int]] = defaultdict(list)
    for row, is_main in enumerate(graph.main):
        if is_main and not shown[row]:
            above = graph.up[_top(graph, row, shown, top_of)]
            if above >= 0 and shown[above] and not on_path[above]:
                below[above].append(row)
    return below


def _marks(graph: Graph, rows: Iterable[int]) -> bytearray:
    """By row of the index: 1 for ROWS."""
    marks = bytearray(len(graph.main))
    for row in rows:
        marks[row] = 1
    return marks


def _forks(graph: Graph, rows: array[int], shown: bytearray, leaf: int) -> dict[int, tuple[BranchSpan, ...]]:
    """The branches that leave the shown conversation, by the shown row above them."""
    tops = _branches(graph, shown)
    below: dict[int, list[BranchSpan]] = defaultdict(list)
    for first, (messages, last) in tops.items():
        above = graph.up[first]
        below[above if above >= 0 and shown[above] else OTHER_ROOTS].append(
            BranchSpan(last, first, messages, active=False)
        )
    if not below:
        return {}
    active = _active_spans(graph, rows, below, leaf)
    return {
        row: tuple(sorted([*spans, active[row]], key=lambda s: s.first))
        for row, spans in below.items()
        if row in active
    }


def _branches(graph: Graph, shown: bytearray) -> dict[int, tuple[int, int]]:
    """First row of each branch that is not shown -> (its messages, its last row)."""
    tops: dict[int, tuple[int, int]] = {}
    top_of: dict[int, int] = {}
    for row, is_main in enumerate(graph.main):
        if is_main and not shown[row] and graph.is_talk(row):
            top = _top(graph, row, shown, top_of)
            messages, last = tops.get(top, (0, 0))
            tops[top] = (messages + 1, max(last, row))
    return tops


def _top(graph: Graph, row: int, shown: bytearray, known: dict[int, int]) -> int:
    """The highest record above ROW that is not shown; KNOWN remembers."""
    passed = []
    while row not in known:
        passed.append(row)
        known[row] = row
        above = graph.up[row]
        if above < 0 or shown[above]:
            break
        row = above
    top = known[row]
    for below in passed:
        known[below] = top
    return top


def _active_spans(
    graph: Graph, rows: array[int], below: dict[int, list[BranchSpan]], leaf: int
) -> dict[int, BranchSpan]:
    """For each fork in BELOW, the branch that the chain takes."""
    spans: dict[int, BranchSpan] = {}
    messages = 0
    following = -1
    for row in reversed(rows):
        if row in below and following >= 0:
            spans[row] = BranchSpan(leaf, following, messages, active=True)
        messages += graph.is_talk(row)
        following = row
    if OTHER_ROOTS in below and following >= 0:
        spans[OTHER_ROOTS] = BranchSpan(leaf, following, messages, active=True)
    return spans
