"""API-shaped messages into records: tool calls paired, attachments placed."""

from __future__ import annotations

import warnings
from collections import defaultdict
from typing import TYPE_CHECKING, Protocol, TypeAlias

from cc_session_tui.core.chain.pairing import repair_with_origin
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cc_session_tui.core.format.lines import JSON

Object: TypeAlias = "Mapping[str, JSON]"


class Adder(Protocol):
    """What an import needs of a session."""

    def add_user_message(self, content: str | Sequence[Object]) -> str:
        """Add a user message."""
        ...

    def add_assistant_message(self, content: Sequence[Object], *, stop_reason: str | None = None) -> str:
        """Add an assistant message."""
        ...

    def add_attachment(self, attachment: Object) -> str:
        """Add an attachment."""
        ...


def import_into(session: Adder, messages: Sequence[Object], attachments: Iterable[Object] = ()) -> None:
    """Add MESSAGES (`{"role", "content"}`) to SESSION, and ATTACHMENTS (`{"after_index", "attachment"}`) between them.

    Calls are paired first (see `pairing`). A user message with tool_results and other blocks becomes two records. An
    attachment comes after the message with its index in MESSAGES; it is left out where that message was dropped, and
    with a warning where there is no such message.

    Raises:
        EditError: a message has a role other than `user` and `assistant`, or no content; an attachment has no type.
            Nothing was added.
    """
    after = _by_index(attachments, len(messages))
    for number, message in enumerate(messages):
        _check(number, message)
    repaired = repair_with_origin(messages)
    for message, origin in zip(repaired.messages, repaired.origin, strict=True):
        _add_message(session, message)
        for attachment in after.get(origin, ()) if origin is not None else ():
            session.add_attachment(attachment)


def _check(number: int, message: Object) -> None:
    role, content = message.get("role"), message.get("content")
    if role not in ("user", "assistant"):
        raise EditError(f"message {number}: the role must be user or assistant, not {role!r}")
    is_blocks = isinstance(content, list) and bool(content) and all(isinstance(block, dict) for block in content)
    if not isinstance(content, str) and not is_blocks:
        raise EditError(f"message {number}: the content must be text, or a list of content blocks that is not empty")


def _by_index(attachments: Iterable[Object], count: int) -> dict[int, list[Object]]:
    """The attachments by the message that they come after."""
    after: dict[int, list[Object]] = defaultdict(list)
    for item in attachments:
        index, attachment = item.get("after_index"), item.get("attachment")
        if not isinstance(attachment, dict) or not isinstance(attachment.get("type"), str):
            raise EditError(f"after message {index!r}: an attachment needs a type")
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < count:
            warnings.warn(f"no message {index!r} to put an attachment after: it is left out", stacklevel=4)
            continue
        after[index].append(attachment)
    return after


def _add_message(session: Adder, message: Object) -> None:
    content = message.get("content")
    if message.get("role") == "assistant":
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else _blocks(content)
        reason = message.get("stop_reason")
        session.add_assistant_message(blocks, stop_reason=reason if isinstance(reason, str) else None)
    elif isinstance(content, str):
        session.add_user_message(content)
    else:
        blocks = _blocks(content)
        results = [block for block in blocks if block.get("type") == "tool_result"]
        rest = [block for block in blocks if block.get("type") != "tool_result"]
        for part in filter(None, (results, rest)):
            session.add_user_message(part)


def _blocks(content: JSON) -> list[dict[str, JSON]]:
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
