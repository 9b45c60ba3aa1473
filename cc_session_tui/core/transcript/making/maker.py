"""An entry from the records that it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import Object, string
from cc_session_tui.core.transcript.entries import Entry, Kind, Speaker, Text
from cc_session_tui.core.transcript.making import messages, runs, structure, tools
from cc_session_tui.core.transcript.making.systems import command_said, system_said
from cc_session_tui.core.transcript.natures import Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.transcript.layout import Item
    from cc_session_tui.core.transcript.making.common import Common
    from cc_session_tui.core.transcript.reading import Reading

    Maker = Callable[[Reading, Common, int, Object], Entry]

_IN_MESSAGES: Final[dict[Kind, Maker]] = {
    Kind.PROMPT: messages.prompt,
    Kind.REPLY: messages.reply,
    Kind.THINKING: messages.thinking,
    Kind.COMMAND: messages.command,
    Kind.SYSTEM: messages.notice,
    Kind.IMAGE: messages.image,
    Kind.TOOL_CALL: tools.tool_call,
    Kind.TOOL_RESULT: tools.tool_result,
}
_SPEAKERS: Final = {
    Kind.PROMPT: Speaker.USER,
    Kind.COMMAND: Speaker.USER,
    Kind.REPLY: Speaker.ASSISTANT,
    Kind.THINKING: Speaker.ASSISTANT,
    Kind.TOOL_CALL: Speaker.ASSISTANT,
}


def speaker_of(reading: Reading, kind: Kind, row: int) -> Speaker:
    """Who speaks in an entry of KIND anchored on ROW."""
    if kind is Kind.IMAGE:
        return Speaker.ASSISTANT if reading.shape(row) is Shape.ASSISTANT else Speaker.USER
    return _SPEAKERS.get(kind, Speaker.NONE)


def make(reading: Reading, common: Common, items: tuple[Item, ...]) -> Entry:
    """The entry that shows ITEMS; not for what stands between records."""
    if common["kind"] is Kind.COMPACTION:
        return structure.compaction(reading, common)
    if len(items) > 1:
        return runs.run(reading, common, items)
    row, block = items[0]
    record = reading.record(row)
    common["time"] = string(record.get("timestamp"))
    if not record:
        common["kind"] = Kind.DAMAGED
    if common["kind"] in (Kind.UNKNOWN, Kind.DAMAGED):
        return structure.raw(reading, common, block, record)
    return _make_one(reading, common, items[0], record)


def _make_one(reading: Reading, common: Common, item: Item, record: Object) -> Entry:
    nature, kind = reading.nature(item.row), common["kind"]
    if nature.shape is Shape.WHOLE and nature.type == "system" and kind is not Kind.HOOK:
        content = string(record.get("content"))
        said = command_said(content) if kind is Kind.COMMAND else system_said(record)
        return Text(**common, text=said.text, label=said.label, is_error=said.is_error)
    if nature.shape is Shape.WHOLE or kind not in _IN_MESSAGES:
        return runs.run_of_one(reading, common, item, record)
    return _IN_MESSAGES[kind](reading, common, item.block, record)
