"""Changes to the lines of a draft, collected and made at once."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.ground import Ground
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.editing.repairs.tops import Tops
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.lines import JSON


class Changes:
    """What some repairs do to one draft. Rows are those of the draft's index."""

    def __init__(self, draft: Draft) -> None:
        """No changes to DRAFT yet."""
        self._before = draft
        self.index = draft.index
        self._lines: dict[int, bytes] = {}
        self._behind: dict[int, bytes] = {}
        self._tail = b""
        self._removed: dict[str, str | None] = {}
        self.emptied: set[int] = set()
        """Rows from which blocks were removed: the numbers of those that are left are no longer the index's."""

    def draft(self) -> Draft:
        """The draft with the changes; the very same one where there are none."""
        self._relink()
        lines = dict(self._lines)
        for row, new in self._behind.items():
            lines[row] = ended(self.line(row)) + new
        lines = {row: line for row, line in lines.items() if line != self.index.raw(row)}
        after = self._before.replaced(lines) if lines else self._before
        return after.appended(self._tail) if self._tail else after

    def line(self, row: int) -> bytes:
        """The bytes of ROW, as changed so far; none of a row that was removed."""
        return self._lines[row] if row in self._lines else self.index.raw(row)

    def change(self, row: int, edit: Callable[..., bytes], *arguments: object) -> None:
        """Make EDIT, with ARGUMENTS, on the line of ROW; where it cannot be made the line stays as it is."""
        with contextlib.suppress(EditError):
            self._lines[row] = edit(self.line(row), *arguments)

    def drop(self, row: int) -> None:
        """Remove the bytes of ROW, and change nothing else."""
        self._lines[row] = b""

    def insert_behind(self, row: int, line: bytes) -> None:
        """Put LINE, with its newline, behind ROW and what was put there before."""
        self._behind[row] = self._behind.get(row, b"") + line

    def append(self, line: bytes) -> None:
        """Put LINE, with its newline, at the end of the file."""
        self._tail += line

    def remove(self, row: int) -> None:
        """Remove the record of ROW: what names it as its parent, or as its leaf, names its parent then.

        One that a compact boundary keeps stays: its compactMetadata names every record of a stretch.
        """
        record = self.index.record(row) or {}
        uuid, parent = record.get("uuid"), record.get("parentUuid")
        if not isinstance(uuid, str) or self.index.rows.get(uuid) != row:
            self.drop(row)
        elif not any(uuid in repr(metadata) for metadata in self._metadata):
            self.drop(row)
            self._removed[uuid] = parent if isinstance(parent, str) and parent != uuid else None

    @cached_property
    def ground(self) -> Ground:
        """What a resume makes of the draft without the changes."""
        return Ground(self.index)

    @cached_property
    def graph(self) -> Graph:
        """The links without the changes."""
        return Graph(self.index)

    @cached_property
    def tops(self) -> Tops:
        """What is above what, with the changes that repairs of links told it."""
        return Tops(self.graph.up)

    def _relink(self) -> None:
        """Let what names a removed record name the nearest one above it that is there."""
        index = self.index
        gone = {row for uuid, row in index.rows.items() if uuid in self._removed}
        if not gone:
            return
        for row, parent in enumerate(index.parent):
            if parent in gone:
                self._rename(row, "parentUuid")
        for row, uuid in index.last_prompts:
            if uuid in self._removed:
                self._rename(row, "leafUuid")
        for row in self._boundaries:
            self._rename(row, "logicalParentUuid")

    def _rename(self, row: int, key: str) -> None:
        """Exchange the removed record that KEY of ROW names."""
        before = uuid = (self.index.record(row) or {}).get(key)
        while isinstance(uuid, str) and uuid in self._removed:
            uuid = self._removed[uuid]
        if uuid != before and self.line(row):
            self.change(row, with_value, key, uuid)

    @cached_property
    def _boundaries(self) -> list[int]:
        return [row for row, kind in enumerate(self.index.kind) if self.graph.kinds.boundary[kind]]

    @cached_property
    def _metadata(self) -> list[JSON]:
        return [(self.index.record(row) or {}).get("compactMetadata") for row in self._boundaries]

    @cached_property
    def lines_of_message(self) -> dict[int, list[int]]:
        """The rows of each API message, by its number."""
        rows: dict[int, list[int]] = {}
        for row, number in enumerate(self.index.message):
            rows.setdefault(number, []).append(row)
        return rows

    def records(self, rows: Iterable[int]) -> list[tuple[int, dict[str, JSON]]]:
        """(row, record) of those of ROWS that are records."""
        found = ((row, self.index.record(row)) for row in rows)
        return [(row, record) for row, record in found if record is not None]


def ended(line: bytes) -> bytes:
    """LINE with a newline at its end, unless there is nothing in it."""
    return line if not line or line.endswith(b"\n") else line + b"\n"
