"""Messages that use the names of other APIs, with those of the Messages API.

    toolCall, function_call        a tool_use block
    toolResult, function_response  a tool_result block
    toolCallId                     `tool_use_id` of a result, `id` of a call
    finish_reason                  `stop_reason`

The `arguments` of a call, an object or the JSON of one, become its `input`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.strict_json import parse_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.format.lines import JSON

    Object = dict[str, JSON]

_TYPES: Final = {
    "toolCall": "tool_use",
    "function_call": "tool_use",
    "toolResult": "tool_result",
    "function_response": "tool_result",
}
_KEYS: Final = {
    "tool_use": {"toolCallId": "id", "arguments": "input"},
    "tool_result": {"toolCallId": "tool_use_id"},
}
_REASONS: Final = {
    "function_call": "tool_use",
    "tool_calls": "tool_use",
    "toolCall": "tool_use",
    "stop": "end_turn",
    "length": "max_tokens",
}


def messages_of(data: JSON) -> list[Object]:
    """The messages in DATA, an array of them or an object `{"messages": [...]}`, with the API's names.

    Raises:
        EditError: it is neither, an array without a message, or one with something else in it.
    """
    found = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(found, list):
        raise EditError('not an array of messages, nor {"messages": [...]}')
    if not found:
        raise EditError("there are no messages")
    return [_message(number, message) for number, message in enumerate(found)]


def with_api_names(block: Object) -> Object:
    """The content BLOCK with the API's names; one that has them stays as it is."""
    kind = block.get("type")
    kind = _TYPES.get(kind, kind) if isinstance(kind, str) else ""
    if kind not in _KEYS:
        return block
    renamed = _renamed(block, _KEYS[kind])
    if kind == "tool_use" and isinstance(given := renamed.get("input"), str):
        renamed["input"] = _parsed(given)
    return {**renamed, "type": kind}


def _message(number: int, message: JSON) -> Object:
    if not isinstance(message, dict):
        raise EditError(f"message {number}: not an object")
    renamed = _renamed(message, {"finish_reason": "stop_reason"})
    reason, content = renamed.get("stop_reason"), renamed.get("content")
    if isinstance(reason, str) and "stop_reason" not in message:
        renamed["stop_reason"] = _REASONS.get(reason, reason)
    if isinstance(content, list):
        renamed["content"] = [with_api_names(block) if isinstance(block, dict) else block for block in content]
    return renamed


def _renamed(item: Mapping[str, JSON], names: Mapping[str, str]) -> Object:
    """ITEM with its keys exchanged by NAMES, where it has not got the new one already."""
    return {key if names.get(key, key) in item else names[key]: value for key, value in item.items()}


def _parsed(arguments: str) -> JSON:
    """What ARGUMENTS say as JSON; as they stand where they are none."""
    try:
        return parse_json(arguments)
    except EditError:
        return arguments
