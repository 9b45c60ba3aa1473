"""A content block of the conversation, in a few words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.tui.presentation.words import count_words

if TYPE_CHECKING:
    from rich.style import Style

    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.tui.presentation.palette import Palette

_TELLING: Final = ("command", "file_path", "path", "pattern", "url", "query", "description", "prompt", "subject")
"""Inputs that tell what a call is about, the most telling first."""


_BREAK: Final = "\n"


class Words(NamedTuple):
    """A block in a few words."""

    who: str
    text: str
    style: Style


def words_of(sent: Sent, palette: Palette) -> Words:
    """SENT in a few words."""
    value = sent.value
    if sent.type == "tool_use":
        return Words(str(value.get("name", "tool")), _about(value.get("input")), palette.tool)
    if sent.type == "tool_result":
        text = text_of(value.get("content"))
        return Words("result", f"{count_words(text.count(_BREAK) + 1, 'line')}: {text[:200]}", palette.tool)
    if sent.type in {"thinking", "redacted_thinking"}:
        return Words("thinking", str(value.get("thinking", "")), palette.faint)
    if sent.type == "attachment":
        return Words(str(value.get("type", "context")), str(value.get("filename", "")), palette.faint)
    who, style = ("You", palette.person) if sent.role == "user" else ("Claude", palette.claude)
    return Words(who, str(value.get("text", f"[{sent.type}]")), style)


def text_of(content: JSON) -> str:
    """The text of a tool_result's CONTENT."""
    if isinstance(content, list):
        return "\n".join(str(item.get("text", f"[{item.get('type')}]")) for item in content if isinstance(item, dict))
    return content if isinstance(content, str) else ""


def _about(given: JSON) -> str:
    if not isinstance(given, dict):
        return ""
    named = next((given[name] for name in _TELLING if isinstance(given.get(name), str)), None)
    return str(named) if named is not None else " ".join(map(_plain, given.values()))


def _plain(value: JSON) -> str:
    """VALUE as one reads it: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
