"""What else names a record that goes: last prompts, summaries, snapshots, compactions. Each is settled on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.editing.edits.links import kept_above
from cc_session_tui.core.editing.splice import with_value, without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

_SNAPSHOTS: Final = ("file-history-snapshot", "file-history-delta")
_NAMING: Final = frozenset({"last-prompt", "summary", *_SNAPSHOTS, BOUNDARY})
_SEGMENT: Final = ("compactMetadata", "preservedSegment")
_MESSAGES: Final = ("compactMetadata", "preservedMessages")


def settled(index: Index, gone: set[int]) -> dict[int, bytes]:
    """New bytes for the rows that stay and name a record that is GONE; b"" where such a row has to go too.

    A last-prompt and a summary name the nearest record above that stays, and go where there is none. Snapshots go with
    their prompt. A compaction keeps what is left of what it preserved.
    """
    names = {uuid: row for uuid, row in index.rows.items() if row in gone}
    changed: dict[int, bytes] = {}
    kinds = [kind if kind == BOUNDARY else kind.partition("/")[0] for kind in index.kinds]
    naming = [kind in _NAMING for kind in kinds]
    prompts = dict(index.last_prompts)
    for row in [row for row, number in enumerate(index.kind) if naming[number] and row not in gone]:
        kind = kinds[index.kind[row]]
        if kind == "last-prompt":
            changed.update(_leaf(index, row, prompts.get(row), names, gone))
        elif kind == "summary":
            changed.update(_leaf(index, row, (index.record(row) or {}).get("leafUuid"), names, gone))
        elif kind in _SNAPSHOTS:
            changed.update(_snapshot(index, row, names))
        else:
            changed.update(_boundary(index, row, names, gone))
    return changed


def _leaf(index: Index, row: int, leaf: JSON, names: dict[str, int], gone: set[int]) -> dict[int, bytes]:
    if not isinstance(leaf, str) or leaf not in names:
        return {}
    above = kept_above(index, names[leaf], gone)
    return {row: with_value(index.raw(row), "leafUuid", above) if above else b""}


def _snapshot(index: Index, row: int, names: dict[str, int]) -> dict[int, bytes]:
    record = index.record(row) or {}
    prompts = (record.get("messageId"), record.get("snapshotMessageId"))
    return {row: b""} if any(_names(prompt, names) for prompt in prompts) else {}


def _names(value: JSON, names: dict[str, int]) -> bool:
    """Whether VALUE, which may be anything, is one of NAMES."""
    return isinstance(value, str) and value in names


def _boundary(index: Index, row: int, names: dict[str, int], gone: set[int]) -> dict[int, bytes]:
    record = index.record(row) or {}
    line = index.raw(row)
    logical = record.get("logicalParentUuid")
    if isinstance(logical, str) and logical in names:
        line = with_value(line, "logicalParentUuid", kept_above(index, names[logical], gone))
    line = _with_segment(index, line, record, names, gone)
    line = _with_messages(line, record, names)
    return {row: line} if line != index.raw(row) else {}


def _with_segment(index: Index, line: bytes, record: dict[str, JSON], names: dict[str, int], gone: set[int]) -> bytes:
    """LINE with the ends of its preservedSegment moved to records that stay; without it where none does."""
    segment = _at(record, _SEGMENT)
    if not isinstance(segment, dict) or not any(_names(value, names) for value in segment.values()):
        return line
    rows = list(_segment_rows(index, segment))
    left = [row for row in rows if row not in gone]
    if not left or _names(segment.get("anchorUuid"), names):
        return without(line, _SEGMENT)
    line = with_value(line, (*_SEGMENT, "headUuid"), index.uuid_of(left[0]))
    return with_value(line, (*_SEGMENT, "tailUuid"), index.uuid_of(left[-1]))


def _segment_rows(index: Index, segment: dict[str, JSON]) -> Iterator[int]:
    """The rows from the head of SEGMENT to its tail; only these two where they are not one chain."""
    head, tail = (index.rows.get(str(segment.get(key)), -1) for key in ("headUuid", "tailUuid"))
    path = []
    row = tail
    while row >= 0 and row not in path:
        path.append(row)
        if row == head:
            break
        row = index.parent[row]
    yield from reversed(path if head in path else [row for row in (tail, head) if row >= 0])


def _with_messages(line: bytes, record: dict[str, JSON], names: dict[str, int]) -> bytes:
    """LINE with the records that go taken out of every list of uuids in its preservedMessages."""
    messages = _at(record, _MESSAGES)
    lists = messages.items() if isinstance(messages, dict) else ()
    for key, value in lists:
        if isinstance(value, list) and any(_names(item, names) for item in value):
            line = with_value(line, (*_MESSAGES, key), [item for item in value if not _names(item, names)])
    return line


def _at(record: dict[str, JSON], path: tuple[str, ...]) -> JSON:
    value: JSON = record
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
