"""A resumed conversation in plain words, a line a block, as tests/data/resume records it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.chain.resume import resumed_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.format.index import Index

FILLER: Final = frozenset(
    {
        "No response requested.",
        "Continue from where you left off.",
        "(no content)",
        "[Tool use interrupted]",
        "Tool loaded.",
        "[Orphaned tool result removed due to conversation resume]",
    }
)
"""What the client itself says in between; it is left out."""
_MADE_UP: Final = ("[Tool call interrupted:", "[Tool result missing")
_REMINDER: Final = "<system-reminder>"
_MARK: Final = r"MARK\w+"
_WIDTH: Final = 120
_RESULT_WIDTH: Final = 60


def in_order(lines: Iterable[str]) -> list[str]:
    """LINES with the attachments last: where among its neighbours one stands is not compared."""
    return sorted(lines, key=lambda line: " attachment " in line)


def previewed(index: Index) -> list[str] | None:
    """What the product says that a resume of INDEX sends; None where nothing can be resumed."""
    graph = Graph(index)
    if graph.side or active_leaf(graph).row < 0:
        return None
    return [line for block in resumed_blocks(index) if (line := described(block)) is not None]


def described(block: Sent) -> str | None:
    """BLOCK in plain words; None for what is left out."""
    if block.type == "attachment":
        return _marked(json.dumps(block.value))
    if block.missing:
        return _line(block.role, block.type, f"{block.value.get('tool_use_id')} (missing)")
    return _described(block.role, block.value)


def on_the_wire(messages: Iterable[dict[str, Any]], prompt: str) -> list[str]:
    """MESSAGES of a request in plain words, less PROMPT."""
    lines: list[str] = []
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        lines += [line for block in blocks for line in _wired(message["role"], block)]
    return [line for line in lines if line != f"user text {prompt}"]


def _wired(role: str, block: dict[str, Any]) -> list[str]:
    """BLOCK in plain words; several attachments may stand in one."""
    text = str(block.get("text", "")).strip()
    if block["type"] == "text" and (role == "system" or text.startswith(_REMINDER)):
        return [f"user attachment {mark}" for mark in dict.fromkeys(re.findall(_MARK, text))]
    if block["type"] == "tool_result" and str(block.get("content") or "").startswith(_MADE_UP):
        return [_line(role, "tool_result", f"{block['tool_use_id']} (missing)")]
    line = _described(role, block)
    return ([] if line is None else [line]) + _glued(block)


def _glued(block: dict[str, Any]) -> list[str]:
    """The attachments that the client wrote into the result BLOCK."""
    _, _, reminders = str(block.get("content", "") if block["type"] == "tool_result" else "").partition(_REMINDER)
    return [f"user attachment {mark}" for mark in re.findall(_MARK, reminders)]


def _described(role: str, block: dict[str, Any]) -> str | None:
    kind = str(block.get("type"))
    words = _WORDS[kind](block) if kind in _WORDS else ""
    return None if words is None else _line(role, kind, words)


def _line(role: str, kind: str, words: str) -> str:
    return f"{role} {kind} {words}"[:_WIDTH].strip()


def _marked(text: str) -> str | None:
    mark = re.search(_MARK, text)
    return f"user attachment {mark[0]}" if mark else None


def _text(block: dict[str, Any]) -> str | None:
    text = re.sub("[\ud800-\udfff]", "\ufffd", str(block.get("text", "")).strip())
    return None if text in FILLER or text.startswith((_REMINDER, "<task-notification>")) else text


def _result(block: dict[str, Any]) -> str:
    content = block.get("content") or ""
    if isinstance(content, list):
        content = " ".join(item.get("text", item["type"]) for item in content)
    said = re.split(rf"\s*{_REMINDER}", content)[0].strip()[:_RESULT_WIDTH]
    return f"{block.get('tool_use_id')} {said}{' (error)' if block.get('is_error') else ''}"


_WORDS: Final[dict[str, Callable[[dict[str, Any]], str | None]]] = {
    "text": _text,
    "thinking": lambda block: str(block.get("thinking", "")),
    "tool_use": lambda block: f"{block.get('id')} {block.get('name')}",
    "tool_result": _result,
}
