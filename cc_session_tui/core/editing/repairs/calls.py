"""Repairs of tool calls: a result for each call, a call for each result, and one id for each."""

from __future__ import annotations

import uuid
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.records import serialize_line
from cc_session_tui.core.editing.repairs.contents import remove_blocks
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.format.blocks import content_of, members, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.repairs.changes import Changes
    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.lines import JSON

NO_RESULT: Final = "[no tool result recorded]"
"""What the result says that stands in for a missing one."""
_ENVELOPE: Final = ("userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug", "agentId")
_NAMESPACE: Final = uuid.UUID("6f0c8a0e-5a37-4f0b-9c55-0d4c7d1f9a10")


def answer(changes: Changes, finding: Finding) -> None:
    """Put an error result behind each line with calls that have none; it hangs below that line."""
    for row, record in changes.records(finding.rows):
        missing = [id_ for id_, call in _calls(changes, row, record) if changes.index.calls.result[call] < 0]
        if missing:
            changes.insert_behind(row, serialize_line(_result_record(record, missing)))


def remove_results(changes: Changes, finding: Finding) -> None:
    """Remove results without a call."""
    calls = changes.index.calls

    def is_orphan(block: JSON) -> bool:
        id_ = string(members(block).get("tool_use_id"))
        return members(block).get("type") == "tool_result" and calls.use[calls.numbers.get(id_, -1)] < 0

    for row in finding.rows:
        remove_blocks(changes, row, is_orphan)


def rename(changes: Changes, finding: Finding) -> None:
    """Give each call but the first an id of its own, and its result the same: the one that hangs below its line."""
    calls = changes.index.calls
    for row, record in changes.records(finding.rows[1:]):
        for id_, call in _calls(changes, row, record):
            if calls.use[call] != row and call in calls.repeated:
                _rename(changes, row, id_, f"toolu_{_token(record.get('uuid'), id_)}")


def _rename(changes: Changes, row: int, old: str, new: str) -> None:
    _set_ids(changes, row, ("id", old), new)
    if (result := _result_of(changes, row, old)) >= 0:
        _set_ids(changes, result, ("tool_use_id", old), new)


def _result_of(changes: Changes, row: int, id_: str) -> int:
    """The row of the result for the call ID_ on ROW, one of several: below its line, or else behind it in the file."""
    index = changes.index
    call = index.calls.numbers[id_]
    again = index.calls.repeated[call]
    uses = {index.calls.use[call], *(other for other, is_use in again if is_use)}
    results = [r for r in (index.calls.result[call], *(r for r, is_use in again if not is_use)) if r >= 0]
    below = [r for r in results if index.parent[r] == row]
    behind = [r for r in results if r > row and index.parent[r] not in uses]
    return next(iter(below + behind), -1)


def _set_ids(changes: Changes, row: int, old: tuple[str, str], new: str) -> None:
    """Exchange the id OLD, (key, id), in the blocks of ROW for NEW."""
    key, id_ = old
    for number, block in enumerate(content_of(changes.index.record(row) or {})):
        if members(block).get(key) == id_:
            changes.change(row, with_value, ("message", "content", number, key), new)


def _calls(changes: Changes, row: int, record: Object) -> Iterator[tuple[str, int]]:
    """(id, number of the call) of each tool_use in RECORD, which is at ROW."""
    for found, block in zip(changes.index.blocks(row), content_of(record), strict=False):
        if found.type == "tool_use" and found.call >= 0:
            yield string(members(block).get("id")), found.call


def _result_record(use: Object, ids: list[str]) -> Object:
    """A user record with an error result for each of IDS, calls of the record USE."""
    results: list[JSON] = [
        {"type": "tool_result", "content": NO_RESULT, "is_error": True, "tool_use_id": id_} for id_ in ids
    ]
    return {
        "parentUuid": use.get("uuid"),
        "isSidechain": use.get("isSidechain") is True,
        "type": "user",
        "message": {"role": "user", "content": results},
        "uuid": str(uuid.uuid5(_NAMESPACE, f"{use.get('uuid')} {ids}")),
        "timestamp": use.get("timestamp"),
        "toolUseResult": f"Error: {NO_RESULT}",
        "sourceToolAssistantUUID": use.get("uuid"),
        **{key: use[key] for key in _ENVELOPE if key in use},
    }


def _token(*parts: JSON) -> str:
    return blake2b(repr(parts).encode("utf-8", "replace"), digest_size=12).hexdigest()
