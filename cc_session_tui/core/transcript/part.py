"""The end of an index as an index of its own: nothing is read or decoded again."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from cc_session_tui.core.format.index import NO_PARENT, Block, Index

if TYPE_CHECKING:
    from array import array

    from cc_session_tui.core.format.lines import JSON


class Part(Index):
    """The rows of an index from one on, all of whose parents but the first one's are among them."""

    def __init__(self, whole: Index, first: int, *, relinked: bool) -> None:
        """The rows of WHOLE from FIRST on, as they are now; the first counts as the root. RELINKED: see `Index`."""
        super().__init__(whole.source, whole.offset[first])
        self.relinked = relinked
        self._whole = whole
        self._first = first
        self.offset = whole.offset[first:]
        self.length = whole.length[first:]
        self.kind = whole.kind[first:]
        self.flags = whole.flags[first:]
        self.message = whole.message[first:]
        self.parent.extend(max(parent - first, NO_PARENT) for parent in whole.parent[first:])
        self.kinds = whole.kinds
        self.last_prompts = [(row - first, uuid) for row, uuid in last_prompts_from(whole, first)]
        self.rows.recent.update({uuid: whole.rows[uuid] - first for _, uuid in self.last_prompts if uuid in whole.rows})
        self._own_blocks = [self._numbered(row) for row in range(len(self))]

    def blocks(self, row: int) -> tuple[Block, ...]:
        """The content blocks of ROW, their calls numbered within this part."""
        return self._own_blocks[row]

    def record(self, row: int) -> dict[str, JSON] | None:
        """The record of ROW, decoded; None where its bytes are no record.

        Raises:
            ReadError: as for `raw`.
        """
        return self._whole.record(row + self._first)

    def _numbered(self, row: int) -> tuple[Block, ...]:
        add = {"tool_use": self.calls.add_use, "tool_result": self.calls.add_result}
        return tuple(
            Block(type_, add[type_](str(call), row) if call >= 0 and type_ in add else -1)
            for type_, call in self._whole.blocks(row + self._first)
        )


def last_prompts_from(index: Index, first: int) -> list[tuple[int, str]]:
    """(row, leafUuid) of the last-prompt records of INDEX from the row FIRST on."""
    return list(takewhile(lambda item: item[0] >= first, reversed(index.last_prompts)))[::-1]


def place_of(rows: array[int], row: int) -> int:
    """Where ROW stands in ROWS, looked for from the end, near which a file grows; -1 where it does not."""
    at = len(rows) - 1
    while at >= 0 and rows[at] != row:
        at -= 1
    return at
