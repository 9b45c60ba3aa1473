"""A whole record rewritten by what a person made of it, or hung elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.editing.edits.contents import SIGNED, SIGNED_NOTE, content_of, is_signed
from cc_session_tui.core.editing.edits.edited import Edited, differing, edited
from cc_session_tui.core.editing.edits.links import hung_below
from cc_session_tui.core.editing.edits.together import below
from cc_session_tui.core.editing.records import serialize_line
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

    Path = tuple[str | int, ...]


def replace_record(draft: Draft, row: int, record: Mapping[str, JSON], *, new_uuid: bool = False) -> Edited:
    """DRAFT with RECORD at ROW; of a record of the same fields only the values that differ change their bytes.

    The session's id stays, and so does the uuid, unless NEW_UUID allows another one: what names the old one names it.

    Raises:
        EditError: RECORD cannot stand there.
    """
    index = draft.index
    old = index.record(row)
    if old is None:
        raise EditError("the line is no record")
    _check(index, row, old, record, new_uuid=new_uuid)
    lines = {row: _spliced(index.raw(row), old, dict(record))}
    if record.get("uuid") != old.get("uuid"):
        lines |= _renamed(index, row, str(old.get("uuid")), str(record.get("uuid")))
    notes = (SIGNED_NOTE,) if record.get("message") != old.get("message") and is_signed(index, row) else ()
    return edited(draft, differing(index, lines), notes)


def relink(draft: Draft, row: int, parent: str | None) -> Edited:
    """DRAFT with ROW below the record PARENT; None makes it a root.

    Raises:
        EditError: there is no such record, it hangs below ROW, or ROW is no link.
    """
    index = draft.index
    if not Graph(index).held[row]:
        raise EditError("the record is no link of a conversation: it hangs nowhere")
    _check_parent(index, row, parent)
    return edited(draft, differing(index, {row: hung_below(index.raw(row), parent)}))


def _check(index: Index, row: int, old: Record, new: Mapping[str, JSON], *, new_uuid: bool) -> None:
    for key, may_change in (("uuid", new_uuid), ("sessionId", False)):
        if new.get(key) != old.get(key) and not may_change:
            raise EditError(f"the record's {key} has to stay {old.get(key)!r}")
    if not isinstance(new.get("type"), str) or not new["type"]:
        raise EditError("a record needs a type")
    identity = new.get("uuid")
    if identity != old.get("uuid") and (not isinstance(identity, str) or not identity or identity in index.rows):
        raise EditError("the new uuid is no text, or is there already")
    if new.get("parentUuid") != old.get("parentUuid"):
        parent = new.get("parentUuid")
        if parent is not None and not isinstance(parent, str):
            raise EditError("a parentUuid is a uuid, or null")
        _check_parent(index, row, parent)
    _check_thinking(old, new)


def _check_parent(index: Index, row: int, parent: str | None) -> None:
    if parent is not None and parent not in index.rows:
        raise EditError(f"there is no record {parent} to hang below")
    if parent is not None and index.rows[parent] in below(index, [row]):
        raise EditError("the record cannot hang below itself")


def _check_thinking(old: Record, new: Mapping[str, JSON]) -> None:
    """Raise EditError where NEW has signed thinking that OLD has not."""
    known = [block for block in content_of(old) if block.get("type") in SIGNED]
    for block in content_of(new):
        if block.get("type") in SIGNED and block not in known:
            raise EditError("signed thinking cannot be altered, only dropped whole")


def _renamed(index: Index, row: int, old: str, new: str) -> dict[int, bytes]:
    """New bytes for the rows but ROW that name the record OLD: they name NEW then."""
    before, after = f'"{old}"'.encode(), f'"{new}"'.encode()
    lines = {other: index.raw(other) for other in range(len(index)) if other != row}
    return {other: line.replace(before, after) for other, line in lines.items() if before in line}


def _spliced(line: bytes, old: Record, new: Record) -> bytes:
    """LINE, which reads as OLD, with the values of NEW; written anew where the fields are not the same."""
    try:
        for path, value in _differences(old, new, ()):
            line = with_value(line, path, value)
    except _OtherFields:
        return serialize_line(new)
    return line


class _OtherFields(Exception):
    """The top of a record has other fields than it had."""


def _differences(old: JSON, new: JSON, path: Path) -> list[tuple[Path, JSON]]:
    """Where NEW, at PATH, differs from OLD, and what stands there.

    Raises:
        _OtherFields: at the top of the record.
    """
    if repr(old) == repr(new):
        return []
    if isinstance(old, dict) and isinstance(new, dict) and list(old) == list(new):
        return [found for key in old for found in _differences(old[key], new[key], (*path, key))]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [found for number, (a, b) in pairs for found in _differences(a, b, (*path, number))]
    if not path:
        raise _OtherFields
    return [(path, new)]
