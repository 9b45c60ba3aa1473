"""The text of an entry, to be searched and copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.format.blocks import indented, string
from cc_session_tui.core.transcript.entries import Compaction, Entry, ForkPoint, Raw, Run, Text, ToolCall
from cc_session_tui.core.transcript.making.common import facts, lines
from cc_session_tui.core.transcript.making.runs import said_at

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.layout import Item
    from cc_session_tui.core.transcript.reading import Reading


def plain_text(reading: Reading, entry: Entry, items: tuple[Item, ...]) -> str:
    """What ENTRY says, as text; ITEMS are what it shows."""
    if isinstance(entry, Run) and len(items) > 1:
        return "\n\n".join(_part_text(reading, item) for item in items)
    return _text_of(entry)


def _text_of(entry: Entry) -> str:
    match entry:
        case Text() | Run():
            text = entry.text
        case ToolCall():
            text = lines(entry.name, input_text(entry.input), entry.result.text if entry.result else "")
        case Compaction():
            text = entry.summary
        case ForkPoint():
            text = lines(*(branch.title for branch in entry.branches))
        case Raw():
            text = indented(entry.record) if entry.record else entry.data.decode("utf-8", "replace")
        case _:
            text = ""
    return text


def input_text(value: JSON) -> str:
    """A tool's input: a line for each field."""
    return facts(value) if isinstance(value, dict) else "" if value is None else string(value) or indented(value)


def _part_text(reading: Reading, item: Item) -> str:
    said = said_at(reading, item, reading.record(item.row))
    return lines(said.label, said.text)
