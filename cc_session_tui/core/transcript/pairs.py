"""Which tool_result belongs to which tool_use.

An id stands once on each side, but for copied records and faults (case 25): then the result whose parent is the
tool_use's line comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.transcript.natures import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.natures import Nature


class Pairs:
    """The tool calls of one session, each use with its result."""

    def __init__(self, index: Index, natures: Sequence[Nature]) -> None:
        """The calls of INDEX; NATURES, by kind, tell which are messages: others hold calls too (2.1.332 repeats them).

        No method of the owner: a circle keeps all that was read until it is looked for.
        """
        self._index = index
        self._natures = natures
        self._repeated: dict[int, dict[int, int]] = {}

    def clear(self) -> None:
        """Forget what was paired: the index has grown."""
        self._repeated.clear()

    def result_of(self, use: int, call: int) -> int:
        """Row of the result of CALL at row USE; -1 where there is none."""
        if call < 0:
            return -1
        calls = self._index.calls
        if call in calls.repeated:
            return self._paired(call).get(use, -1)
        result = calls.result[call]
        return result if result >= 0 and self._shape(result) is Shape.USER else -1

    def use_of(self, result: int, call: int) -> int:
        """Row of the tool_use whose result stands at row RESULT; -1 where there is none."""
        if call < 0:
            return -1
        calls = self._index.calls
        if call in calls.repeated:
            return next((u for u, r in self._paired(call).items() if r == result), -1)
        use = calls.use[call]
        return use if use >= 0 and self._shape(use) is Shape.ASSISTANT else -1

    def uses(self, call: int) -> list[int]:
        """Rows of the assistant records with the tool_use of CALL, in file order."""
        calls = self._index.calls
        rows = [calls.use[call], *(row for row, is_use in calls.repeated.get(call, ()) if is_use)]
        return sorted(row for row in rows if row >= 0 and self._shape(row) is Shape.ASSISTANT)

    def _shape(self, row: int) -> Shape:
        return self._natures[self._index.kind[row]].shape

    def _results(self, call: int) -> list[int]:
        calls = self._index.calls
        rows = [calls.result[call], *(row for row, is_use in calls.repeated.get(call, ()) if not is_use)]
        return sorted(row for row in rows if row >= 0 and self._shape(row) is Shape.USER)

    def _paired(self, call: int) -> dict[int, int]:
        """Use -> result for a call whose id is repeated."""
        pairs = self._repeated.get(call)
        if pairs is None:
            pairs = self._repeated[call] = self._pair(self.uses(call), self._results(call))
        return pairs

    def _pair(self, uses: list[int], results: list[int]) -> dict[int, int]:
        """First the uses with a result below their own line, then the others; copied records among themselves."""
        parent, copies = self._index.parent, self._index.superseded
        pairs: dict[int, int] = {}
        free = list(results)
        for own in (True, False):
            for use in sorted(set(uses) - set(pairs), key=lambda use: (use in copies, use)):
                fit = [r for r in free if parent[r] == use or (not own and (parent[r] not in uses or r in copies))]
                if fit:
                    pairs[use] = min(fit, key=lambda r: ((r in copies) != (use in copies), r < use, r))
                    free.remove(pairs[use])
        return pairs
