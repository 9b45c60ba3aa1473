"""Entries for what is injected, hooks and session-level records: one record readable, or a run of them folded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import Object, block_of, document_text, indented, string
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.entries import Part, Run
from cc_session_tui.core.transcript.layout import INJECTED, Item
from cc_session_tui.core.transcript.making.attachments import attachment_said
from cc_session_tui.core.transcript.making.common import Said
from cc_session_tui.core.transcript.making.messages import text_in
from cc_session_tui.core.transcript.making.states import state_said
from cc_session_tui.core.transcript.making.systems import progress_said, system_said
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.texts import TextKind, take_apart, unwrapped

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.making.common import Common
    from cc_session_tui.core.transcript.reading import Reading

_READERS: Final = {
    "attachment": attachment_said,
    "system": system_said,
    "progress": progress_said,
}


def run_of_one(reading: Reading, common: Common, item: Item, record: Object) -> Run:
    """One injected part, hook or session-level record, with what it says."""
    said = said_at(reading, item, record)
    part = Part(said.label, item.row, common["size"])
    return Run(**common, parts=(part,), text=said.text, label=said.label, is_error=said.is_error)


def run(reading: Reading, common: Common, items: tuple[Item, ...]) -> Run:
    """Several of them folded; nothing is decoded."""
    parts = tuple(_part(reading, item) for item in items)
    progress = all(reading.nature(item.row).type == "progress" for item in items)
    return Run(**common, parts=parts, label="progress" if progress else "")


def said_at(reading: Reading, item: Item, record: Object) -> Said:
    """What ITEM says, RECORD being its record."""
    nature = reading.nature(item.row)
    if nature.shape is not Shape.WHOLE:
        return _said_in_message(reading, item, record)
    return _READERS.get(nature.type, state_said)(record)


def _said_in_message(reading: Reading, item: Item, record: Object) -> Said:
    row, number = item
    if number <= INJECTED:
        injected = take_apart(text_in(reading, row, INJECTED - number, record)).injected
        tags = dict.fromkeys(tag for tag, _ in injected)
        return Said("\n\n".join(body for _, body in injected), ", ".join(tags))
    block = block_of(record, number)
    if block.get("type") == "document":
        return Said(document_text(block), f"document {string(block.get('title'))}".strip())
    text = text_in(reading, row, number, record)
    return Said(_without_tags(text) if text else indented(block), _label_of_text(reading, row, number, text))


def _without_tags(text: str) -> str:
    start, end = "<local-command-caveat>", "</local-command-caveat>"
    text = text.strip()
    return text[len(start) : -len(end)] if text.startswith(start) and text.endswith(end) else unwrapped(text)


def _label_of_text(reading: Reading, row: int, number: int, text: str) -> str:
    tags = dict.fromkeys(tag for tag, _ in take_apart(text).injected)
    if tags:
        return ", ".join(tags)
    is_caveat = reading.text_kind(row, number) is TextKind.CAVEAT or "-command-caveat>" in text[:40]
    return "caveat" if is_caveat else "meta"


def _part(reading: Reading, item: Item) -> Part:
    row, number = item
    size = reading.index.length[row]
    nature = reading.nature(row)
    if number <= INJECTED:
        return Part("reminder", row, 0)
    if nature.shape is Shape.WHOLE:
        return Part(nature.label, row, size)
    if reading.index.flags[row] & Flag.META:
        return Part("meta", row, size)
    kind = reading.text_kind(row, number)
    return Part("caveat" if kind is TextKind.CAVEAT else "reminder", row, size)
