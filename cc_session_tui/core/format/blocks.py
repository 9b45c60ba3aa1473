"""What a record's message holds: its content blocks, the text of a tool_result, the facts of an image.

Everything is read as it stands: a block of an unknown type is a block, a field of a wrong type counts as missing.
"""

from __future__ import annotations

import binascii
import json
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON

Object = dict[str, "JSON"]
"""A JSON object."""

_MOST: Final = 1 << 63
_HEAD: Final = 96
_JPEG_HEAD: Final = 256 << 10
_LOSSLESS_AT: Final = 21
_EXTENDED_AT: Final = 24
_JPEG_SIZES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of the JPEG segments that hold width and height."""


class ImageFacts(NamedTuple):
    """What a block says of its picture, without decoding it."""

    media_type: str
    size: int
    """Decoded size in bytes; 0 where the data is elsewhere (a URL, a file id)."""
    width: int
    """In pixels, from the header; 0 where it cannot be read."""
    height: int


def string(value: JSON) -> str:
    """VALUE if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def number(value: JSON) -> int:
    """VALUE as a whole number of at most 63 bits, 0 if it is none (a truth value, NaN and infinity are none)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -_MOST < value < _MOST:
        return 0
    return int(value)


def members(value: JSON) -> Object:
    """VALUE if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: JSON) -> list[JSON]:
    """VALUE if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def indented(value: JSON) -> str:
    """VALUE as JSON to read, two blanks a level."""
    try:
        return json.dumps(value, indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return str(type(value).__name__)


def content_of(record: Object) -> list[JSON]:
    """The content blocks of the record's message; a string counts as one text block, anything else as none."""
    content = members(record.get("message")).get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return items(content)


def block_of(record: Object, number: int) -> Object:
    """Content block NUMBER of the record; empty where there is none, or where it is no object."""
    content = content_of(record)
    return members(content[number]) if 0 <= number < len(content) else {}


def result_text(block: Object) -> str:
    """What a tool_result says: its text, its text blocks joined, blocks of other types named; images left out."""
    return text_of(block.get("content"))


def text_of(content: JSON) -> str:
    """The text of a string, of content blocks, or of anything else (as JSON)."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text for item in content if (text := _item_text(item)) is not None)
    return "" if content is None else indented(content)


def _item_text(item: JSON) -> str | None:
    """The text of one item of a tool_result's content; None for an image."""
    if not isinstance(item, dict):
        return item if isinstance(item, str) else indented(item)
    match item.get("type"):
        case "text":
            return string(item.get("text"))
        case "image":
            return None
        case "tool_reference":
            return string(item.get("tool_name"))
        case "document":
            return document_text(item)
        case _:
            return indented(item)


def document_text(block: Object) -> str:
    """What a document block says: its title, and its text or what its data is."""
    source = members(block.get("source"))
    if source.get("type") == "content":
        body = text_of(source.get("content"))
    elif source.get("type") == "base64":
        body = f"{string(source.get('media_type'))}, {decoded_size(string(source.get('data'))):,} bytes"
    else:
        body = next((string(source[key]) for key in ("data", "url", "file_id") if source.get(key)), "")
    return "\n".join(part for part in (string(block.get("title")), string(block.get("context")), body) if part)


def images_in(content: JSON) -> list[ImageFacts]:
    """The images among content blocks."""
    return [image_facts(item) for item in items(content) if isinstance(item, dict) and item.get("type") == "image"]


def image_facts(block: Object) -> ImageFacts:
    """What an image block says of its picture: only the first bytes of the data are decoded."""
    source = members(block.get("source"))
    data = string(source.get("data"))
    width, height = pixel_size(data)
    return ImageFacts(string(source.get("media_type")) or string(source.get("type")), decoded_size(data), width, height)


def decoded_size(data: str) -> int:
    """How many bytes base64 DATA stands for, without decoding it."""
    return max(len(data) * 3 // 4 - data[-2:].count("="), 0)


def pixel_size(data: str) -> tuple[int, int]:
    """Width and height in the header of a PNG, GIF, WebP or JPEG in base64; zeros where they cannot be read."""
    head = _decoded(data[:_HEAD])
    if head.startswith(b"\x89PNG"):
        return _pair(head, 16, 4, "big")
    if head.startswith(b"GIF8"):
        return _pair(head, 6, 2, "little")
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return _webp_size(head)
    if head.startswith(b"\xff\xd8"):
        return _jpeg_size(_decoded(data[:_JPEG_HEAD]))
    return 0, 0


def _decoded(data: str) -> bytes:
    """The bytes of the beginning of base64 DATA; none where it is not base64."""
    try:
        return binascii.a2b_base64(data[: len(data) // 4 * 4])
    except ValueError:
        return b""


def _pair(head: bytes, at: int, size: int, order: Literal["big", "little"]) -> tuple[int, int]:
    """Two numbers of SIZE bytes each at AT; zeros where HEAD is too short."""
    if len(head) < at + 2 * size:
        return 0, 0
    return int.from_bytes(head[at : at + size], order), int.from_bytes(head[at + size : at + 2 * size], order)


def _webp_size(head: bytes) -> tuple[int, int]:
    match head[12:16]:
        case b"VP8 ":
            width, height = _pair(head, 26, 2, "little")
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L" if len(head) > _LOSSLESS_AT + 4:
            bits = int.from_bytes(head[_LOSSLESS_AT : _LOSSLESS_AT + 4], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X" if len(head) > _EXTENDED_AT + 6:
            width, height = _pair(head, _EXTENDED_AT, 3, "little")
            return width + 1, height + 1
        case _:
            return 0, 0


def _jpeg_size(head: bytes) -> tuple[int, int]:
    """Width and height in the first frame segment of a JPEG."""
    at = 2
    while head[at : at + 1] == b"\xff" and at + 9 <= len(head):
        if head[at + 1] in _JPEG_SIZES:
            height, width = _pair(head, at + 5, 2, "big")
            return width, height
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return 0, 0
