"""Why a resume does not send a record: for each row of a session either it is sent, or there is one reason."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.kept import as_loaded
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.chain.resume import blocks_of, loaded_rows
from cc_session_tui.core.chain.sending import SENT_ATTACHMENTS
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index


class Why(StrEnum):
    """A reason; its value is a stable code."""

    DAMAGED = "damaged"
    NOT_READ = "not-read"
    BLANK_LINE = "blank-line"
    SESSION_LEVEL = "session-level"
    UNKNOWN_TYPE = "unknown-type"
    NO_UUID = "no-uuid"
    SUPERSEDED = "superseded-uuid"
    SIDECHAIN = "sidechain"
    PROGRESS = "progress"
    BEFORE_COMPACTION = "before-compaction"
    ABOVE_GAP = "above-gap"
    OTHER_BRANCH = "other-branch"
    NOTHING_RESUMED = "nothing-resumed"
    NOT_FOR_MODEL = "not-for-model"
    API_ERROR = "api-error"
    UNPAIRED_CALL = "unpaired-call"
    UNPAIRED_RESULT = "unpaired-result"
    ONLY_THINKING = "only-thinking"
    BLANK_TEXT = "blank-text"


SENTENCES: Final = {
    Why.DAMAGED: "The line is damaged: the client skips it.",
    Why.NOT_READ: "The client skips it: it is no strict JSON, or something stands before it on its line.",
    Why.BLANK_LINE: "The line is blank.",
    Why.SESSION_LEVEL: "It describes the session and is no part of the conversation.",
    Why.UNKNOWN_TYPE: "The client does not know records of this type: it skips it, and what hangs on it has no parent.",
    Why.NO_UUID: "It has no uuid, so that nothing can lead to it.",
    Why.SUPERSEDED: "Its uuid stands again further down: the later record counts.",
    Why.SIDECHAIN: "It belongs to a subagent's conversation.",
    Why.PROGRESS: "It is a note of progress: the way up passes it.",
    Why.BEFORE_COMPACTION: "It stands before a compaction: the summary is sent instead.",
    Why.ABOVE_GAP: "It stands above a record whose parent is missing, so that nothing leads to it.",
    Why.OTHER_BRANCH: "It is on another branch than the one that is resumed.",
    Why.NOTHING_RESUMED: "The session has no conversation that can be resumed.",
    Why.NOT_FOR_MODEL: "It is part of the conversation, but a record of this kind is not sent to the model.",
    Why.API_ERROR: "It reports an error of the API.",
    Why.UNPAIRED_CALL: "It calls a tool without a result, or with an id that was used before.",
    Why.UNPAIRED_RESULT: "It is the result of a call that is not sent.",
    Why.ONLY_THINKING: "Its message holds nothing but thinking.",
    Why.BLANK_TEXT: "It holds no text but white space.",
}
"""What each reason means, in a sentence."""
_SKIPPED: Final = {
    int(Flag.DAMAGED): Why.DAMAGED,
    int(Flag.UNREAD): Why.NOT_READ,
    int(Flag.BLANK): Why.BLANK_LINE,
}


def reasons(index: Index, leaf: int | None = None) -> dict[int, Why]:
    """Row -> why a resume of INDEX does not send it, for each row that is not sent; in file order.

    LEAF asks about a resume that took that leaf.
    """
    asked = Reasons(index, leaf)
    return {row: why for row in range(len(index)) if (why := asked.of(row)) is not None}


class Reasons:
    """Why one resume does not send records, to be asked about some of them."""

    def __init__(self, index: Index, leaf: int | None = None) -> None:
        """Those of a resume of INDEX as it is now; LEAF asks about one that took that leaf."""
        raw = Graph(index)
        loaded = as_loaded(raw)
        row = active_leaf(loaded).row if leaf is None else leaf
        rows = loaded_rows(loaded, row)
        self._sent = {block.row for block in blocks_of(loaded, rows)}
        self._asked = _Asked(raw, rows, row)

    def of(self, row: int) -> Why | None:
        """Why ROW is not sent; None where it is."""
        return None if row in self._sent else self._asked.why(row)


class _Asked:
    """What is known of one resume."""

    def __init__(self, raw: Graph, rows: list[int], leaf: int) -> None:
        self.index = raw.index
        self.graph = raw
        self.leaf = leaf
        self.rows = frozenset(rows)
        self.above = _above_path(raw, self.rows)
        self.compacted = any(raw.is_boundary(row) for row in self.rows)

    def why(self, row: int) -> Why:
        """Why ROW, which is not sent, is not."""
        return self._unread(row) or (self._unsent(row) if row in self.rows else self._off_path(row))

    def _unread(self, row: int) -> Why | None:
        """The reason that lies in the record alone."""
        flags, kind = self.index.flags[row], self.index.kind_of(row).partition("/")[0]
        for flag, why in _SKIPPED.items():
            if flags & flag:
                return why
        if kind == "progress":
            return Why.PROGRESS
        if self.graph.kinds.link[self.index.kind[row]]:
            if not flags & Flag.HAS_UUID:
                return Why.NO_UUID
            return Why.SUPERSEDED if row in self.index.superseded else None
        return Why.UNKNOWN_TYPE if flags & Flag.HAS_UUID else Why.SESSION_LEVEL

    def _off_path(self, row: int) -> Why:
        if not self.graph.main[row]:
            return Why.SIDECHAIN
        if self.leaf < 0:
            return Why.NOTHING_RESUMED
        if self.compacted and row < min(r for r in self.rows if self.graph.is_boundary(r)):
            return Why.BEFORE_COMPACTION
        return Why.ABOVE_GAP if row in self.above else Why.OTHER_BRANCH

    def _unsent(self, row: int) -> Why:
        """Why ROW is not sent though the resume reads it."""
        kind, _, sub = self.index.kind_of(row).partition("/")
        if kind == "system" or (kind == "attachment" and sub not in SENT_ATTACHMENTS):
            return Why.NOT_FOR_MODEL
        if self.index.flags[row] & Flag.API_ERROR:
            return Why.API_ERROR
        types = {block.type for block in self.index.blocks(row)}
        if types & {"tool_use", "tool_result"}:
            return Why.UNPAIRED_CALL if "tool_use" in types else Why.UNPAIRED_RESULT
        return Why.ONLY_THINKING if types & {"thinking", "redacted_thinking"} else Why.BLANK_TEXT


def _above_path(graph: Graph, rows: frozenset[int]) -> frozenset[int]:
    """The records that stand before a gap in ROWS in the file, and that no way leads to.

    Which of them the missing parent once led to is lost with it: all that stand before it and are above no row.
    """
    gaps = [row for row in rows if graph.up[row] < -1 or (graph.up[row] >= 0 and graph.up[row] not in rows)]
    if not gaps:
        return frozenset()
    first = min(gaps)
    return frozenset(row for row, main in enumerate(graph.main[:first]) if main and row not in rows)
