"""What the entries of one session are made from: the index, and a few facts of each record beyond it.

The facts are kept in columns like the index's, and grow with it: five bytes a record.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.natures import Nature, Shape, nature_of
from cc_session_tui.core.transcript.pairs import Pairs
from cc_session_tui.core.transcript.peeks import Usage, texts_at, usage_at, whole
from cc_session_tui.core.transcript.texts import TextKind, kind_of_text, take_apart

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

HAS_INJECTED: Final = 0x40
"""Set in a text's code where injected parts stand beside what the text is."""

_SUMMARY: Final = int(Flag.COMPACT_SUMMARY)
_META: Final = int(Flag.META)
_BLOCKS: Final = re.compile(rb'"content"\s*:\s*\[')
_BLANK_TEXT: Final = re.compile(rb'"text"\s*:\s*"(?:\\[ntr]|\s)*"')
_MOST_USAGES: Final = 512


class Reading:
    """The records of one session file, as entries need them."""

    def __init__(self, index: Index) -> None:
        """The records of INDEX, which may grow: see `extend`."""
        self.index = index
        self.natures: list[Nature] = []
        """By kind number of the index."""
        self.pairs = Pairs(index, self.natures)
        self._texts = bytearray()
        """By row: code of its text, a TextKind and perhaps HAS_INJECTED."""
        self._texts_of_blocks: dict[int, bytes] = {}
        """Codes by block, for rows whose message has several blocks."""
        self._line_before = array("i")
        """By row: the row before with the same message id; -1 where there is none."""
        self._last_line = array("i")
        """By message number: its last row."""
        self._usages: dict[int, Usage] = {}
        self.extend(0)

    def __len__(self) -> int:
        """The number of rows that are known."""
        return len(self._texts)

    def extend(self, first: int) -> None:
        """Take in the rows of the index from FIRST on, which are new or were read again."""
        self._forget(first)
        index, natures = self.index, self.natures
        natures.extend(nature_of(kind) for kind in index.kinds[len(natures) :])
        shapes = [nature.shape for nature in natures]
        codes = self._texts
        for row, kind in enumerate(index.kind[first:], first):
            shape = shapes[kind]
            codes.append(self._code(row, shape) if shape else 0)
        self._link_lines(first)

    # records

    def record(self, row: int) -> dict[str, JSON]:
        """The record at ROW; empty where it is none or cannot be decoded."""
        return whole(self.index, row)

    def nature(self, row: int) -> Nature:
        """What the record at ROW is for a reader."""
        return self.natures[self.index.kind[row]]

    def shape(self, row: int) -> Shape:
        """How the record at ROW is laid out."""
        return self.natures[self.index.kind[row]].shape

    def text_code(self, row: int, block: int) -> int:
        """What the text in BLOCK of ROW is: a TextKind, and HAS_INJECTED where injected parts stand beside it."""
        codes = self._texts_of_blocks.get(row)
        if codes is None:
            return self._texts[row]
        return codes[block] if 0 <= block < len(codes) else 0

    def text_kind(self, row: int, block: int = 0) -> TextKind:
        """What the text in BLOCK of ROW is."""
        return TextKind(self.text_code(row, block) & ~HAS_INJECTED)

    def is_blank(self, row: int) -> bool:
        """Whether ROW's message says nothing at all."""
        codes = self._texts_of_blocks.get(row)
        return all(code == TextKind.EMPTY for code in codes) if codes else self._texts[row] == TextKind.EMPTY

    def is_prompt(self, row: int) -> bool:
        """Whether ROW holds a prompt."""
        shape = self.shape(row)
        if shape is Shape.USER and self.index.flags[row] & (_META | _SUMMARY):
            return False
        if shape is Shape.USER:
            blocks = enumerate(self.index.blocks(row))
            return any(b.type == "text" and self.text_kind(row, i) is TextKind.PROMPT for i, b in blocks)
        return shape is Shape.QUEUED and self.text_kind(row) is TextKind.PROMPT

    def is_line_after(self, row: int, cut: int) -> bool:
        """Whether the API message that ROW is a line of, if it is, has no line before CUT."""
        before = self._line_before[row]
        return before < 0 or before >= cut

    def usage(self, row: int) -> Usage:
        """Model and output tokens of the API message that ROW is a line of."""
        number = self.index.message[row]
        if number < 0:
            return usage_at(self.index, row)
        usage = self._usages.get(number)
        if usage is None:
            usage = self._read_usage(number)
            if len(self._usages) >= _MOST_USAGES:
                self._usages.clear()
            self._usages[number] = usage
        return usage

    def _read_usage(self, number: int) -> Usage:
        model, tokens = "", 0
        row = self._last_line[number]
        while row >= 0:
            if self.shape(row) is Shape.ASSISTANT:
                usage = usage_at(self.index, row)
                model, tokens = usage.model or model, max(tokens, usage.tokens)
            row = self._line_before[row]
        return Usage(model, tokens)

    # taking in rows

    def _forget(self, first: int) -> None:
        """Undo what was kept of the rows from FIRST on."""
        while len(self._line_before) > first:
            row = len(self._line_before) - 1
            before = self._line_before.pop()
            for number in range(len(self._last_line) - 1, -1, -1):
                if self._last_line[number] == row:
                    self._last_line[number] = before
                    break
            self._texts_of_blocks.pop(row, None)
        del self._texts[first:]
        self._usages.clear()
        self.pairs.clear()

    def _link_lines(self, first: int) -> None:
        last, before = self._last_line, self._line_before
        for row, number in enumerate(self.index.message[first:], first):
            if number < 0:
                before.append(-1)
                continue
            while len(last) <= number:
                last.append(-1)
            before.append(last[number])
            last[number] = row

    def _code(self, row: int, shape: Shape) -> int:
        """The code of the text at ROW; notes those of its blocks where it has several."""
        index = self.index
        if shape is Shape.BOUNDARY or index.flags[row] & _SUMMARY:
            return 0
        blocks = index.blocks(row)
        if len(blocks) == 1 and blocks[0].type != "text":
            return 0
        if shape is Shape.ASSISTANT or index.flags[row] & _META:
            return self._code_if_blank(row, len(blocks))
        return self._codes(row, len(blocks), texts_at(index, row))

    def _code_if_blank(self, row: int, blocks: int) -> int:
        """As `_code` for records whose text can only be blank or not: decoded only if it may be blank."""
        if not blocks:
            return TextKind.EMPTY
        try:
            line = self.index.raw(row)
        except ReadError:
            return 0
        if _BLOCKS.search(line) and not _BLANK_TEXT.search(line):
            return 0
        texts = texts_at(self.index, row, line)
        return self._codes(row, blocks, [text and text.strip() and "-" if text is not None else None for text in texts])

    def _codes(self, row: int, blocks: int, texts: list[str | None]) -> int:
        codes = bytes(_code_of_text(text) if text is not None else 0 for text in texts)
        if blocks > 1:
            self._texts_of_blocks[row] = codes
            return 0
        return codes[0] if codes else TextKind.EMPTY


def _code_of_text(text: str) -> int:
    kind = kind_of_text(text)
    if kind is TextKind.REMINDER or "</" not in text:
        return kind
    return kind | HAS_INJECTED if take_apart(text).injected else kind
