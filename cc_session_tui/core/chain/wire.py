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
    key: tuple[int, int]
    """What tells it from other assistant messages."""
    blocks: list[Sent]


def on_the_wire(index: Index, blocks: list[Sent]) -> list[Sent]:
    """BLOCKS merged into messages, in the order of these, every call paired."""
    messages = _paired(_merged(index, blocks))
    return [block for message in messages for block in message.blocks]


def _merged(index: Index, blocks: list[Sent]) -> list[_Message]:
    """User messages in a row are one; assistant lines of one message are one, whatever results stand between them."""
    messages: list[_Message] = []
    for block in blocks:
        message = _message_for(messages, index, block)
        if message is None:
            messages.append(_Message(block.role, message_of(index, block), [block]))
        else:
            message.blocks.append(block)
    for message in messages:
        _order(message)
    return messages


def _message_for(messages: list[_Message], index: Index, block: Sent) -> _Message | None:
    """The message that BLOCK goes into; None for a new one."""
    if block.role == "user":
        return messages[-1] if messages and messages[-1].role == "user" else None
    key = message_of(index, block)
    for message in reversed(messages):
        if message.role == "assistant":
            if message.key == key:
                return message
        elif any(b.type not in {"tool_result", "attachment"} for b in message.blocks):
            return None
    return None


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
            paired.append(_Message("user", (-1, -1), [_missing(call) for call in calls]))
        message.blocks = [b for b in message.blocks if b.type != "tool_use" or not _seen(used, call_id(b))]
        calls = [b for b in message.blocks if b.type == "tool_use"]
        paired.append(message)
    if calls:
        paired.append(_Message("user", (-1, -1), [_missing(call) for call in calls]))
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
