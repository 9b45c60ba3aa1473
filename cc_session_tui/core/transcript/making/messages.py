"""Entries for the content blocks of user and assistant messages, tool calls aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import Object, content_of, image_facts, indented, items, members, string
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.entries import Image, Text
from cc_session_tui.core.transcript.making.systems import command_said
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.peeks import texts_at
from cc_session_tui.core.transcript.texts import (
    TextKind,
    kind_of_text,
    label_of_notification,
    notification_of,
    take_apart,
)

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.making.common import Common
    from cc_session_tui.core.transcript.reading import Reading

TYPED_WHILE_WORKING: Final = "typed while working"
RETRY: Final = "retry"
API_ERROR: Final = "API error"
INTERRUPTED: Final = "interrupted"
_RETRY_WITHIN: Final = 500
"""How many rows before a prompt its first try is looked for."""


def text_in(reading: Reading, row: int, number: int, record: Object) -> str:
    """The text of block NUMBER of RECORD, or of the queued prompt that it holds."""
    content = _content(reading, row, record)
    block = members(content[max(number, 0)]) if max(number, 0) < len(content) else {}
    return string(block.get("text"))


def prompt(reading: Reading, common: Common, number: int, record: Object) -> Text:
    """A prompt: the text of block NUMBER without what was injected into it, and the pictures beside it."""
    row = common["rows"][0]
    text = take_apart(text_in(reading, row, number, record)).text
    images = images_of(reading, row, record) if _is_first_prompt(reading, row, number) else ()
    return Text(**common, text=text, label=_prompt_label(reading, row, record, text), images=images)


def images_of(reading: Reading, row: int, record: Object, number: int = -1) -> tuple[Image, ...]:
    """The pictures in RECORD's message; with NUMBER only the one in that block."""
    blocks = [members(item) for item in _content(reading, row, record)]
    chosen = blocks if number < 0 else blocks[number : number + 1]
    return tuple(Image(*image_facts(block), row) for block in chosen if block.get("type") == "image")


def reply(reading: Reading, common: Common, number: int, record: Object) -> Text:
    """A text of the assistant; the client's note of an API error stands in its place."""
    row = common["rows"][0]
    failed = bool(reading.index.flags[row] & Flag.API_ERROR)
    usage = reading.usage(row)
    text = text_in(reading, row, number, record)
    label = API_ERROR if failed else ""
    return Text(**common, text=text, label=label, is_error=failed, model=usage.model, tokens=usage.tokens)


def thinking(reading: Reading, common: Common, number: int, record: Object) -> Text:
    """Thinking; its text may be withheld (redacted) or not stored (only its signature)."""
    content = content_of(record)
    block = members(content[number]) if number < len(content) else {}
    text = string(block.get("thinking"))
    redacted = block.get("type") == "redacted_thinking"
    label = "redacted" if redacted else "" if text.strip() else "text not stored"
    usage = reading.usage(common["rows"][0])
    signed = redacted or bool(block.get("signature"))
    return Text(**common, text=text, label=label, signed=signed, model=usage.model, tokens=usage.tokens)


def command(reading: Reading, common: Common, number: int, record: Object) -> Text:
    """A command's echo or its output, in a user record."""
    said = command_said(take_apart(text_in(reading, common["rows"][0], number, record)).text)
    return Text(**common, text=said.text, label=said.label, is_error=said.is_error)


def notice(reading: Reading, common: Common, number: int, record: Object) -> Text:
    """An interruption, the news of a task, or a text that says nothing."""
    text = take_apart(text_in(reading, common["rows"][0], number, record)).text
    match kind_of_text(text):
        case TextKind.INTERRUPT:
            return Text(**common, text=text.strip(), label=INTERRUPTED)
        case TextKind.NOTIFICATION:
            return Text(**common, text=notification_of(text), label=label_of_notification(text))
        case _:
            return _empty(common, record, text)


def image(reading: Reading, common: Common, number: int, record: Object) -> Text:
    """A picture that stands beside no prompt."""
    return Text(**common, text="", images=images_of(reading, common["rows"][0], record, max(number, 0)))


def _empty(common: Common, record: Object, text: str) -> Text:
    """A message in which nothing is said, or whose content is none."""
    message = record.get("message")
    content = members(message).get("content")
    if message is not None and not isinstance(message, dict):
        return Text(**common, text=indented(message), label="not a message")
    if content is not None and not isinstance(content, str | list):
        return Text(**common, text=indented(content), label="not a message's content")
    label = "no message" if message is None and "attachment" not in record else "empty text"
    return Text(**common, text=text, label=label)


def _content(reading: Reading, row: int, record: Object) -> list[JSON]:
    """The content blocks of RECORD's message, or of the queued prompt that it holds."""
    if reading.shape(row) is not Shape.QUEUED:
        return content_of(record)
    queued = members(record.get("attachment")).get("prompt")
    return [{"type": "text", "text": queued}] if isinstance(queued, str) else items(queued)


def _is_first_prompt(reading: Reading, row: int, number: int) -> bool:
    """Whether no block before NUMBER is a prompt too."""
    before = enumerate(reading.index.blocks(row)[: max(number, 0)])
    return not any(b.type == "text" and reading.text_kind(row, i) is TextKind.PROMPT for i, b in before)


def _prompt_label(reading: Reading, row: int, record: Object, text: str) -> str:
    if reading.shape(row) is Shape.QUEUED:
        return TYPED_WHILE_WORKING
    if _is_retry(reading, row, text):
        return RETRY
    origin = string(members(record.get("origin")).get("kind"))
    return "" if origin == "human" else origin


def _is_retry(reading: Reading, row: int, text: str) -> bool:
    """Whether the prompt before this one has the same text and either the same parent or an API error after it."""
    index = reading.index
    failed = False
    for before in range(row - 1, max(row - _RETRY_WITHIN, 0) - 1, -1):
        if reading.is_prompt(before):
            sibling = index.parent[before] == index.parent[row]
            return (failed or sibling) and _prompt_text(reading, before) == text
        failed = failed or bool(index.flags[before] & Flag.API_ERROR) or index.kind_of(before) == "system/api_error"
    return False


def _prompt_text(reading: Reading, row: int) -> str:
    texts = (take_apart(text).text for text in texts_at(reading.index, row) if text)
    return next((text for text in texts if kind_of_text(text) is TextKind.PROMPT), "")
