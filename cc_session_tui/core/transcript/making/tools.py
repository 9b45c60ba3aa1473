"""Entries for tool calls: a tool_use with its tool_result, or a result alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.format.blocks import Object, block_of, content_of, images_in, members, result_text, string
from cc_session_tui.core.transcript.entries import Image, Result, ToolCall

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.making.common import Common
    from cc_session_tui.core.transcript.reading import Reading


def tool_call(reading: Reading, common: Common, number: int, record: Object) -> ToolCall:
    """The tool_use in block NUMBER of RECORD, with its result wherever that stands."""
    row = common["rows"][0]
    block = block_of(record, number)
    identity = string(block.get("id"))
    call = call_at(reading, row, number)
    usage = reading.usage(row)
    return ToolCall(
        **common,
        name=string(block.get("name")),
        input=block.get("input"),
        identity=identity,
        result=_result(reading, reading.pairs.result_of(row, call), identity),
        repeated=call >= 0 and len(reading.pairs.uses(call)) > 1,
        model=usage.model,
        tokens=usage.tokens,
    )


def tool_result(reading: Reading, common: Common, number: int, record: Object) -> ToolCall:
    """The tool_result in block NUMBER of RECORD as an entry of its own; named by its tool_use where there is one."""
    row = common["rows"][0]
    block = block_of(record, number)
    identity = string(block.get("tool_use_id"))
    call = call_at(reading, row, number)
    use = reading.pairs.use_of(row, call)
    if use < 0 and call >= 0:
        use = next(iter(reading.pairs.uses(call)), -1)
    return ToolCall(
        **common,
        name=_name(reading, use, identity),
        input=None,
        identity=identity,
        result=result_in(row, block, record),
        repeated=call >= 0 and len(reading.pairs.uses(call)) > 1,
    )


def call_at(reading: Reading, row: int, number: int) -> int:
    """The number of the tool call in block NUMBER of ROW; -1 where there is none."""
    blocks = reading.index.blocks(row)
    return blocks[number].call if 0 <= number < len(blocks) else -1


def result_in(row: int, block: Object, record: Object) -> Result:
    """What the tool_result BLOCK of RECORD gives back."""
    return Result(
        row=row,
        text=result_text(block),
        is_error=block.get("is_error") is True,
        images=tuple(Image(*facts, row) for facts in images_in(block.get("content"))),
        data=record.get("toolUseResult"),
        time=string(record.get("timestamp")),
    )


def _result(reading: Reading, row: int, identity: str) -> Result | None:
    if row < 0:
        return None
    record = reading.record(row)
    for item in content_of(record):
        block = members(item)
        if block.get("type") == "tool_result" and block.get("tool_use_id") == identity:
            return result_in(row, block, record)
    return None


def _name(reading: Reading, use: int, identity: str) -> str:
    if use < 0:
        return ""
    blocks = [members(item) for item in content_of(reading.record(use))]
    return next((string(block.get("name")) for block in blocks if block.get("id") == identity), "")
