"""One record: its head for the index, and the whole of it when somebody looks.

The head is decoded by msgspec into typed fields, and nothing else of the line is built. What msgspec refuses (a lone
surrogate, NaN, a field of another type, ...) is read by the tolerant decoder of `format.lines` into the same head.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON


class BlockHead(msgspec.Struct, gc=False):
    """What the index keeps of a content block."""

    type: str = ""
    id: str | None = None
    tool_use_id: str | None = None


class MessageHead(msgspec.Struct, gc=False):
    """What the index keeps of a message."""

    id: str | None = None
    content: str | list[BlockHead] | None = None


class KindHead(msgspec.Struct, gc=False):
    """The `type` of an attachment or of a progress record's data."""

    type: str | None = None


class Head(msgspec.Struct, gc=False):
    """The fields of a record that decide where it stands and how it is shown."""

    type: str
    uuid: str | None = None
    parent_uuid: str | None = msgspec.field(name="parentUuid", default=None)
    subtype: str | None = None
    message: MessageHead | None = None
    attachment: KindHead | None = None
    data: KindHead | None = None
    leaf_uuid: str | None = msgspec.field(name="leafUuid", default=None)
    is_sidechain: bool | None = msgspec.field(name="isSidechain", default=None)
    is_meta: bool | None = msgspec.field(name="isMeta", default=None)
    is_compact_summary: bool | None = msgspec.field(name="isCompactSummary", default=None)
    is_api_error: bool | None = msgspec.field(name="isApiErrorMessage", default=None)


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_HEADS = msgspec.json.Decoder(Head)
_VALUES = msgspec.json.Decoder()

decode_head = _HEADS.decode
"""The head of one clean line. Raises msgspec.DecodeError (or a subclass) where the tolerant reader is needed."""


def decode_fast(line: bytes) -> JSON:
    """The whole value of a clean line.

    Raises:
        msgspec.DecodeError: the tolerant reader is needed.
        RecursionError: the same.
    """
    value: JSON = _VALUES.decode(line)
    return value


def head_of(value: dict[str, JSON]) -> Head:
    """The head of a record that was read tolerantly; a field of a wrong type counts as missing."""
    return Head(
        type=_str(value.get("type")) or "",
        uuid=_str(value.get("uuid")),
        parent_uuid=_str(value.get("parentUuid")),
        subtype=_str(value.get("subtype")),
        message=_message_of(value.get("message")),
        attachment=_kind_of(value.get("attachment")),
        data=_kind_of(value.get("data")),
        leaf_uuid=_str(value.get("leafUuid")),
        is_sidechain=value.get("isSidechain") is True,
        is_meta=value.get("isMeta") is True,
        is_compact_summary=value.get("isCompactSummary") is True,
        is_api_error=value.get("isApiErrorMessage") is True,
    )


def _message_of(value: JSON) -> MessageHead | None:
    if not isinstance(value, dict):
        return None
    content = value.get("content")
    if isinstance(content, list):
        return MessageHead(_str(value.get("id")), [_block_of(item) for item in content])
    return MessageHead(_str(value.get("id")), "" if isinstance(content, str) else None)


def _block_of(item: JSON) -> BlockHead:
    if not isinstance(item, dict):
        return BlockHead()
    return BlockHead(_str(item.get("type")) or "", _str(item.get("id")), _str(item.get("tool_use_id")))


def _kind_of(value: JSON) -> KindHead | None:
    return KindHead(_str(value.get("type"))) if isinstance(value, dict) else None


def _str(value: JSON) -> str | None:
    """VALUE if it is a string that can be encoded; a lone surrogate is shown as U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", value) if isinstance(value, str) else None
