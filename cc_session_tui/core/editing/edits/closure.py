"""What must go together: the copies of a record, a tool_use with its results, what hangs on a call.

A compact boundary and its summary go together: without either the model would get nothing of what was compacted.

A selection names content blocks, since one line may hold several calls of which one goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.errors import EditError
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
    """ROWS and BLOCKS (row -> numbers), and all that cannot stay without them.

    Raises:
        EditError: a row has no such block.
    """
    closing = _Closing(index)
    for row in rows:
        closing.select_row(row)
    for row, numbers in blocks.items():
        for number in numbers:
            closing.select(row, number)
    closing.select_compactions()
    closing.select_hangers()
    closing.select_bare_thinking()
    return closing.selection


def gone(index: Index, selection: Selection) -> set[int]:
    """The rows of SELECTION of which nothing is left."""
    return {row for row, blocks in selection.items() if WHOLE in blocks or len(blocks) >= len(index.blocks(row))}


class _Closing:
    """A selection that grows by what has to go with it."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.selection: Selection = {}
        self.calls: set[int] = set()
        """The tool calls that go."""
        self._copies = _copies(index)

    def select_row(self, row: int) -> None:
        """Select all of ROW, and of the records that have the same uuid."""
        for copy in self._copies.get(row, (row,)):
            for number in range(len(self.index.blocks(copy))) or (WHOLE,):
                self._add(copy, number)

    def select(self, row: int, number: int) -> None:
        """Select block NUMBER of ROW.

        Raises:
            EditError: ROW has no such block.
        """
        if not 0 <= number < len(self.index.blocks(row)):
            raise EditError(f"the record has no content block {number}")
        self._add(row, number)

    def select_compactions(self) -> None:
        """Select the summary of a compact boundary that goes, and the boundary of a summary that goes."""
        index = self.index
        boundaries = {row for row, kind in enumerate(index.kind) if index.kinds[kind] == BOUNDARY}
        for row, parent in enumerate(index.parent if boundaries else ()):
            if (
                parent in boundaries
                and index.flags[row] & Flag.COMPACT_SUMMARY
                and {row, parent} & self.selection.keys()
            ):
                self.select_row(row)
                self.select_row(parent)

    def select_hangers(self) -> None:
        """Select hook output, progress and the like that name a call which goes."""
        if not self.calls:
            return
        index = self.index
        ids = {identity for identity, call in index.calls.numbers.items() if call in self.calls}
        is_hanger = [kind.partition("/")[0] in _HANGERS for kind in index.kinds]
        for row, (kind, parent) in enumerate(zip(index.kind, index.parent, strict=True)):
            if is_hanger[kind] and parent in self.selection and row not in self.selection and _names(index, row, ids):
                self.selection[row] = {WHOLE}

    def select_bare_thinking(self) -> None:
        """Select the thinking of messages of which nothing else is left: the client would not send it anyway."""
        index = self.index
        numbers = {index.message[row] for row in self.selection} - {-1}
        left: dict[int, list[tuple[int, int, str]]] = {number: [] for number in numbers}
        for row, number in enumerate(index.message):
            if number in numbers:
                chosen = self.selection.get(row, set())
                left[number] += [(row, n, b.type) for n, b in enumerate(index.blocks(row)) if n not in chosen]
        for blocks in left.values():
            if all(kind in _THINKING for _, _, kind in blocks):
                for row, number, _ in blocks:
                    self.selection.setdefault(row, set()).add(number)

    def _add(self, row: int, number: int) -> None:
        """Select a block, and with a block of a call all others of that call."""
        chosen = self.selection.setdefault(row, set())
        if number in chosen:
            return
        chosen.add(number)
        call = self.index.blocks(row)[number].call if number >= 0 else -1
        if call >= 0 and call not in self.calls:
            self.calls.add(call)
            for other, its in _of_call(self.index, call):
                self._add(other, its)


def _of_call(index: Index, call: int) -> Iterator[tuple[int, int]]:
    """Where the blocks of CALL stand: (row, number of the block)."""
    calls = index.calls
    rows = {calls.use[call], calls.result[call], *(row for row, _ in calls.repeated.get(call, ()))} - {-1}
    return ((row, number) for row in rows for number, block in enumerate(index.blocks(row)) if block.call == call)


def _copies(index: Index) -> dict[int, list[int]]:
    """Row -> all rows that have its uuid, where there are several."""
    groups: dict[int, list[int]] = {}
    for row in range(len(index)) if index.superseded else ():
        last = row
        while last in index.superseded:
            last = index.superseded[last]
        if last != row:
            groups.setdefault(last, [last]).append(row)
    return {row: group for group in groups.values() for row in group}


def _names(index: Index, row: int, ids: set[str]) -> bool:
    if b"oolUseID" not in index.raw(row):
        return False
    record = index.record(row) or {}
    attachment = record.get("attachment")
    named = [record.get("toolUseID"), record.get("parentToolUseID")]
    if isinstance(attachment, dict):
        named.append(attachment.get("toolUseID"))
    return any(isinstance(identity, str) and identity in ids for identity in named)
