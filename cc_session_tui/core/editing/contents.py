"""What the adders of a session take, and the content that it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NotRequired

    from cc_session_tui.core.format.lines import JSON


class ToolResult(TypedDict):
    """What `Session.add_tool_results` takes for each result."""

    tool_use_id: str
    content: JSON
    is_error: NotRequired[bool]


class ToolCallSpec(TypedDict):
    """What `Session.add_tool_calls` takes for each call."""

    name: str
    input: JSON
    result: JSON
    is_error: NotRequired[bool]


def content_of(content: str | Sequence[Mapping[str, JSON]]) -> JSON:
    """CONTENT as a record holds it.

    Raises:
        EditError: an empty list; the API refuses a message without content.
    """
    if isinstance(content, str):
        return content
    if not content:
        raise EditError("a message needs at least one content block")
    return [dict(block) for block in content]


def result_block(result: ToolResult) -> dict[str, JSON]:
    """The tool_result block for RESULT."""
    error: dict[str, JSON] = {"is_error": True} if result.get("is_error") else {}
    return {"type": "tool_result", "tool_use_id": result["tool_use_id"], "content": result["content"], **error}
