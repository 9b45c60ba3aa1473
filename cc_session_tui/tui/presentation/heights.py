"""How tall an entry will be, guessed from what the index knows: nothing is decoded."""

from __future__ import annotations

from typing import Final, Protocol

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.presentation.lines import text_width

_ENVELOPE: Final = 650
"""Bytes of a record that are not its text, about (clients 2.1)."""
_CELLS_A_BYTE: Final = 0.9
_LINE_FILL: Final = 0.6
"""How full the lines of Markdown are, on average."""
_SHORT_TOOL: Final = 4
_MOST: Final = 200


class Sized(Protocol):
    """What a guess needs of a view."""

    def kind(self, i: int, /) -> Kind:
        """The kind of entry I."""
        ...

    def size(self, i: int, /) -> int:
        """Bytes of its records."""
        ...

    def starts_turn(self, i: int, /) -> bool:
        """Whether the speaker changes there."""
        ...


def height(view: Sized, i: int, width: int, opened: bool | None = None) -> int:
    """Lines that entry I of VIEW takes at WIDTH, about; OPENED as in `Look`."""
    kind = view.kind(i)
    above = 2 if view.starts_turn(i) else 1 if kind in {Kind.FORK, Kind.COMPACTION, Kind.GAP} else 0
    return above + _body(kind, view.size(i), width, opened)


def _body(kind: Kind, size: int, width: int, opened: bool | None) -> int:
    if kind in {Kind.PROMPT, Kind.REPLY}:
        return _text_lines(size, width)
    if opened:
        return 1 + _text_lines(size, width)
    if opened is None and kind is Kind.TOOL_CALL and size < 4 * _ENVELOPE:
        return _SHORT_TOOL
    return 1


def _text_lines(size: int, width: int) -> int:
    cells = max(size - _ENVELOPE, 1) * _CELLS_A_BYTE
    return min(int(cells / (max(text_width(width), 1) * _LINE_FILL)) + 1, _MOST)
