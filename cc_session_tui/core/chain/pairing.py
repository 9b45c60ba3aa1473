"""One tool_result for each tool_use in API-shaped messages, as the API demands of a conversation that is replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cc_session_tui.core.format.lines import JSON

    Message = Mapping[str, JSON]
    Block = dict[str, JSON]

NO_RESULT: Final = "[no tool result recorded]"
"""Content of the error result that stands in for a missing one."""
ORPHAN_REMOVED: Final = "[orphaned tool result removed]"
"""Text that stands for a first message of which nothing was left."""


class Repaired(NamedTuple):
    """Messages in which every call is paired."""

    messages: list[Message]
    origin: list[int | None]
    """For each message the index of the one it was made from; None for one that was made up."""


def repair_tool_pairing(messages: Sequence[Message]) -> list[Message]:
    """MESSAGES with every call paired: see `repair_with_origin`."""
    return repair_with_origin(messages).messages


def repair_with_origin(messages: Sequence[Message]) -> Repaired:
    """MESSAGES with every call paired, and where each message comes from.

    A tool_use without a result in the next user message gets an error result there, or in a message of its own where an
    assistant message follows or nothing does; a tool_result that answers no call of the message before it is dropped.
    """
    repaired = Repaired([], [])
    waiting: dict[str, None] = {}
    for number, message in enumerate(messages):
        if message.get("role") == "assistant":
            _flush(repaired, waiting)
            waiting = dict.fromkeys(_call_ids(message))
            _put(repaired, message, number)
        else:
            _put_user(repaired, message, number, waiting)
            waiting = {}
    _flush(repaired, waiting)
    return repaired


def _put(repaired: Repaired, message: Message, origin: int | None) -> None:
    repaired.messages.append(message)
    repaired.origin.append(origin)


def _flush(repaired: Repaired, waiting: Iterable[str]) -> None:
    """Answer the calls that are WAITING with a message of error results."""
    if results := [_no_result(identity) for identity in waiting]:
        _put(repaired, {"role": "user", "content": list(results)}, None)


def _put_user(repaired: Repaired, message: Message, number: int, waiting: dict[str, None]) -> None:
    """Add a user MESSAGE, with an error result for each call in WAITING that it does not answer."""
    blocks = _blocks(message)
    results = [block for block in blocks if block.get("type") == "tool_result"]
    if not waiting and not results:
        _put(repaired, message, number)
        return
    kept = [block for block in blocks if block.get("type") != "tool_result" or _answered(block) in waiting]
    provided = set(map(_answered, results))
    missing = [_no_result(identity) for identity in waiting if identity not in provided]
    if missing or kept:
        _put(repaired, {**message, "content": [*missing, *kept]}, number)
    elif not repaired.messages:
        _put(repaired, {"role": "user", "content": [{"type": "text", "text": ORPHAN_REMOVED}]}, None)


def _blocks(message: Message) -> list[Block]:
    """The content of MESSAGE as blocks; text that is empty makes none."""
    content = message.get("content")
    if isinstance(content, str) and content:
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _call_ids(message: Message) -> list[str]:
    uses = [block for block in _blocks(message) if block.get("type") == "tool_use"]
    return [identity for block in uses if isinstance(identity := block.get("id"), str)]


def _answered(result: Block) -> str | None:
    """The id of the call that RESULT is for."""
    identity = result.get("tool_use_id")
    return identity if isinstance(identity, str) else None


def _no_result(identity: str) -> Block:
    return {"type": "tool_result", "tool_use_id": identity, "content": NO_RESULT, "is_error": True}
