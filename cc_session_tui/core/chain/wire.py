"""Blocks as the API gets them: messages merged, results first, and one tool_result for each tool_use.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.sending import Sent, call_id, is_blank, message_of

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON


@dataclass(slots=True)
class _Message:
    """A message on the wire."""

    role: str
    blocks: list[Sent]


def on_the_wire(index: Index, blocks: list[Sent]) -> list[Sent]:
    """BLOCKS merged into messages, in the order of these, every call paired."""
    messages = _paired(_merged(index, blocks))
    return [block for message in messages for block in message.blocks]


def _merged(index: Index, blocks: list[Sent]) -> list[_Message]:
    """User messages in a row are one; assistant lines of one message are one, whatever results stand between them."""
    messages: list[_Message] = []
    replies: dict[tuple[int, int], _Message] = {}  # since something was said that is no result
    for block in blocks:
        key = message_of(index, block)
        message = _last_if_user(messages) if block.role == "user" else replies.get(key)
        if message is None:
            message = _Message(block.role, [])
            messages.append(message)
        message.blocks.append(block)
        if block.role != "user":
            replies[key] = message
        elif block.type not in {"tool_result", "attachment"}:
            replies = {}
    for message in messages:
        _order(message)
    return messages


def _last_if_user(messages: list[_Message]) -> _Message | None:
    """The last of MESSAGES; None where that is no user message."""
    return messages[-1] if messages and messages[-1].role == "user" else None


def _order(message: _Message) -> None:
    """Calls stand last in an assistant message; results first, and no blank text, in a user one of several records."""
    if message.role == "assistant":
        message.blocks.sort(key=lambda b: b.type == "tool_use")
    elif len({b.row for b in message.blocks if b.type != "attachment"}) > 1:
        said = [b for b in message.blocks if not is_blank(b)]
        message.blocks = said if any(b.type != "attachment" for b in said) else message.blocks
        message.blocks.sort(key=lambda b: b.type != "tool_result")


def _paired(messages: list[_Message]) -> list[_Message]:
    """MESSAGES in which each call is answered by the message that follows, and each result answers a call before it."""
    paired: list[_Message] = []
    used: set[str] = set()
    calls: list[Sent] = []
    for message in messages:
        if message.role == "user":
            _answer(message, calls, is_last=message is messages[-1])
            paired.append(message)
            calls = []
            continue
        if calls:
            paired.append(_Message("user", [_missing(call) for call in calls]))
        message.blocks = [b for b in message.blocks if b.type != "tool_use" or not _seen(used, call_id(b))]
        calls = [b for b in message.blocks if b.type == "tool_use"]
        paired.append(message)
    if calls:
        paired.append(_Message("user", [_missing(call) for call in calls]))
    return paired


def _answer(message: _Message, calls: list[Sent], *, is_last: bool) -> None:
    """Make MESSAGE hold one result for each of CALLS, and no other."""
    open_ids = {call_id(call) for call in calls}
    answered: set[str] = set()
    kept = []
    had_results = any(block.type == "tool_result" for block in message.blocks)
    for block in message.blocks:
        if block.type == "tool_result" and (call_id(block) not in open_ids or _seen(answered, call_id(block))):
            continue
        kept.append(block)
    missing = [_missing(call) for call in calls if call_id(call) not in answered]
    message.blocks = [*kept, *missing] if is_last else [*missing, *kept]
    if had_results:
        message.blocks.sort(key=lambda block: block.type != "tool_result")


def _seen(known: set[str], identity: str) -> bool:
    """Whether IDENTITY is KNOWN already; it is from now on."""
    if identity in known:
        return True
    known.add(identity)
    return False


def _missing(call: Sent) -> Sent:
    """The error result that the client makes up for CALL."""
    value: dict[str, JSON] = {"type": "tool_result", "tool_use_id": call_id(call), "content": "", "is_error": True}
    return Sent(-1, -1, "user", "tool_result", value, missing=True)
