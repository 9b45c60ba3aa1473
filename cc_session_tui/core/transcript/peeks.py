"""A field or two of a record, without decoding the rest: what a layout or a headline needs of many records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.blocks import members, number, string
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

_REFUSED = (msgspec.MsgspecError, ValueError, RecursionError)


class Usage(NamedTuple):
    """What one line of an API message says of the whole message."""

    model: str
    tokens: int
    """Output tokens so far: the lines of a message may differ, the largest counts (2.0.x to 2.1.132)."""


class _TextBlock(msgspec.Struct, gc=False):
    type: str = ""
    text: str | None = None


class _TextMessage(msgspec.Struct, gc=False):
    content: str | list[_TextBlock] | None = None


class _Queued(msgspec.Struct, gc=False):
    prompt: str | list[_TextBlock] | None = None


class _TextRecord(msgspec.Struct, gc=False):
    message: _TextMessage | None = None
    attachment: _Queued | None = None


class _Tokens(msgspec.Struct, gc=False):
    output_tokens: int | None = None


class _UsageMessage(msgspec.Struct, gc=False):
    model: str | None = None
    usage: _Tokens | None = None


class _UsageRecord(msgspec.Struct, gc=False):
    message: _UsageMessage | None = None


_TEXTS = msgspec.json.Decoder(_TextRecord)
_USAGES = msgspec.json.Decoder(_UsageRecord)


def texts_at(index: Index, row: int, line: bytes | None = None) -> list[str | None]:
    """The text of each content block of ROW, or of its queued prompt; None for a block of another type.

    LINE is the row's bytes, where the caller has them.
    """
    if not index.flags[row] & Flag.SLOW:
        try:
            record = _TEXTS.decode(index.raw(row) if line is None else line)
        except ReadError:
            return []
        except _REFUSED:
            pass
        else:
            content = record.message.content if record.message else record.attachment and record.attachment.prompt
            if isinstance(content, str):
                return [content]
            return [block.text or "" if block.type == "text" else None for block in content or ()]
    return _texts_of(whole(index, row))


def usage_at(index: Index, row: int) -> Usage:
    """What the assistant record at ROW says of its message."""
    if not index.flags[row] & Flag.SLOW:
        try:
            message = _USAGES.decode(index.raw(row)).message
        except ReadError:
            return Usage("", 0)
        except _REFUSED:
            pass
        else:
            usage = message.usage if message else None
            return Usage(message.model or "" if message else "", usage.output_tokens or 0 if usage else 0)
    message_ = members(whole(index, row).get("message"))
    tokens = number(members(message_.get("usage")).get("output_tokens"))
    return Usage(string(message_.get("model")), tokens)


def whole(index: Index, row: int) -> dict[str, JSON]:
    """The record at ROW; empty where it cannot be read or decoded."""
    try:
        return index.record(row) or {}
    except (ReadError, IndexError, *_REFUSED):
        return {}


def _texts_of(record: dict[str, JSON]) -> list[str | None]:
    content = members(record.get("message")).get("content")
    if content is None:
        content = members(record.get("attachment")).get("prompt")
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list):
        return []
    blocks = [members(item) for item in content]
    return [string(block.get("text")) if block.get("type") == "text" else None for block in blocks]
