"""A content block of the conversation, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.tui.presentation.words import count_words, token_words

if TYPE_CHECKING:
    from rich.style import Style

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.screens.review_blocks import Piece

_TELLING: Final = ("command", "file_path", "path", "pattern", "url", "query", "description", "prompt", "subject")
"""Inputs that tell what a call is about, the most telling first."""


class Said(NamedTuple):
    """A block in a few words."""

    who: str
    words: str
    style: Style
    fact: str
    """What stands at the right."""


def said_by(piece: Piece, palette: Palette) -> Said:
    """PIECE in a few words."""
    sent, value = piece.sent, piece.sent.value
    fact = f"{token_words(piece.tokens)} tokens"
    if sent.type == "tool_use":
        return Said(str(value.get("name", "tool")), _about(value.get("input")), palette.tool, fact)
    if sent.type == "tool_result":
        words = text_of(value.get("content"))
        return Said("result", count_words(words.count("\n") + 1, "line") + f"  {words[:200]}", palette.tool, fact)
    if sent.type in {"thinking", "redacted_thinking"}:
        return Said("thinking", str(value.get("thinking", "")), palette.faint, fact)
    if sent.type == "attachment":
        return Said(str(value.get("type", "context")), str(value.get("filename", "")), palette.faint, fact)
    who, style = ("You", palette.person) if sent.role == "user" else ("Claude", palette.claude)
    return Said(who, str(value.get("text", f"[{sent.type}]")), style, fact)


def text_of(content: JSON) -> str:
    """The text of a tool_result's CONTENT."""
    if isinstance(content, list):
        return "\n".join(str(item.get("text", f"[{item.get('type')}]")) for item in content if isinstance(item, dict))
    return content if isinstance(content, str) else ""


def _about(given: JSON) -> str:
    if not isinstance(given, dict):
        return ""
    named = next((given[name] for name in _TELLING if isinstance(given.get(name), str)), None)
    return str(named) if named is not None else " ".join(str(value) for value in given.values())
