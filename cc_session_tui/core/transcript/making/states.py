"""What a session-level record says: titles, modes, snapshots, the queue, ..."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import Object, items, members, string, text_of
from cc_session_tui.core.transcript.making.common import Said, facts, lines, words

if TYPE_CHECKING:
    from collections.abc import Callable


def state_said(record: Object) -> Said:
    """What a session-level record says, labelled by its type."""
    kind = string(record.get("type"))
    reader = _READERS.get(kind)
    text = reader(record) if reader else ""
    return Said(text or facts(record, without=("type", "sessionId")), kind)


def _field(key: str) -> Callable[[Object], str]:
    return lambda record: string(record.get(key))


def _queue(record: Object) -> str:
    return lines(string(record.get("operation")), text_of(record.get("content")))


def _snapshot(record: Object) -> str:
    return lines(*members(members(record.get("snapshot")).get("trackedFileBackups")))


def _pull_request(record: Object) -> str:
    return string(record.get("prUrl"))


def _request_part(record: Object) -> str:
    message = members(record.get("message"))
    return lines(string(message.get("role")), text_of(message.get("content")))


def _request_shape(record: Object) -> str:
    shape = members(record.get("shape"))
    tools = [string(members(tool).get("name")) for tool in items(shape.get("tools"))]
    return lines(text_of(shape.get("system")), f"tools: {', '.join(tools)}" if tools else "")


_READERS: Final[dict[str, Callable[[Object], str]]] = {
    "custom-title": _field("customTitle"),
    "ai-title": _field("aiTitle"),
    "summary": _field("summary"),
    "last-prompt": _field("lastPrompt"),
    "mode": _field("mode"),
    "permission-mode": _field("permissionMode"),
    "agent-name": _field("agentName"),
    "relocated": _field("relocatedCwd"),
    "file-history-delta": _field("trackingPath"),
    "queue-operation": _queue,
    "file-history-snapshot": _snapshot,
    "pr-link": _pull_request,
    "api-request-blob": _request_part,
    "api-request-shape": _request_shape,
    "tools-used": lambda record: ", ".join(words(record.get("tools"))),
}
