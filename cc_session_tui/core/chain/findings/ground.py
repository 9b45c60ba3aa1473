"""What all checks look at: the index, its graph, the conversation, and what of it a resume loads."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.model import Finding, Severity
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.kept import as_loaded
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.chain.resume import BRIDGE_SECONDS, loaded_rows, resumed_blocks
from cc_session_tui.core.chain.times import Times
from cc_session_tui.core.format.numbering import line_numbers

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable

    from cc_session_tui.core.chain.history import Chain
    from cc_session_tui.core.format.index import Index


class Ground:
    """One session as the checks see it."""

    def __init__(self, index: Index) -> None:
        """The session that INDEX reads."""
        self.index = index
        self.graph = Graph(index)
        self.lines: array[int] = line_numbers(index)
        """Line number by row."""

    @cached_property
    def chain(self) -> Chain:
        """The whole conversation, gaps bridged."""
        return chain_of(self.index)

    @cached_property
    def leaf(self) -> int:
        """Row of the leaf that a resume takes; -1 where nothing can be resumed."""
        return active_leaf(self.graph).row

    @cached_property
    def loaded(self) -> dict[int, int]:
        """Row -> its place among those that a resume loads."""
        rows = loaded_rows(as_loaded(self.graph), self.leaf) if self.leaf >= 0 else []
        return {row: place for place, row in enumerate(rows)}

    def is_in_context(self, row: int) -> bool:
        """Whether a resume loads ROW, or would if no link below it were broken."""
        return row in self.loaded or row in self._since_compaction

    @cached_property
    def _since_compaction(self) -> frozenset[int]:
        rows = self.chain.rows
        last = max((at for at, row in enumerate(rows) if self.graph.is_boundary(row)), default=0)
        return frozenset(rows[last:])

    def lost_above(self, row: int) -> int:
        """How many messages stand above ROW in the conversation, up to a compaction, that a resume does not load."""
        return self._lost.get(row, 0)

    def loaded_before(self, row: int) -> int:
        """The row that a resume loads before ROW; -1 where ROW is the first, or is not loaded."""
        place = self.loaded.get(row, 0)
        return self._in_order[place - 1] if place else -1

    def bridge(self, row: int) -> int:
        """The row at which the client goes on above ROW, which it loads and whose parent is missing; -1 for none."""
        if row not in self.loaded:
            return -1
        self._mark_from(self.loaded[row])
        return self._times.before(row, BRIDGE_SECONDS, self._marks)

    def _mark_from(self, place: int) -> None:
        """Mark the rows that are loaded from PLACE on; a walk over all rows moves few marks at a time."""
        while self._marked_from > place:
            self._marked_from -= 1
            self._marks[self._in_order[self._marked_from]] = 1
        while self._marked_from < place:
            self._marks[self._in_order[self._marked_from]] = 0
            self._marked_from += 1

    @cached_property
    def _times(self) -> Times:
        main = as_loaded(self.graph).main
        return Times(self.index, [row for row, is_main in enumerate(main) if is_main])

    @cached_property
    def made_up(self) -> frozenset[int]:
        """Numbers of the calls for which the client makes a result up."""
        numbers = self.index.calls.numbers
        made_up = (sent.value.get("tool_use_id") for sent in resumed_blocks(self.index) if sent.missing)
        return frozenset(numbers[id_] for id_ in made_up if isinstance(id_, str) and id_ in numbers)

    @cached_property
    def _marks(self) -> bytearray:
        """By row: 1 for those that `_mark_from` marked."""
        return bytearray(len(self.index))

    @cached_property
    def _marked_from(self) -> int:
        return len(self.loaded)

    @cached_property
    def _in_order(self) -> list[int]:
        return list(self.loaded)

    @cached_property
    def _lost(self) -> dict[int, int]:
        lost: dict[int, int] = {}
        count = 0
        for row in self.chain.rows:
            lost[row] = count
            count += self.graph.is_talk(row) and row not in self.loaded
            if self.graph.is_boundary(row):
                count = 0
        return lost

    def finding(
        self, code: str, severity: Severity, rows: Iterable[int], effect: str, *, can_mend: bool = True
    ) -> Finding:
        """A finding about ROWS."""
        ordered = tuple(sorted(rows))
        lines = tuple(dict.fromkeys(self.lines[row] for row in ordered))
        return Finding(code, severity, ordered, lines, effect, can_mend)


def counted(number: int, word: str) -> str:
    """NUMBER of what WORD names: `1 record`, `1,204 records`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
