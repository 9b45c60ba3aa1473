"""The text of a content block replaced by what a person wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.edits.contents import SIGNED_NOTE, content_of, is_signed
from cc_session_tui.core.editing.edits.edited import Edited, edited
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.lines import loads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.core.format.lines import JSON

    Path = tuple[str | int, ...]

_CONTENT: Final = ("message", "content")
_RESULT_NOTE: Final = "the client's own copy of the result (toolUseResult) still holds the old text"


def text_of(record: Record, block: int | None = None) -> tuple[int, str]:
    """The number and the text of content block BLOCK of RECORD; without BLOCK of the only one that has a text.

    Raises:
        EditError: there is none, or more than one.
    """
    content = content_of(record)
    texts = {number: text for number, item in enumerate(content) if (text := _text(item)) is not None}
    if block is not None and block not in texts:
        kind = content[block].get("type") if 0 <= block < len(content) else None
        raise EditError(
            f"{f'a block of type {kind} has' if kind else f'there is no block {block} with'} no text to edit"
        )
    if block is None and len(texts) != 1:
        raise EditError(
            f"{len(texts)} blocks of the record have a text: name one" if texts else "the record has no text"
        )
    number = block if block is not None else next(iter(texts))
    return number, texts[number]


def replace_text(draft: Draft, row: int, text: str, block: int | None = None) -> Edited:
    """DRAFT with TEXT in the user, assistant or tool_result block BLOCK of ROW (without it: its only text).

    Thinking is never altered, since a signature covers it. The images of a tool_result stay.

    Raises:
        EditError: ROW has no such text, or TEXT is blank.
    """
    index = draft.index
    record = index.record(row) or {}
    number, old = text_of(record, block)
    if not text.strip():
        raise EditError("a block needs text that is not blank: prune it instead")
    if text == old:
        return Edited(draft)
    path, value = _new_value(record, number, text)
    line = with_value(index.raw(row), path, value)
    notes = [SIGNED_NOTE] if is_signed(index, row) else []
    if content_of(record)[number].get("type") == "tool_result":
        line = _with_result(line, record.get("toolUseResult"), old, text)
        notes += [_RESULT_NOTE] if _holds(line, old.strip()) else []
    return edited(draft, {row: line}, tuple(notes))


def _text(block: Mapping[str, JSON]) -> str | None:
    """The text of BLOCK that may be edited; None where it has none."""
    value = block.get("text" if block.get("type") == "text" else "content")
    if block.get("type") not in {"text", "tool_result"}:
        return None
    if isinstance(value, list):
        return "\n".join(str(item.get("text", "")) for item in value if isinstance(item, dict) and "text" in item)
    return value if isinstance(value, str) else ""


def _new_value(record: Record, number: int, text: str) -> tuple[Path, JSON]:
    """Where TEXT goes, and as what."""
    message = record["message"]
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return _CONTENT, text
    block = content[number]
    if not isinstance(block, dict) or block.get("type") == "text":
        return (*_CONTENT, number, "text"), text
    items = block.get("content")
    if not isinstance(items, list):
        return (*_CONTENT, number, "content"), text
    others = [item for item in items if not (isinstance(item, dict) and item.get("type") == "text")]
    return (*_CONTENT, number, "content"), [{"type": "text", "text": text}, *others]


def _holds(line: bytes, text: str) -> bool:
    """Whether the toolUseResult of LINE, a record, holds TEXT."""
    record = loads(line)
    return bool(text) and isinstance(record, dict) and repr(text)[1:-1] in repr(record.get("toolUseResult"))


def _with_result(line: bytes, value: JSON, old: str, new: str, path: Path = ("toolUseResult",)) -> bytes:
    """LINE with NEW for each text in VALUE, its toolUseResult at PATH, that is OLD."""
    if isinstance(value, str):
        return with_value(line, path, new) if old.strip() and value.strip() == old.strip() else line
    items: Iterator[tuple[str | int, JSON]] = iter(())
    if isinstance(value, dict):
        items = iter(value.items())
    elif isinstance(value, list):
        items = iter(enumerate(value))
    for key, item in items:
        line = _with_result(line, item, old, new, (*path, key))
    return line
