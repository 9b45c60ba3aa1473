"""Where a conversation can be cut, so that nothing above changes when records are added below.

That is at a prompt, or at the first line of a reply once all calls of the turn before it are answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.natures import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.chain.history import Chain
    from cc_session_tui.core.transcript.reading import Reading

_SUMMARY: Final = int(Flag.COMPACT_SUMMARY)
_GLUED: Final = int(Flag.GLUED)


def last_cut(reading: Reading, loaded: Sequence[int], chain: Chain, sent: bytes) -> int:
    """The last record at which a conversation can be cut; -1 for none.

    LOADED are the rows that a resume loads of it, or those from where it could be cut before. SENT tells by row what
    the resume sends, and CHAIN what is read.
    """
    cut, open_calls = -1, set[int]()
    for row in loaded[_last_prompt(reading, loaded, chain, sent) :]:
        if sent[row] and _ends_calls(reading, row):
            open_calls.clear()
        if not open_calls and sent[row] and chain.shown[row] and _stands_alone(reading, row):
            cut = row
        for type_, call in reading.index.blocks(row):
            if type_ == "tool_use":
                open_calls.add(call)
            elif type_ == "tool_result":
                open_calls.discard(call)
    return cut


def _last_prompt(reading: Reading, loaded: Sequence[int], chain: Chain, sent: bytes) -> int:
    """Where in LOADED the last prompt stands at which can be cut; 0 for none."""
    for at in range(len(loaded) - 1, -1, -1):
        row = loaded[at]
        if sent[row] and chain.shown[row] and _is_prompt(reading, row) and _stands_alone(reading, row):
            return at
    return 0


def _ends_calls(reading: Reading, row: int) -> bool:
    """Whether calls above ROW that were not answered yet do not count any more, whatever follows.

    They do count below what a person typed beside a tool_result.
    """
    if reading.index.flags[row] & _SUMMARY:
        return True
    return _is_prompt(reading, row) and all(block.type != "tool_result" for block in reading.index.blocks(row))


def _stands_alone(reading: Reading, row: int) -> bool:
    """Whether ROW is a prompt of one block, or begins a reply."""
    index = reading.index
    alone = len(index.blocks(row)) == 1 and not index.flags[row] & _GLUED
    return alone and (_is_prompt(reading, row) or _begins_reply(reading, row))


def _is_prompt(reading: Reading, row: int) -> bool:
    return reading.shape(row) is Shape.USER and reading.is_prompt(row)


def _begins_reply(reading: Reading, row: int) -> bool:
    """Whether ROW is the first line of an API message."""
    is_line = reading.shape(row) is Shape.ASSISTANT and reading.index.message[row] >= 0
    return is_line and reading.is_line_after(row, row)
