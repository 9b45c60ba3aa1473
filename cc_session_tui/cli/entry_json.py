"""An entry of a transcript as the object of `cc-session read --json`; docs/cli.md describes the stable fields."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from cc_session_tui.core.format.numbering import line_numbers

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.entries import Entry

_LINES: Final = {"rows": "lines", "row": "line", "leaf": "leaf_line", "first": "first_line"}
"""Fields that hold rows of the index, and what they are called where they hold line numbers."""


class EntryObjects:
    """Makes objects of the entries of one session."""

    def __init__(self, index: Index) -> None:
        """For entries of the session that INDEX reads."""
        self._index = index
        self._lines = line_numbers(index)
        self._uuids = {row: uuid for uuid, row in index.rows.items()}

    def of(self, entry: Entry) -> dict[str, Any]:
        """ENTRY as an object for JSON."""
        head = {
            "kind": str(entry.kind),
            "uuid": self._uuid(entry),
            "offset": entry.key.offset,
            "block": entry.key.block,
        }
        rest = self._members(entry)
        del rest["key"]
        return head | rest

    def _uuid(self, entry: Entry) -> str | None:
        row = entry.rows[0] if entry.rows else -1
        if row < 0:
            return None
        return self._uuids.get(row) or self._index.uuid_of(row)

    def _members(self, value: Any) -> dict[str, Any]:
        """The fields of VALUE, a dataclass or a named tuple; rows become line numbers."""
        return dict(self._member(name, getattr(value, name)) for name in _names(value))

    def _member(self, name: str, value: Any) -> tuple[str, Any]:
        if name in _LINES:
            return _LINES[name], self._line(value)
        return name, self._plain(value)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, StrEnum):
            return str(value)
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if _names(value):
            return self._members(value)
        return [self._plain(item) for item in value] if isinstance(value, tuple) else value

    def _line(self, row: Any) -> Any:
        if isinstance(row, tuple):
            return [self._line(item) for item in row]
        return self._lines[row] if row >= 0 else None


def _names(value: Any) -> tuple[str, ...]:
    """The names of the fields of VALUE; none where it is neither a dataclass nor a named tuple."""
    if is_dataclass(value):
        return tuple(field.name for field in fields(value))
    names: tuple[str, ...] = getattr(value, "_fields", ())
    return names
