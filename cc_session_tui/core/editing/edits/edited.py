"""What an edit made: the draft after it, and which records it touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index

_GLUED: Final = int(Flag.GLUED)


class Edited(NamedTuple):
    """What an edit made. Rows are those of the draft before."""

    draft: Draft
    gone: frozenset[int] = frozenset()
    """Rows that are not in it any more."""
    changed: frozenset[int] = frozenset()
    """Rows that stay with other bytes."""
    added: tuple[str, ...] = ()
    """Uuids of the new records, in the order of the conversation."""
    notes: tuple[str, ...] = ()
    """What a person should know of it besides, a sentence each."""


def edited(draft: Draft, lines: dict[int, bytes], notes: tuple[str, ...] = ()) -> Edited:
    """DRAFT with LINES, other bytes than it has, by row; b"" drops the row. Every line keeps its newline."""
    changed = dict(lines)
    _end_lines(draft.index, changed)
    kept = frozenset(row for row, line in changed.items() if line)
    return Edited(draft.replaced(changed) if changed else draft, frozenset(changed.keys() - kept), kept, notes=notes)


def differing(index: Index, lines: dict[int, bytes]) -> dict[int, bytes]:
    """Those of LINES, by row, that are other bytes than INDEX has."""
    return {row: line for row, line in lines.items() if line != index.raw(row)}


def ended(line: bytes) -> bytes:
    """LINE with a newline at its end."""
    return line if line.endswith(b"\n") else line + b"\n"


def _end_lines(index: Index, lines: dict[int, bytes]) -> None:
    """Give what is left of a line whose last record goes the newline: else it would be glued to the next line."""
    for row in [row for row, line in lines.items() if not line and row and index.flags[row - 1] & _GLUED]:
        before = row - 1
        while before >= 0 and lines.get(before) == b"" and not index.raw(before).endswith(b"\n"):
            before -= 1
        left = (lines.get(before) or index.raw(before)) if before >= 0 else b"\n"
        if index.raw(row).endswith(b"\n") and not left.endswith(b"\n"):
            lines[before] = left + b"\n"
