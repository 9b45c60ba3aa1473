"""The content blocks of a decoded record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

SIGNED: Final = ("thinking", "redacted_thinking")
"""Block types that a signature covers: never altered, only dropped whole."""
SIGNED_NOTE: Final = "the message has signed thinking, which stays as it was and may no longer fit"
"""What an edit of another block of such a message says."""


def content_of(record: Mapping[str, JSON]) -> list[dict[str, JSON]]:
    """The content blocks of RECORD; text alone is one."""
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [item if isinstance(item, dict) else {} for item in content] if isinstance(content, list) else []


def is_signed(index: Index, row: int) -> bool:
    """Whether the message of ROW has thinking."""
    number = index.message[row]
    rows = [other for other, its in enumerate(index.message) if its == number] if number >= 0 else [row]
    return any(block.type in SIGNED for other in rows for block in index.blocks(other))
