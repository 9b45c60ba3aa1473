"""Records from text and files, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cc_session_tui.core.editing.records import escaped, serialize_line
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource, FileSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.core.format.lines import JSON


def parse_jsonl(content: str | bytes) -> list[Record]:
    """The records in CONTENT, the lines of a session file. Blank and damaged lines are not among them."""
    data = content if isinstance(content, bytes) else escaped(content).encode()
    return _records(Index.of(BytesSource(data)))


def parse_jsonl_file(path: str | Path) -> list[Record]:
    """The records in the file PATH. Blank and damaged lines are not among them.

    Raises:
        ReadError: it cannot be read.
    """
    return _records(Index.of(FileSource(Path(path))))


def serialize_jsonl(records: Iterable[Mapping[str, JSON]]) -> str:
    """RECORDS as the lines of a session file.

    Raises:
        EditError: one holds what JSON cannot hold.
    """
    return b"".join(map(serialize_line, records)).decode()


def _records(index: Index) -> list[Record]:
    found = (index.record(row) for row in range(len(index)))
    return [record for record in found if record is not None]
