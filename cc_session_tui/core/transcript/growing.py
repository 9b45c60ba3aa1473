"""The conversation of a file that has grown, made from the one before and the last turn alone.

A file mostly grows by records that hang below its last prompt. Then nothing above that prompt changes, and what follows
it can be looked at as a session of its own. Whatever else was appended, the whole is looked at anew.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.history import BranchSpan, Chain, chain_of
from cc_session_tui.core.chain.kept import LARGE_FILE
from cc_session_tui.core.chain.resume import context_rows
from cc_session_tui.core.format.index import NO_PARENT, Flag
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.part import Part, last_prompts_from, place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.reading import Reading


@dataclass(frozen=True, slots=True)
class State:
    """What was made of the records of a file so far."""

    chain: Chain
    context: array[int]
    """Rows that a resume sends, in order."""
    prompt: int
    """The last prompt of the conversation that has one block, and a line for itself: above it nothing changes when
    something is added below it. -1 where there is none."""
    size: int
    """Bytes read."""
    highest: int
    """The highest row that is the parent of an earlier one; -1 where no record stands before its parent."""
    dangling: int
    """How many parents are not in the file."""


def state_of(reading: Reading) -> State:
    """The state of READING, from the ground up."""
    index = reading.index
    highest = max((parent for row, parent in enumerate(index.parent) if parent > row), default=-1)
    return _state(reading, chain_of(index), context_rows(index), highest)


def grown(reading: Reading, before: State, first: int) -> State | None:
    """The state after rows from FIRST on were added to that BEFORE.

    It is that before up to the row `before.prompt`; None where more may differ.
    """
    cut = before.prompt
    if not 0 <= cut < first or not _is_only_below(reading, before, cut, first):
        return None
    part = Part(reading.index, cut)
    chain = _grown_chain(reading, before.chain, chain_of(part), cut)
    context = _joined(before.context, context_rows(part), cut)
    return _state(reading, chain, context, before.highest) if chain and context else None


def _state(reading: Reading, chain: Chain, context: array[int], highest: int) -> State:
    index = reading.index
    return State(chain, context, _last_prompt(reading, chain), index.size, highest, len(index.dangling))


def _last_prompt(reading: Reading, chain: Chain) -> int:
    for row in reversed(chain.rows):
        if reading.shape(row) is Shape.USER and reading.is_prompt(row):
            alone = len(reading.index.blocks(row)) == 1 and not reading.index.flags[row] & Flag.GLUED
            return row if alone else -1
    return -1


# whether the rest may be kept


def _is_only_below(reading: Reading, before: State, cut: int, first: int) -> bool:
    """Whether all rows after CUT hang below it and refer to nothing before it, and nothing before to them."""
    index = reading.index
    same_limits = (before.size < LARGE_FILE) == (index.size < LARGE_FILE)
    new_dangling = sum(row >= first for row in index.dangling)
    settled = before.highest < cut and len(index.dangling) - new_dangling == before.dangling
    copies = max(index.superseded.values(), default=-1) >= cut
    bridged = bool(before.chain.gaps)  # to the nearest record in time, which may be one that comes
    if not same_limits or not settled or copies or bridged or before.chain.leaf < cut:
        return False
    named = [index.rows.get(uuid, -1) for _, uuid in last_prompts_from(index, cut)]
    if any(row < cut for row in named):
        return False
    return all(_hangs_below(reading, row, cut) for row in range(cut + 1, len(index)))


def _hangs_below(reading: Reading, row: int, cut: int) -> bool:
    index, parent = reading.index, reading.index.parent[row]
    if not index.flags[row] & Flag.HAS_UUID:
        return parent == NO_PARENT
    if not cut <= parent < row or reading.shape(row) is Shape.BOUNDARY or index.flags[row] & Flag.COMPACT_SUMMARY:
        return False
    calls = (block.call for block in index.blocks(row) if block.call >= 0)
    return reading.is_line_after(row, cut) and all(_is_call_after(index, call, cut) for call in calls)


def _is_call_after(index: Index, call: int, cut: int) -> bool:
    """Whether the uses and results of CALL stand after CUT."""
    calls = index.calls
    rows = (calls.use[call], calls.result[call], *(row for row, _ in calls.repeated.get(call, ())))
    return all(row < 0 or row > cut for row in rows)


# joining


def _grown_chain(reading: Reading, before: Chain, part: Chain, cut: int) -> Chain | None:
    """The chain BEFORE up to CUT, and that of the PART below it."""
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
        part.rule if part.rule == "last-prompt" else before.rule,
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


def _joined(before: array[int], part: array[int], cut: int) -> array[int] | None:
    """The context BEFORE up to CUT, and that of the PART below it; None where one of them begins elsewhere."""
    at = place_of(before, cut)
    if at < 0 or max(before[:at], default=-1) >= cut or min(before[at:]) < cut or 0 not in part:
        return None
    kept = before[:at]
    kept.extend(row + cut for row in part)
    return kept
