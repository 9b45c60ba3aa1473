"""Content blocks as the index knows them, and the tool calls of a session."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.format.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterable


class Block(NamedTuple):
    """A content block as the index knows it."""

    type: str
    """`text` (also for string content), `thinking`, `tool_use`, `tool_result`, `image`, or another as it stands."""
    call: int
    """The number of its tool call, see `Calls`; -1 for a block of another type, or without an id."""


class Calls:
    """The tool calls of a session by id: where each tool_use and each tool_result stands."""

    def __init__(self) -> None:
        """No calls."""
        self.numbers = Names()
        """tool_use id -> number of the call."""
        self.use = array("i")
        """Row of the first tool_use by call number; -1 where there is none."""
        self.result = array("i")
        """Row of the first tool_result by call number; -1 where there is none."""
        self.repeated: dict[int, list[tuple[int, bool]]] = {}
        """By call number: (row, is a tool_use) of each further use and result of the same id."""

    def add_use(self, identity: str, row: int) -> int:
        """Note that ROW holds the tool_use of IDENTITY; return the call's number."""
        call = self._number(identity)
        if self.use[call] < 0:
            self.use[call] = row
        else:
            self.repeated.setdefault(call, []).append((row, True))
        return call

    def add_result(self, identity: str, row: int) -> int:
        """Note that ROW holds a tool_result for IDENTITY; return the call's number."""
        call = self._number(identity)
        if self.result[call] < 0:
            self.result[call] = row
        else:
            self.repeated.setdefault(call, []).append((row, False))
        return call

    def _number(self, identity: str) -> int:
        call = self.numbers.get(identity, -1)
        if call < 0:
            call = self.numbers.recent[identity] = len(self.use)
            self.use.append(-1)
            self.result.append(-1)
        return call

    def forget(self, row: int, blocks: Iterable[Block]) -> None:
        """Undo `add` for the BLOCKS of ROW, the last row."""
        for call in {block.call for block in blocks if block.call >= 0}:
            for column in (self.use, self.result):
                if column[call] == row:
                    column[call] = -1
            if call in self.repeated:
                self.repeated[call] = [item for item in self.repeated[call] if item[0] != row]
