"""The conversation of a file that has grown, made from the one before and its end alone.

A file mostly grows by records that hang below its last ones. Then nothing changes above a cut (see `cuts`), and what
follows it can be looked at as a session of its own. Whatever else was appended, the whole is looked at anew.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.history import BranchSpan, Chain, chain_of
from cc_session_tui.core.chain.kept import LARGE_FILE, as_loaded
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.chain.resume import blocks_of, loaded_rows, rows_of
from cc_session_tui.core.chain.times import time_of
from cc_session_tui.core.format.index import NO_PARENT, Flag
from cc_session_tui.core.transcript.cuts import last_cut
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.part import Part, last_prompts_from, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.reading import Reading

_HAS_UUID: Final = int(Flag.HAS_UUID)
_SUMMARY: Final = int(Flag.COMPACT_SUMMARY)
_UNREAD: Final = int(Flag.UNREAD)


@dataclass(frozen=True, slots=True)
class State:
    """What was made of the records of a file so far."""

    chain: Chain
    context: array[int]
    """Rows that a resume sends, in order."""
    sent: bytes
    """By row: 1 where it is in `context`."""
    cut: int
    """The last record at which the conversation can be cut; -1 where there is none."""
    size: int
    """Bytes read."""
    highest: int
    """The highest row that is the parent of an earlier one; -1 where no record stands before its parent."""
    dangling: int
    """How many parents are not in the file."""
    relinked: bool
    """Whether the last compaction preserved records."""
    bridged: float
    """The latest time of a record whose parent is missing: a record that is no newer may be taken for it."""


def state_of(reading: Reading) -> State:
    """The state of READING, from the ground up."""
    index = reading.index
    chain, graph = chain_of(index), as_loaded(Graph(index))
    loaded, context = _resumed(graph)
    sent = marks(context, len(reading))
    cut = last_cut(reading, loaded, chain, sent)
    highest = max((parent for row, parent in enumerate(index.parent) if parent > row), default=-1)
    bridged = max(_times(index, chain.gaps.union(_bridged(graph, loaded))), default=-math.inf)
    return State(chain, context, sent, cut, index.size, highest, len(index.dangling), graph.relinked, bridged)


def grown(reading: Reading, before: State, first: int) -> State | None:
    """The state after rows from FIRST on were added to that BEFORE.

    It is that before up to the row `before.cut`; None where more may differ.
    """
    index, cut = reading.index, before.cut
    if not 0 <= cut < first or not _is_only_below(reading, before, cut, first):
        return None
    part = Part(index, cut, relinked=before.relinked)
    graph = as_loaded(Graph(part))
    loaded, below = _resumed(graph)
    if any(row for row in _bridged(graph, loaded)):  # to what may stand above the cut
        return None
    chain, context = _grown_chain(reading, before.chain, part, cut), _joined(before, below, cut)
    if chain is None or context is None:
        return None
    sent = before.sent[:cut] + marks(below, len(part))
    cut = last_cut(reading, [row + cut for row in loaded], chain, sent)
    return replace(before, chain=chain, context=context, sent=sent, cut=cut, size=index.size)


def _resumed(graph: Graph) -> tuple[list[int], array[int]]:
    """The rows that a resume loads of GRAPH, which is as it is loaded, and those that it sends, each in order."""
    loaded = loaded_rows(graph, active_leaf(graph).row)
    return loaded, rows_of(blocks_of(graph, loaded))


def marks(rows: Iterable[int], count: int) -> bytes:
    """By row, of COUNT rows: 1 for those in ROWS."""
    found = bytearray(count)
    for row in rows:
        found[row] = 1
    return bytes(found)


# whether the rest may be kept


def _is_only_below(reading: Reading, before: State, cut: int, first: int) -> bool:
    """Whether all rows after CUT hang below it and refer to nothing before it, and nothing before to them."""
    index = reading.index
    same_limits = (before.size < LARGE_FILE) == (index.size < LARGE_FILE)
    new_dangling = sum(row >= first for row in index.dangling)
    settled = before.highest < cut and len(index.dangling) - new_dangling == before.dangling
    copies = max(index.superseded.values(), default=-1) >= cut
    if not same_limits or not settled or copies or before.chain.leaf < cut:
        return False
    rows = range(cut + 1, len(index))
    later = before.bridged == -math.inf or all(time > before.bridged for time in _times(index, rows))
    return later and _names_only_below(index, cut) and all(_hangs_below(reading, row, cut) for row in rows)


def _bridged(graph: Graph, rows: Iterable[int]) -> Iterator[int]:
    """Those of ROWS whose parent a resume does not read, or may have met before: it looks for one by time."""
    return (row for row in rows if graph.up[row] < NO_PARENT or graph.up[row] >= row)


def _times(index: Index, rows: Iterable[int]) -> Iterator[float]:
    """When ROWS were written, as far as they tell."""
    return (time for row in rows if (time := time_of(index, row)) is not None)


def _names_only_below(index: Index, cut: int) -> bool:
    """Whether the last-prompt records after CUT name rows from it on; where there are none, the last names no such."""
    named = [index.rows.get(uuid, -1) for _, uuid in last_prompts_from(index, cut)]
    if named or not index.last_prompts:
        return all(row >= cut for row in named)
    return index.rows.get(index.last_prompts[-1][1], -1) < cut


def _hangs_below(reading: Reading, row: int, cut: int) -> bool:
    index, parent, flags = reading.index, reading.index.parent[row], reading.index.flags[row]
    if not flags & _HAS_UUID:
        return parent == NO_PARENT
    if not cut <= parent < row or reading.shape(row) is Shape.BOUNDARY or flags & (_SUMMARY | _UNREAD):
        return False
    calls = (block.call for block in index.blocks(row) if block.call >= 0)
    return reading.is_line_after(row, cut) and all(_is_call_from(index, call, cut) for call in calls)


def _is_call_from(index: Index, call: int, cut: int) -> bool:
    """Whether the uses and results of CALL stand at CUT or after it."""
    calls = index.calls
    rows = (calls.use[call], calls.result[call], *(row for row, _ in calls.repeated.get(call, ())))
    return all(row < 0 or row >= cut for row in rows)


# joining


def _grown_chain(reading: Reading, before: Chain, below: Part, cut: int) -> Chain | None:
    """The chain BEFORE up to CUT, and that of what is BELOW it."""
    part = chain_of(below)
    kept = before.rows[: place_of(before.rows, cut)]
    old, new = before.rows[len(kept) :], array("i", (row + cut for row in part.rows))
    if not new or new[0] != cut or min(old) < cut or any(row < 0 for row in part.forks):
        return None
    leaf = part.leaf + cut
    more = _messages(reading, new) - _messages(reading, old)
    forks = {row: _with_leaf(spans, leaf, more) for row, spans in before.forks.items() if row < cut}
    forks.update((row + cut, tuple(_moved(span, cut) for span in spans)) for row, spans in part.forks.items())
    return Chain(
        leaf,
        part.rule if below.last_prompts else before.rule,
        kept + new,
        before.shown[:cut] + part.shown,
        frozenset({row for row in before.gaps if row <= cut} | {row + cut for row in part.gaps if row}),
        forks,
        before.compactions,
    )


def _messages(reading: Reading, rows: Sequence[int]) -> int:
    return sum(reading.nature(row).type in {"user", "assistant"} for row in rows)


def _with_leaf(spans: tuple[BranchSpan, ...], leaf: int, more: int) -> tuple[BranchSpan, ...]:
    """SPANS, the active one with a new LEAF and so many MORE messages."""
    return tuple(s._replace(leaf=leaf, messages=s.messages + more) if s.active else s for s in spans)


def _moved(span: BranchSpan, by: int) -> BranchSpan:
    return span._replace(leaf=span.leaf + by, first=span.first + by)


def _joined(before: State, part: array[int], cut: int) -> array[int] | None:
    """The context BEFORE up to CUT, and that of the PART below it; None where one of them begins elsewhere."""
    at = place_of(before.context, cut)
    if at < 0 or min(before.context[at:]) < cut or before.sent[:cut].count(1) != at or not part or part[0]:
        return None
    joined = before.context[:at]
    joined.extend(row + cut for row in part)
    return joined
