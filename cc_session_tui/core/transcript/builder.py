"""From rows in reading order to a layout: which entry each record goes into. Nothing is decoded here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.core.transcript.layout import CODE, FORK, INJECTED, WHOLE_RECORD, Item, Layout
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.reading import HAS_INJECTED
from cc_session_tui.core.transcript.texts import TextKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_session_tui.core.transcript.reading import Reading

PROMPTS, CONVERSATION, ALL = 1, 2, 3
"""The details: prompts only; runs of what is injected folded; each record its own line."""

_PROMPT, _REPLY, _THINKING = CODE[Kind.PROMPT], CODE[Kind.REPLY], CODE[Kind.THINKING]
_CALL, _RESULT, _COMMAND = CODE[Kind.TOOL_CALL], CODE[Kind.TOOL_RESULT], CODE[Kind.COMMAND]
_INJECTED, _IMAGE, _SYSTEM, _UNKNOWN = CODE[Kind.INJECTED], CODE[Kind.IMAGE], CODE[Kind.SYSTEM], CODE[Kind.UNKNOWN]
_COMPACTION, _FORK, _GAP = CODE[Kind.COMPACTION], CODE[Kind.FORK], CODE[Kind.GAP]

_OF_TEXT: Final = {
    TextKind.PROMPT: _PROMPT,
    TextKind.COMMAND: _COMMAND,
    TextKind.OUTPUT: _COMMAND,
    TextKind.INTERRUPT: _SYSTEM,
    TextKind.NOTIFICATION: _SYSTEM,
    TextKind.REMINDER: _INJECTED,
    TextKind.CAVEAT: _INJECTED,
    TextKind.EMPTY: _SYSTEM,
}
_OF_BLOCK: Final = {
    "thinking": _THINKING,
    "redacted_thinking": _THINKING,
    "tool_use": _CALL,
    "text": _REPLY,
    "image": _IMAGE,
}
_SHOWN_BRIEFLY: Final = frozenset({_PROMPT, _IMAGE, _COMPACTION, _FORK, _GAP})
_USERS: Final = frozenset({_PROMPT, _COMMAND, _IMAGE})
_ASSISTANTS: Final = frozenset({_REPLY, _THINKING, _CALL})
_BREAKS: Final = frozenset({_COMPACTION, _FORK, _GAP})
_META: Final = int(Flag.META)
_SUMMARY: Final = int(Flag.COMPACT_SUMMARY)


class Mark(NamedTuple):
    """How far a builder was when it came to a row, so that another one can go on from there."""

    entries: int = 0
    """How many there were."""
    run: tuple[Item, ...] = ()
    """The folded records that had no entry yet."""
    run_kind: int = -1
    speaker: int = -1
    last_row: int = -1


class Builder:
    """Lays out rows as they come."""

    def __init__(
        self, reading: Reading, detail: int, shown: Sequence[int] | None, start: tuple[Mark, Layout, bytes]
    ) -> None:
        """The entries of READING in DETAIL from START on: how far an earlier builder was, its entries, what these show.

        SHOWN tells by row what the view shows; None if each row stands for itself.
        """
        mark, self.layout, seen = start
        self.seen = bytearray(seen).ljust(len(reading), b"\0")
        """By row: 1 where an entry shows it."""
        self.mark: Mark | None = None
        """How far it was at the row where it was to take a mark; None where it did not come there."""
        self._reading = reading
        self._index = reading.index
        self._detail = detail
        self._shown = shown
        self._run = list(mark.run)
        self._run_kind, self._speaker, self._last_row = mark.run_kind, mark.speaker, mark.last_row
        self._natures = [(n.shape, CODE[n.kind], n.folds) for n in reading.natures]

    def add_rows(
        self, rows: Sequence[int], before: Mapping[int, Sequence[Item]], after: Mapping[int, Sequence[int]], cut: int
    ) -> None:
        """Add ROWS in order, and take a mark at the row CUT.

        BEFORE gives the forks and gaps that stand before a row; AFTER the rows that are added after one (or at the
        top: -1), though they are not in ROWS.
        """
        skip = -1
        last = len(rows) - 1
        self._add_strays(after.get(-1, ()))
        for at, row in enumerate(rows):
            if row == cut:
                self.mark = Mark(len(self.layout), tuple(self._run), self._run_kind, self._speaker, self._last_row)
            if row in before:
                self._add_between(before[row])
            if row != skip:
                skip = self._add_row(row, rows[at + 1] if at < last else -1)
            if row in after:
                self._add_strays(after[row])
        self.close_run()

    def close_run(self) -> None:
        """End the run of folded records, if there is one."""
        if self._run:
            run, self._run = self._run, []
            self.layout.add_several(run, self._run_kind, starts_turn=False)

    def _add_between(self, items: Sequence[Item]) -> None:
        for item in items:
            self._add(*item, _FORK if item.block == FORK else _GAP, folds=False)

    def _add_strays(self, rows: Sequence[int]) -> None:
        for row in rows:
            self._add_row(row, -1)

    def _add_row(self, row: int, following: int) -> int:
        """Add the entries of ROW; return the row after it, if that is in one of them."""
        shape, kind, folds = self._natures[self._index.kind[row]]
        if shape is Shape.WHOLE:
            self._add(row, WHOLE_RECORD, kind, folds)
        elif shape is Shape.ASSISTANT:
            self._add_assistant(row)
        elif shape is Shape.USER and not self._index.flags[row] & _SUMMARY:
            self._add_user(row)
        elif shape is Shape.QUEUED:
            self._add_text(row, WHOLE_RECORD, self._reading.text_code(row, 0))
        else:
            return self._add_compaction(row, following)
        return -1

    def _add_compaction(self, row: int, following: int) -> int:
        """Add the boundary or the summary ROW; both as one entry where they belong together."""
        index, flags = self._index, self._index.flags
        if flags[row] & _SUMMARY:
            above = index.parent[row]
            off_view = self._shown is not None and above >= 0 and not self._shown[above]
            if off_view and self._reading.shape(above) is Shape.BOUNDARY:
                return self._add_several([Item(above, WHOLE_RECORD), Item(row, WHOLE_RECORD)])
            return self._add_several([Item(row, WHOLE_RECORD)])
        if following >= 0 and flags[following] & _SUMMARY and index.parent[following] == row:
            self._add_several([Item(row, WHOLE_RECORD), Item(following, WHOLE_RECORD)])
            return following
        return self._add_several([Item(row, WHOLE_RECORD)])

    def _add_several(self, items: list[Item]) -> int:
        self.close_run()
        self.layout.add_several(items, _COMPACTION, starts_turn=False)
        for row, _ in items:
            self.seen[row] = 1
        self._speaker = -1
        return -1

    def _add_assistant(self, row: int) -> None:
        blocks = self._index.blocks(row)
        for number, (type_, call) in enumerate(blocks):
            kind = _OF_BLOCK.get(type_, _UNKNOWN)
            if kind == _REPLY and self._reading.text_code(row, number) == TextKind.EMPTY:
                self._add_empty(row, number)
                continue
            self._add(row, number, kind, folds=False)
            if kind == _CALL and self._shown is not None and self._detail != PROMPTS:
                self._claim(row, call)
        if not blocks:
            self._add_empty(row, WHOLE_RECORD)

    def _claim(self, use: int, call: int) -> None:
        """The result of a tool_use is shown with it."""
        result = self._reading.pairs.result_of(use, call)
        if 0 <= result < len(self.seen):
            self.seen[result] = 1

    def _add_user(self, row: int) -> None:
        blocks = self._index.blocks(row)
        for number, (type_, call) in enumerate(blocks):
            match type_:
                case "tool_result":
                    if not self._is_claimed(row, call):
                        self._add(row, number, _RESULT, folds=False)
                case "text":
                    self._add_user_text(row, number)
                case "image":
                    if len(blocks) == 1 or not self._reading.is_prompt(row):
                        self._add(row, number, _IMAGE, folds=False)
                case "document":
                    self._add(row, number, _INJECTED, folds=False)
                case _:
                    self._add(row, number, _UNKNOWN, folds=False)
        if not blocks:
            self._add_empty(row, WHOLE_RECORD)

    def _is_claimed(self, row: int, call: int) -> bool:
        """Whether the tool_result of CALL at ROW is shown with its tool_use."""
        if self._shown is None:
            return False
        use = self._reading.pairs.use_of(row, call)
        return use >= 0 and bool(self._shown[use]) and self._reading.pairs.result_of(use, call) == row

    def _add_user_text(self, row: int, number: int) -> None:
        code = self._reading.text_code(row, number)
        if code != TextKind.EMPTY and self._index.flags[row] & _META:
            self._add(row, number, _INJECTED, folds=True)
        else:
            self._add_text(row, number, code)

    def _add_text(self, row: int, block: int, code: int) -> None:
        """Add a user's text by its CODE, and what was injected into it."""
        text_kind = code & ~HAS_INJECTED
        if text_kind == TextKind.EMPTY:
            self._add_empty(row, block)
            return
        kind = _OF_TEXT[TextKind(text_kind)]
        self._add(row, block, kind, folds=kind == _INJECTED)
        if kind == _SYSTEM:
            self._speaker = -1
        if code & HAS_INJECTED:
            self._add(row, INJECTED - max(block, 0), _INJECTED, folds=True)

    def _add_empty(self, row: int, block: int) -> None:
        """Add a text that says nothing: for detail 3 and where each row stands for itself."""
        if self._detail == ALL or self._shown is None:
            self._add(row, block, _SYSTEM, folds=False)

    def _add(self, row: int, block: int, kind: int, folds: bool) -> None:
        if self._detail == PROMPTS and kind not in _SHOWN_BRIEFLY:
            return
        if row >= 0 and kind not in _BREAKS:
            self.seen[row] = 1
        if folds and self._detail == CONVERSATION:
            self._run_kind = kind if not self._run or kind == self._run_kind else _INJECTED
            self._run.append(Item(row, block))
            return
        self.close_run()
        self.layout.add(row, block, kind, starts_turn=self._turns(row, kind))

    def _turns(self, row: int, kind: int) -> bool:
        """Whether an entry of KIND at ROW starts a turn; notes who speaks from there on."""
        if kind in _BREAKS:
            self._speaker = -1
            return False
        speaker = 0 if kind in _USERS else 1 if kind in _ASSISTANTS else -1
        if speaker < 0:
            return False
        turns = speaker != self._speaker or (kind == _PROMPT and row != self._last_row)
        self._speaker, self._last_row = speaker, row
        return turns
