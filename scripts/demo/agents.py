"""Agent calls, and the subagent's own transcript with its meta file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .session import Call, Session
from .turns import prompt

if TYPE_CHECKING:
    from .session import Fields


@dataclass(frozen=True, slots=True)
class Subagent:
    """A subagent's transcript and what its `.meta.json` says."""

    session: Session
    meta: Fields


def agent_call(agent_id: str, kind: str, description: str, task: str) -> Call:
    """Launch an agent in the background."""
    asked = {"description": description, "subagent_type": kind, "prompt": task}
    kept: Fields = {"isAsync": True, "status": "async_launched", "agentId": agent_id, "description": description}
    kept |= {"resolvedModel": "claude-haiku-4-5", "prompt": task, "canReadOutputFile": True, "canContinueAgent": True}
    content: list[Fields] = [{"type": "text", "text": f"Agent started in the background.\nagentId: {agent_id}"}]
    return Call("Agent", asked, content, kept, seconds=0.2)


def finished_agent_call(agent_id: str, kind: str, description: str, task: str, report: str) -> Call:
    """Run an agent and wait for its report."""
    asked = {"description": description, "subagent_type": kind, "prompt": task}
    content: list[Fields] = [{"type": "text", "text": report}]
    kept: Fields = {"status": "completed", "prompt": task, "agentId": agent_id, "agentType": kind, "content": content}
    kept |= {"totalDurationMs": 41_200, "totalTokens": 18_430, "totalToolUseCount": 3}
    return Call("Agent", asked, content, kept, seconds=41)


def subagent(parent: Session, agent_id: str, kind: str, description: str, task: str) -> Subagent:
    """Begin the transcript of the agent that the last Agent call of PARENT started."""
    names = {"model": "claude-haiku-4-5", "agent_id": agent_id}
    session = Session(parent.session_id, parent.cwd, parent.now, parent.branch, **names)
    session.bill.context = 6_200
    prompt(session, task)
    meta: Fields = {"agentType": kind, "isBuiltIn": True, "launchedWithDefaults": True, "description": description}
    meta |= {"toolUseId": _last_call(parent), "spawnDepth": 1, "requestShape": "background"}
    return Subagent(session, meta | {"model": session.model, "modelNotNamed": True})


def notify(session: Session, agent_id: str, summary: str, report: str) -> None:
    """Add the prompt with which the client tells that a background agent is done."""
    call = _last_call(session)
    told = f"<task-notification>\n<task-id>{agent_id}</task-id>\n<tool-use-id>{call}</tool-use-id>\n"
    told += f"<status>completed</status>\n<summary>{summary}</summary>\n<result>{report}</result>\n</task-notification>"
    session.note("queue-operation", operation="enqueue", timestamp=session.stamp(), content=told)
    session.note("queue-operation", operation="dequeue", timestamp=session.stamp())
    session.prompt_id = session.ids.uuid()
    message = {"role": "user", "content": told}
    origin = {"kind": "task-notification", "producer": "session-task"}
    tail: Fields = {"permissionMode": "default", "origin": origin, "promptSource": "system"}
    tail |= {"rowSource": "recorded", "turnOrigin": "task_notification"}
    session.chain({"promptId": session.prompt_id, "type": "user", "message": message}, tail)


def _last_call(session: Session) -> str:
    for line in reversed(session.lines):
        for block in _blocks(json.loads(line)):
            if block.get("name") == "Agent":
                return str(block["id"])
    raise LookupError("no Agent call yet")


def _blocks(record: Fields) -> list[Any]:
    content = record.get("message", {}).get("content", [])
    return content if isinstance(content, list) else []
