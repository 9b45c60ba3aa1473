"""What must go together: the copies of a record, a tool_use with its results, what hangs on a call.

A compact boundary and its summary go together: without either the model would get nothing of what was compacted.

A selection names content blocks, since one line may hold several calls of which one goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cc_session_tui.core.format.index import Index

Selection: TypeAlias = "dict[int, set[int]]"
"""Row -> the numbers of its content blocks; WHOLE alone for a record without blocks."""
WHOLE: Final = -1
"""Stands for the record itself where it has no content blocks."""
_THINKING: Final = ("thinking", "redacted_thinking")
_HANGERS: Final = ("attachment", "progress", "system")


def closed(index: Index, rows: Iterable[int], blocks: Mapping[int, Iterable[int]]) -> Selection:
    """ROWS and BLOCKS (row -> numbers), and all that cannot stay without them."""
    selection: Selection = {}
    for row in rows:
        _select_row(index, selection, row)
    for row, numbers in blocks.items():
        for number in numbers:
            _select_block(index, selection, row, number)
    _select_compactions(index, selection)
    _select_hangers(index, selection)
    _select_bare_thinking(index, selection)
    return selection


def gone(index: Index, selection: Selection) -> set[int]:
    """The rows of SELECTION of which nothing is left."""
    return {row for row, blocks in selection.items() if WHOLE in blocks or len(blocks) >= len(index.blocks(row))}


def _select_row(index: Index, selection: Selection, row: int) -> None:
    for copy in _copies(index, row):
        for number in range(len(index.blocks(copy))) or (WHOLE,):
            _select_block(index, selection, copy, number)


def _select_block(index: Index, selection: Selection, row: int, number: int) -> None:
    """Select a block, and with a block of a call all others of that call."""
    queue = [(row, number)]
    while queue:
        row, number = queue.pop()
        if number in selection.setdefault(row, set()):
            continue
        selection[row].add(number)
        blocks = index.blocks(row)
        if number < 0 or not blocks or number >= len(blocks) or blocks[number].call < 0:
            continue
        queue.extend(_of_call(index, blocks[number].call))


def _of_call(index: Index, call: int) -> Iterator[tuple[int, int]]:
    """Where the blocks of CALL stand: (row, number of the block)."""
    calls = index.calls
    rows = {calls.use[call], calls.result[call], *(row for row, _ in calls.repeated.get(call, ()))} - {-1}
    return ((row, number) for row in rows for number, block in enumerate(index.blocks(row)) if block.call == call)


def _copies(index: Index, row: int) -> Iterator[int]:
    """ROW and the records that have the same uuid."""
    if not index.superseded:
        yield row
        return
    last = row
    while last in index.superseded:
        last = index.superseded[last]
    yield last
    for copy in index.superseded:
        later = copy
        while later in index.superseded:
            later = index.superseded[later]
        if later == last:
            yield copy


def _select_compactions(index: Index, selection: Selection) -> None:
    """Select the summary of a compact boundary that goes, and the boundary of a summary that goes."""
    boundaries = {row for row, kind in enumerate(index.kind) if index.kinds[kind] == BOUNDARY}
    for row, parent in enumerate(index.parent if boundaries else ()):
        if parent in boundaries and index.flags[row] & Flag.COMPACT_SUMMARY and {row, parent} & selection.keys():
            _select_row(index, selection, row)
            _select_row(index, selection, parent)


def _select_hangers(index: Index, selection: Selection) -> None:
    """Select hook output, progress and the like that name a call which goes."""
    going = {call for row, numbers in selection.items() for call in _calls(index, row, numbers)}
    if not going:
        return
    ids = {identity for identity, call in index.calls.numbers.items() if call in going}
    is_hanger = [kind.partition("/")[0] in _HANGERS for kind in index.kinds]
    parents = set(selection)
    for row, (kind, parent) in enumerate(zip(index.kind, index.parent, strict=True)):
        if is_hanger[kind] and parent in parents and row not in selection and _names_call(index, row, ids):
            selection[row] = {WHOLE}
            parents.add(row)


def _calls(index: Index, row: int, numbers: set[int]) -> Iterator[int]:
    """The calls of the blocks of ROW that are among NUMBERS."""
    return (block.call for number, block in enumerate(index.blocks(row)) if block.call >= 0 and number in numbers)


def _names_call(index: Index, row: int, ids: set[str]) -> bool:
    if b"oolUseID" not in index.raw(row):
        return False
    record = index.record(row) or {}
    attachment = record.get("attachment")
    named = {record.get("toolUseID"), record.get("parentToolUseID")}
    if isinstance(attachment, dict):
        named.add(attachment.get("toolUseID"))
    return any(isinstance(identity, str) and identity in ids for identity in named)


def _select_bare_thinking(index: Index, selection: Selection) -> None:
    """Select the thinking of messages of which nothing else is left: the client would not send it anyway."""
    numbers = {index.message[row] for row in selection if index.message[row] >= 0}
    left: dict[int, list[tuple[int, int, str]]] = {number: [] for number in numbers}
    for row, number in enumerate(index.message):
        if number in left:
            chosen = selection.get(row, set())
            left[number] += [(row, n, b.type) for n, b in enumerate(index.blocks(row)) if n not in chosen]
    for blocks in left.values():
        if all(kind in _THINKING for _, _, kind in blocks):
            for row, number, _ in blocks:
                selection.setdefault(row, set()).add(number)
