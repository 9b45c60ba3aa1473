"""The uuid graph of a session: links, leaves, and the leaf that the client takes.

Facts are those of client 2.1.332 unless another version is named.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import DANGLING, Flag

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

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
        )


class Graph:
    """The links between the records of one index, as the client follows them."""

    def __init__(self, index: Index) -> None:
        """The graph of INDEX as it is now."""
        self.index = index
        self.kinds = Kinds.of(index)
        self.side = self._is_side_file()
        """Whether the file is a subagent's: every record of it is a sidechain's."""
        self.main = self._main_rows()
        """By row: 1 for a link of the main chain (of the sidechain, in a subagent's file) whose uuid stands once."""
        self.up = self._resolved_parents()
        """By row: the link above it, progress records passed over; NO_PARENT or DANGLING."""
        self._children: dict[int, list[int]] | None = None
        self.has_child = self._parents()
        """By row: 1 for a link that another link hangs under."""

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
        seen = bytearray(len(self.index))
        path = []
        while row >= 0 and not seen[row]:
            seen[row] = 1
            path.append(row)
            if self.is_boundary(row):
                break
            row = self.up[row]
        return path

    def message_lines(self, numbers: Iterable[int]) -> dict[int, list[int]]:
        """The assistant lines of each message of NUMBERS, in file order, sidechains' included."""
        wanted = frozenset(numbers)
        lines: dict[int, list[int]] = {number: [] for number in wanted}
        superseded = self.index.superseded
        for row, number in enumerate(self.index.message[: len(self.main)]):
            if number >= 0 and number in wanted and row not in superseded:
                lines[number].append(row)
        return lines

    def results_of(self, lines: Iterable[int]) -> list[int]:
        """Rows of the tool_results for the calls on LINES, wherever they stand, in file order."""
        calls = self.index.calls
        numbers = [b.call for row in lines for b in self.index.blocks(row) if b.type == "tool_use" and b.call >= 0]
        found = {calls.result[number] for number in numbers}
        for number in numbers:
            found.update(row for row, is_use in calls.repeated.get(number, ()) if not is_use)
        return sorted(row for row in found if 0 <= row < len(self.main) and row not in self.index.superseded)

    def attachments_below(self, rows: Iterable[int], but: Container[int]) -> list[int]:
        """Attachments that hang below ROWS, or below such attachments, less BUT."""
        found: list[int] = []
        queue = list(rows)
        while queue:
            below = [row for row in self._children_of(queue.pop(0)) if self.kinds.attachment[self.index.kind[row]]]
            queue.extend(below)
            found.extend(row for row in below if row not in but)
        return found

    def _children_of(self, row: int) -> list[int]:
        if self._children is None:
            self._children = defaultdict(list)
            for child, parent in enumerate(self.up):
                if parent >= 0 and child != parent and self.main[child]:
                    self._children[parent].append(child)
        return self._children.get(row, [])

    def _is_side_file(self) -> bool:
        link, side = self.kinds.link, Flag.SIDECHAIN
        flags = [f for k, f in zip(self.index.kind, self.index.flags, strict=False) if link[k]]
        return bool(flags) and all(f & side for f in flags)

    def _main_rows(self) -> bytearray:
        link, wanted = self.kinds.link, Flag.HAS_UUID | (Flag.SIDECHAIN if self.side else 0)
        mask = int(Flag.HAS_UUID | Flag.SIDECHAIN)
        columns = zip(self.index.kind, self.index.flags, strict=False)
        main = bytearray(link[k] and (f & mask) == wanted for k, f in columns)
        for row in self.index.superseded:
            main[row] = 0
        return main

    def _resolved_parents(self) -> array[int]:
        """Parents with progress records passed over; a parent that is no link dangles."""
        index, link, progress = self.index, self.kinds.link, self.kinds.progress
        up = array("i", index.parent[: len(self.main)])
        kind = index.kind
        for row, parent in enumerate(up):
            if parent >= 0 and not link[kind[parent]]:
                up[row] = self._above_progress(parent) if progress[kind[parent]] else DANGLING
        return up

    def _above_progress(self, row: int) -> int:
        """The first link above the progress record ROW."""
        index, progress = self.index, self.kinds.progress
        for _ in range(len(self.main)):
            row = index.parent[row]
            if row < 0 or self.kinds.link[index.kind[row]]:
                return row
            if not progress[index.kind[row]]:
                break
        return DANGLING

    def _parents(self) -> bytearray:
        has_child = bytearray(len(self.main))
        for row, parent in enumerate(self.up):
            if parent >= 0 and parent != row and self.main[row]:
                has_child[parent] = 1
        return has_child


class Leaf(NamedTuple):
    """The leaf that a resume takes, and why."""

    row: int
    """-1 where there is none."""
    rule: str
    """`last-prompt`, `last in file` or `none`."""


def active_leaf(graph: Graph) -> Leaf:
    """The leaf from which the client walks up.

    That is the leaf which stands last in the file; unless a `last-prompt` names a record: then the last record of the
    file if the named one is above it, else the named one, whatever hangs below it. Only the last `last-prompt` counts,
    one before a compact boundary never does, and whatever leads to no message is passed over. A sidechain's record that
    is named leaves nothing to resume.
    """
    named = _named_by_last_prompt(graph)
    if named < 0:
        last = _last_leaf(graph)
        return Leaf(last, "last in file" if last >= 0 else "none")
    last = _last_record(graph)
    row = last if named in _above(graph, last) else named
    return Leaf(row, "last-prompt") if graph.main[row] else Leaf(-1, "none")


def _named_by_last_prompt(graph: Graph) -> int:
    """Row of the record that the last last-prompt names; -1 where that is not in the file, or leads to no message."""
    index = graph.index
    if not index.last_prompts:
        return -1
    at, uuid = index.last_prompts[-1]
    row = index.rows.get(uuid, -1)
    if row < 0 or not graph.kinds.link[index.kind[row]]:
        return -1
    compacted = any(graph.is_boundary(later) for later in range(at, len(graph.main)))
    leads = any(graph.is_talk(above) for above in _above(graph, row))
    return row if leads and not compacted else -1


def _last_record(graph: Graph) -> int:
    """The last link of the main chain in the file."""
    return graph.main.rfind(1)


def _above(graph: Graph, row: int) -> list[int]:
    """ROW and what is above it by parent alone, compact boundaries passed; none of it is bridged."""
    seen = bytearray(len(graph.index))
    path = []
    while row >= 0 and not seen[row]:
        seen[row] = 1
        path.append(row)
        row = graph.up[row]
    return path


def _last_leaf(graph: Graph) -> int:
    """The last leaf in the file that has a message on its path; -1 where there is none."""
    known = bytearray(len(graph.main))  # rows above which there is no message
    for row in range(len(graph.main) - 1, -1, -1):
        if graph.main[row] and not graph.has_child[row] and _meets_message(graph, row, known):
            return row
    return next((row for row in range(len(graph.main) - 1, -1, -1) if graph.main[row] and graph.is_talk(row)), -1)


def _meets_message(graph: Graph, row: int, known: bytearray) -> bool:
    """Whether a message stands on the way up from ROW; marks in KNOWN what does not lead to one."""
    while row >= 0 and not known[row]:
        if graph.is_talk(row):
            return True
        known[row] = 1
        row = graph.up[row]
    return False
