"""The uuid graph of a session: links, leaves, and the leaf that the client takes.

Facts are those of client 2.1.332 unless another version is named.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import DANGLING, Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

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

    @classmethod
    def of(cls, index: Index) -> Kinds:
        """The kinds of INDEX."""
        types = [kind.partition("/")[0] for kind in index.kinds]
        return cls(
            bytes(t in LINK_TYPES for t in types),
            bytes(t in TALK for t in types),
            bytes(t == "progress" for t in types),
            bytes(kind == BOUNDARY for kind in index.kinds),
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
        self.has_child = self._parents()
        """By row: 1 for a link that another link hangs under."""

    def is_talk(self, row: int) -> bool:
        """Whether ROW is a user or assistant record."""
        return bool(self.kinds.talk[self.index.kind[row]])

    def is_boundary(self, row: int) -> bool:
        """Whether ROW is a compact boundary."""
        return bool(self.kinds.boundary[self.index.kind[row]])

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

    def message_lines(self, rows: Iterable[int]) -> dict[int, list[int]]:
        """By message number: its lines in file order, for the messages that ROWS have lines of."""
        message = self.index.message
        wanted = {message[row] for row in rows if message[row] >= 0}
        lines: dict[int, list[int]] = defaultdict(list)
        for row, (number, is_main) in enumerate(zip(message, self.main, strict=False)):
            if is_main and number >= 0 and number in wanted:
                lines[number].append(row)
        return lines

    def results_below(self, rows: Iterable[int]) -> dict[int, list[int]]:
        """By row of ROWS: the records with tool_results that hang off it, in file order."""
        lines = set(rows)
        results: dict[int, list[int]] = defaultdict(list)
        for row, (above, is_main) in enumerate(zip(self.up, self.main, strict=False)):
            if is_main and above in lines and any(b.type == "tool_result" for b in self.index.blocks(row)):
                results[above].append(row)
        return results

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

    The last `last-prompt` record whose leafUuid is in the file decides: the leaf below that record which stands last in
    the file. Without one, the leaf that stands last in the file. A leaf with no message on its path is passed over.
    """
    named = _named_by_last_prompt(graph)
    if named >= 0 and (row := _last_leaf(graph, below=named)) >= 0:
        return Leaf(row, "last-prompt")
    row = _last_leaf(graph)
    return Leaf(row, "last in file" if row >= 0 else "none")


def _named_by_last_prompt(graph: Graph) -> int:
    """Row of the record that the last last-prompt with a leafUuid names; -1 where that is not in the file."""
    if not graph.index.last_prompts:
        return -1
    row = graph.index.rows.get(graph.index.last_prompts[-1][1], -1)
    return row if row >= 0 and graph.main[row] else -1


def _last_leaf(graph: Graph, below: int = -1) -> int:
    """The last leaf in the file (that is BELOW or under it) with a message on its path; -1 where there is none."""
    known = bytearray(len(graph.main))  # rows from which the way up is known not to do
    for row in range(len(graph.main) - 1, -1, -1):
        if graph.main[row] and not graph.has_child[row] and _leads(graph, row, below, known):
            return row
    return below if below >= 0 and graph.is_talk(below) else -1


def _leads(graph: Graph, row: int, below: int, known: bytearray) -> bool:
    """Whether the way up from ROW meets a message, and BELOW where that is given; marks in KNOWN what does not."""
    talk, met = False, below < 0
    steps = len(graph.main)
    while row >= 0 and steps and (met or not known[row]):
        known[row] = 1
        talk = talk or graph.is_talk(row)
        met = met or row == below
        if talk and met:
            return True
        row = graph.up[row]
        steps -= 1
    return False
