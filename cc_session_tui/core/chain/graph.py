"""The uuid graph of a session: what hangs below what.

Facts are those of client 2.1.332 unless another version is named.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import DANGLING, Flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cc_session_tui.core.format.index import Index

LINK_TYPES: Final = frozenset({"user", "assistant", "attachment", "system"})
"""Types of records that a chain may lead through; a child of another type's record dangles."""
TALK: Final = frozenset({"user", "assistant"})
"""Types of records that hold a message."""
BOUNDARY: Final = "system/compact_boundary"
"""Kind of the record that ends the walk up."""


class Kinds(NamedTuple):
    """Which of an index's kind numbers are what; each is indexed by the number."""

    link: bytes
    talk: bytes
    progress: bytes
    boundary: bytes
    attachment: bytes
    silent: bytes
    """Links that hold no message."""

    @classmethod
    def of(cls, index: Index) -> Kinds:
        """The kinds of INDEX."""
        types = [kind.partition("/")[0] for kind in index.kinds]
        return cls(
            bytes(t in LINK_TYPES for t in types),
            bytes(t in TALK for t in types),
            bytes(t == "progress" for t in types),
            bytes(kind == BOUNDARY for kind in index.kinds),
            bytes(t == "attachment" for t in types),
            bytes(t in LINK_TYPES - TALK for t in types),
        )


class Graph:
    """The links between the records of one index, as the client follows them."""

    def __init__(self, index: Index) -> None:
        """The graph of INDEX as it is now."""
        self.index = index
        self.kinds = Kinds.of(index)
        self.side = self._is_side_file()
        """Whether the file is a subagent's: every record of it is a sidechain's."""
        self.held = self._held_rows()
        """By row: 1 for a link that the client holds; where a uuid stands twice that is the later record."""
        self.main = self._main_rows()
        """By row: 1 for a link that is held and of the main chain (of the sidechain, in a subagent's file)."""
        self.up = self._resolved_parents()
        """By row: the link above it, progress records passed over; NO_PARENT or DANGLING."""
        self.has_child = bytearray()
        """By row: 1 for a link that a link hangs under, if only itself."""
        self.find_children()
        self.relinked = index.relinked
        """Whether records that a compaction preserved were linked to what follows it."""

    def cut(self, row: int, but: Iterable[int], below: int) -> Graph:
        """The graph without the links before ROW in the file but BUT; what hung below the others has BELOW above it.

        A uuid that stands twice stands where its first record does.
        """
        kept = set(but)
        first = {later: copied for copied, later in reversed(self.index.superseded.items())}
        gone = bytearray(held and first.get(at, at) < row and at not in kept for at, held in enumerate(self.held))
        graph = copy(self)
        graph.held = bytearray(held and not gone[at] for at, held in enumerate(self.held))
        graph.main = bytearray(main and not gone[at] for at, main in enumerate(self.main))
        graph.up = array("i", self.up)
        for at, parent in enumerate(self.up):
            if parent >= 0 and gone[parent]:
                graph.up[at] = below if at != row else DANGLING
        return graph.linked({})

    def linked(self, links: Mapping[int, int]) -> Graph:
        """The graph with LINKS: row -> the row above it."""
        graph = copy(self)
        graph.up = array("i", self.up)
        for row, parent in links.items():
            graph.up[row] = parent
        graph.find_children()
        graph.relinked = bool(links)
        return graph

    def find_children(self) -> None:
        """Note what hangs below what, by `up`."""
        self._children: dict[int, list[int]] | None = None
        self.has_child = bytearray(len(self.main))
        for row, parent in enumerate(self.up):
            if parent >= 0 and self.main[row]:
                self.has_child[parent] = 1

    def row_of(self, uuid: object) -> int:
        """The row of the link with UUID; DANGLING where none is held."""
        row = self.index.rows.get(uuid, DANGLING) if isinstance(uuid, str) else DANGLING
        return row if row >= 0 and self.held[row] else DANGLING

    def boundaries(self) -> list[int]:
        """The compact boundaries in the file, in file order."""
        kind, boundary = self.index.kind, self.kinds.boundary
        if not any(boundary):
            return []
        return [row for row, held in enumerate(self.held) if held and boundary[kind[row]]]

    def is_talk(self, row: int) -> bool:
        """Whether ROW is a user or assistant record."""
        return bool(self.kinds.talk[self.index.kind[row]])

    def is_boundary(self, row: int) -> bool:
        """Whether ROW is a compact boundary."""
        return bool(self.kinds.boundary[self.index.kind[row]])

    def is_result(self, row: int) -> bool:
        """Whether ROW holds a tool_result."""
        return any(block.type == "tool_result" for block in self.index.blocks(row))

    def walk(self, row: int) -> list[int]:
        """The links from ROW up to a root, a compact boundary (included), a dangling parent or a repetition."""
        path = self.above(row)
        end = next((at for at, above in enumerate(path) if self.is_boundary(above)), len(path))
        return path[: end + 1]

    def above(self, row: int) -> list[int]:
        """ROW and the links above it, compact boundaries passed, up to a root, a dangling parent or a repetition."""
        seen = bytearray(len(self.index))
        path = []
        while row >= 0 and not seen[row]:
            seen[row] = 1
            path.append(row)
            row = self.up[row]
        return path

    def message_lines(self, numbers: Iterable[int]) -> dict[int, list[int]]:
        """The assistant lines of each message of NUMBERS, in file order, sidechains' included."""
        wanted = frozenset(numbers)
        lines: dict[int, list[int]] = {number: [] for number in wanted}
        held = self.held
        for row, number in enumerate(self.index.message[: len(held)]):
            if number >= 0 and number in wanted and held[row]:
                lines[number].append(row)
        return lines

    def results_of(self, lines: Iterable[int]) -> list[int]:
        """Rows of the tool_results for the calls on LINES, wherever they stand, in file order."""
        calls = self.index.calls
        numbers = [b.call for row in lines for b in self.index.blocks(row) if b.type == "tool_use" and b.call >= 0]
        found = {calls.result[number] for number in numbers}
        for number in numbers:
            found.update(row for row, is_use in calls.repeated.get(number, ()) if not is_use)
        return sorted(row for row in found if 0 <= row < len(self.held) and self.held[row])

    def is_last_message(self, row: int) -> bool:
        """Whether ROW is a message below which no other hangs, not even a sidechain's."""
        above = {row, *self.below([row], self.kinds.silent)}
        following = (at for at, parent in enumerate(self.up) if parent in above and self.held[at])
        return self.is_talk(row) and not any(self.is_talk(at) for at in following)

    def below(self, rows: Iterable[int], through: bytes | None = None) -> list[int]:
        """The links of the main chain below ROWS, each before what hangs below it; THROUGH limits the kinds."""
        found: dict[int, None] = {}
        waiting = self._following(rows, through)
        while waiting:
            row = waiting.pop()
            if row not in found:
                found[row] = None
                waiting.extend(self._following([row], through))
        return list(found)

    def _following(self, rows: Iterable[int], through: bytes | None) -> list[int]:
        """The children of ROWS, the last first."""
        children = [child for row in rows for child in self.children_of(row)]
        return [row for row in reversed(children) if not through or through[self.index.kind[row]]]

    def children_of(self, row: int) -> list[int]:
        """The links of the main chain that hang on ROW, in file order."""
        if self._children is None:
            self._children = defaultdict(list)
            for child, parent in enumerate(self.up):
                if parent >= 0 and child != parent and self.main[child]:
                    self._children[parent].append(child)
        return self._children.get(row, [])

    def _is_side_file(self) -> bool:
        link, side = self.kinds.link, int(Flag.SIDECHAIN)
        flags = [f for k, f in zip(self.index.kind, self.index.flags, strict=False) if link[k]]
        return bool(flags) and all(f & side for f in flags)

    def _held_rows(self) -> bytearray:
        link, known = self.kinds.link, int(Flag.HAS_UUID)
        held = bytearray(link[k] and bool(f & known) for k, f in zip(self.index.kind, self.index.flags, strict=False))
        for row in self.index.superseded:
            held[row] = 0
        return held

    def _main_rows(self) -> bytearray:
        if self.side:
            return bytearray(self.held)
        side = int(Flag.SIDECHAIN)
        return bytearray(held and not f & side for held, f in zip(self.held, self.index.flags, strict=False))

    def _resolved_parents(self) -> array[int]:
        """Parents with progress records passed over; a parent that is no link dangles."""
        index, link, progress = self.index, self.kinds.link, self.kinds.progress
        up = array("i", index.parent[: len(self.main)])
        kind = index.kind
        for row, parent in enumerate(up):
            if parent >= 0 and not link[kind[parent]]:
                up[row] = self._above_progress(row) if progress[kind[parent]] else DANGLING
        return up

    def _above_progress(self, row: int) -> int:
        """The first link above ROW and the progress records above it; each must stand before what it is above."""
        index, progress = self.index, self.kinds.progress
        while 0 <= (parent := index.parent[row]) < row and progress[index.kind[parent]]:
            row = parent
        if parent < 0 or self.kinds.link[index.kind[parent]]:
            return parent
        return DANGLING
