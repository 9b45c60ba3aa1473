"""New parents for the children of records that go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.format.index import DANGLING, NO_PARENT
from cc_session_tui.core.format.records import decode_head
from cc_session_tui.core.format.rows import REFUSED

if TYPE_CHECKING:
    from collections.abc import Container

    from cc_session_tui.core.format.index import Index


def orphans(index: Index, gone: Container[int]) -> list[int]:
    """Rows that stay, and whose parent is among those GONE."""
    return [row for row, parent in enumerate(index.parent) if parent >= 0 and parent in gone and row not in gone]


def kept_above(index: Index, row: int, gone: Container[int]) -> str | None:
    """The uuid of the nearest record above ROW that is not GONE; None where ROW becomes a root.

    Through a compact boundary that goes, that is the record before the compaction. A parent that is not in the file
    stays named.
    """
    for _ in range(len(index)):
        above = index.parent[row]
        if above == DANGLING:
            return index.dangling[row]
        if above == NO_PARENT:
            above = _before_compaction(index, row) if index.kind_of(row) == BOUNDARY else NO_PARENT
        if above < 0:
            return None
        if above not in gone:
            return index.uuid_of(above)
        row = above
    return None


def _before_compaction(index: Index, boundary: int) -> int:
    uuid = (index.record(boundary) or {}).get("logicalParentUuid")
    return index.rows.get(uuid, NO_PARENT) if isinstance(uuid, str) else NO_PARENT


def relinked(line: bytes, parent: str, above: str | None) -> bytes:
    """LINE, a record below PARENT, hung below ABOVE; every other byte as it was.

    Raises:
        EditError: it cannot be done.
    """
    old = b'"parentUuid":' + json.dumps(parent).encode()
    if line.count(old) == 1:
        changed = line.replace(old, b'"parentUuid":' + json.dumps(above).encode())
        if _parent_of(changed) == (above,):  # then the one place that was exchanged is the record's own
            return changed
    return with_value(line, "parentUuid", above)


def _parent_of(line: bytes) -> tuple[str | None] | None:
    try:
        return (decode_head(line).parent_uuid,)
    except REFUSED:
        return None
