"""New parents for the children of records that go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.editing.splice import with_key, with_value
from cc_session_tui.core.format.index import DANGLING, NO_PARENT
from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.format.records import decode_head
from cc_session_tui.core.format.rows import REFUSED

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from cc_session_tui.core.format.index import Index

_KEY: Final = b'"parentUuid":'


def orphans(index: Index, gone: Container[int]) -> list[int]:
    """Rows that stay, and whose parent is among those GONE."""
    return [row for row, parent in enumerate(index.parent) if parent >= 0 and parent in gone and row not in gone]


def uuids_of(index: Index, rows: Iterable[int]) -> dict[int, str]:
    """The uuids of ROWS that have one and are not superseded, without reading the file."""
    wanted = set(rows)
    return {row: uuid for uuid, row in index.rows.items() if row in wanted}


def row_above(index: Index, row: int, gone: Container[int]) -> int:
    """The nearest record above ROW that is not GONE; NO_PARENT where ROW becomes a root.

    Through a compact boundary that goes, that is the record before the compaction. Where a parent is missing in the
    file it is -3 less the row that misses it, see `kept_above`.
    """
    for _ in range(len(index)):
        above = index.parent[row]
        if above == DANGLING:
            return DANGLING - 1 - row
        if above == NO_PARENT and index.kind_of(row) == BOUNDARY:
            above = _before_compaction(index, row)
        if above < 0 or above not in gone:
            return above
        row = above
    return NO_PARENT


def kept_above(index: Index, row: int, gone: Container[int]) -> str | None:
    """The uuid of the nearest record above ROW that is not GONE; None where ROW becomes a root.

    A parent that is not in the file stays named.
    """
    above = row_above(index, row, gone)
    if above < DANGLING:
        return index.dangling[DANGLING - 1 - above]
    return index.uuid_of(above) if above >= 0 else None


def hung_above(index: Index, gone: set[int], lines: dict[int, bytes]) -> dict[int, bytes]:
    """New bytes for the rows whose parent is GONE: each hangs below the nearest record that stays.

    LINES has what is changed of them already.
    """
    rows = orphans(index, gone)
    above = {row: row_above(index, row, gone) for row in rows}
    uuids = uuids_of(index, [*above.values(), *(index.parent[row] for row in rows)])
    changed = {}
    for row, parent in above.items():
        name = index.dangling[DANGLING - 1 - parent] if parent < DANGLING else uuids.get(parent)
        changed[row] = relinked(lines.get(row) or index.raw(row), uuids.get(index.parent[row], ""), name)
    return changed


def relinked(line: bytes, parent: str, above: str | None) -> bytes:
    """LINE, a record below PARENT, hung below ABOVE; every other byte as it was.

    Raises:
        EditError: it cannot be done.
    """
    old = _KEY + json.dumps(parent).encode()
    if line.count(old) == 1:
        changed = line.replace(old, _KEY + json.dumps(above).encode())
        if _parent_of(changed) == (above,):  # then the one place that was exchanged is the record's own
            return changed
    return with_value(line, "parentUuid", above)


def hung_below(line: bytes, parent: str | None) -> bytes:
    """LINE, a record, hung below PARENT, whatever it hung below.

    Raises:
        EditError: it cannot be done.
    """
    record = loads(line)
    has_key = isinstance(record, dict) and "parentUuid" in record
    return with_value(line, "parentUuid", parent) if has_key else with_key(line, "parentUuid", parent)


def _before_compaction(index: Index, boundary: int) -> int:
    """The record that BOUNDARY names as the one before it; NO_PARENT where that hangs below it, as in a fork's file."""
    uuid = (index.record(boundary) or {}).get("logicalParentUuid")
    before = row = index.rows.get(uuid, NO_PARENT) if isinstance(uuid, str) else NO_PARENT
    for _ in range(len(index)):
        if row == boundary:
            return NO_PARENT
        if row < 0:
            break
        row = index.parent[row]
    return before


def _parent_of(line: bytes) -> tuple[str | None] | None:
    try:
        return (decode_head(line).parent_uuid,)
    except REFUSED:
        return None
