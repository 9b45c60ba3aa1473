"""Which user text a person typed: no tool result, command echo, caveat, reminder, hint of an IDE, or interrupt mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.transcript.texts import TextKind, kind_of_text, take_apart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.store.facts import Facts

_NULL = len("null")
_CONTINUED = "This session is being continued from a previous conversation"  # a summary, also of clients without a flag


class _Block(msgspec.Struct, gc=False):
    type: str = ""
    text: str = ""


_decode = msgspec.json.Decoder(str | list[_Block]).decode


def human_prompt(facts: Facts) -> str | None:
    """The text of the prompt in FACTS, of a user record; empty for images only; None where it is no prompt."""
    if facts.is_meta or facts.is_compact_summary or facts.message is None or len(facts.tool_use_result) > _NULL:
        return None
    if facts.origin is not None and facts.origin.kind not in (None, "human"):
        return None
    return prompt_text(facts.message.content)


def prompt_text(content: msgspec.Raw) -> str | None:
    """What a person typed of CONTENT, a JSON string or list of content blocks; None where that is no prompt."""
    blocks = _blocks(content)
    if not blocks or any(block.type == "tool_result" for block in blocks):
        return None
    texts = [block.text for block in blocks if block.type == "text" and kind_of_text(block.text) is TextKind.PROMPT]
    typed = "\n".join(take_apart(text).text.strip() for text in texts)
    if not typed:
        return "" if any(block.type != "text" for block in blocks) else None
    return None if typed.startswith(_CONTINUED) else typed


def _blocks(content: msgspec.Raw) -> list[_Block]:
    try:
        found = _decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return _tolerant_blocks(bytes(content))
    return [_Block("text", found)] if isinstance(found, str) else found


def _tolerant_blocks(content: bytes) -> list[_Block]:
    """The blocks of CONTENT that the fast decoder refused: a lone surrogate, a field of a wrong type."""
    try:
        value = loads(content)
    except ValueError:
        return []
    if isinstance(value, str):
        return [_Block("text", value)]
    items = value if isinstance(value, list) else []
    return [_block(item) for item in items if isinstance(item, dict)]


def _block(item: Mapping[str, object]) -> _Block:
    type_, text = item.get("type"), item.get("text")
    return _Block(type_ if isinstance(type_, str) else "", text if isinstance(text, str) else "")
