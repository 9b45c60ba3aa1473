"""What takes room, taken out of records that stay: thinking, images, big tool results."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.edits.edited import Edited, differing, edited
from cc_session_tui.core.editing.splice import with_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

    Path = tuple[str | int, ...]

_LONG: Final = 500
"""Characters above which a text in a toolUseResult is cut with its result."""
_CONTENT: Final = ("message", "content")


def thinking(index: Index) -> dict[int, set[int]]:
    """All thinking blocks: row -> their numbers. They are dropped whole, since a signature covers them."""
    found: dict[int, set[int]] = {}
    for row in range(len(index)):
        for number, block in enumerate(index.blocks(row)):
            if block.type in {"thinking", "redacted_thinking"}:
                found.setdefault(row, set()).add(number)
    return found


def without_results_over(draft: Draft, size: int) -> Edited:
    """DRAFT with a short text in place of each tool_result of more than SIZE bytes; the pair stays."""
    index = draft.index
    lines: dict[int, bytes] = {}
    for row in range(len(index)):
        if index.length[row] > size and any(block.type == "tool_result" for block in index.blocks(row)):
            lines[row] = _with_cut_results(index.raw(row), index.record(row) or {}, size)
    return edited(draft, differing(index, lines))


def without_images(draft: Draft) -> Edited:
    """DRAFT with a short text in place of each image, in a toolUseResult too."""
    index = draft.index
    lines: dict[int, bytes] = {}
    for row in range(len(index)):
        if index.kind_of(row) == "user" and b'"image' in index.raw(row):
            lines[row] = _without_images(index.raw(row), index.record(row) or {})
    return edited(draft, differing(index, lines))


def _with_cut_results(line: bytes, record: dict[str, JSON], size: int) -> bytes:
    cut = False
    for number, block in _content_blocks(record):
        length = len(json.dumps(block.get("content")))
        if block.get("type") == "tool_result" and length > size:
            line = with_value(line, (*_CONTENT, number, "content"), f"[tool result of {length:,} bytes removed]")
            cut = True
    if cut and (result := record.get("toolUseResult")) is not None:
        line = with_value(line, "toolUseResult", _with_short_texts(result))
    return line


def _content_blocks(record: dict[str, JSON]) -> Iterator[tuple[int, dict[str, JSON]]]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for number, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict):
            yield number, block


def _with_short_texts(value: JSON) -> JSON:
    """VALUE with each long text cut; its shape stays, since the client reads it (a plain string has crashed it)."""
    if isinstance(value, str) and len(value) > _LONG:
        return f"{value[:_LONG]}… [{len(value) - _LONG:,} characters removed]"
    if isinstance(value, list):
        return [_with_short_texts(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_short_texts(item) for key, item in value.items()}
    return value


def _without_images(line: bytes, record: dict[str, JSON]) -> bytes:
    for key in ("message", "toolUseResult"):
        for path, image in _images(record.get(key), (key,)):
            text: JSON = {"type": "text", "text": f"[image removed: {_image_words(image)}]"}
            line = with_value(line, path, text)
    return line


def _images(value: JSON, path: Path) -> Iterator[tuple[Path, dict[str, JSON]]]:
    """The images in VALUE, which stands at PATH: content blocks, and files read as images."""
    if isinstance(value, dict):
        if value.get("type") == "image" and isinstance(value.get("source", value.get("file")), dict):
            yield path, value
            return
        for key, item in value.items():
            yield from _images(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _images(item, (*path, number))


def _image_words(image: dict[str, JSON]) -> str:
    source = image.get("source") or image.get("file")
    source = source if isinstance(source, dict) else {}
    data = source.get("data") or source.get("base64")
    size = len(data) * 3 // 4 if isinstance(data, str) else 0
    return f"{source.get('media_type') or source.get('type') or 'image'}, {size:,} bytes"
