"""A session as the object of `cc-session list --json`; docs/cli.md describes the fields, which are stable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Project, RunningClient, Session, Subagent


def session_object(session: Session, project: Project) -> dict[str, Any]:
    """SESSION of PROJECT as an object for JSON: null where something is not known."""
    meta = session.meta
    return {
        "id": session.session_id,
        "path": session.file.name,
        "project": project.path,
        "title": meta.title or None,
        "first_prompt": meta.first_prompt or None,
        "last_prompt": meta.last_prompt or None,
        "git_branch": meta.git_branch or None,
        "model": meta.model or None,
        "version": meta.version or None,
        "created": meta.created or None,
        "modified": meta.modified or None,
        "messages": _count(meta.messages),
        "records": _count(meta.records),
        "size": session.file.size,
        "tokens": _count(meta.tokens),
        "running": session.running and _running(session.running),
        "subagents": [_subagent(agent) for agent in session.subagents],
        "damaged_lines": _count(meta.damaged_lines),
    }


def _count(number: int) -> int | None:
    return None if number < 0 else number


def _running(client: RunningClient) -> dict[str, Any]:
    return {"pid": client.pid, "status": client.status, "name": client.name or None}


def _subagent(agent: Subagent) -> dict[str, Any]:
    return {
        "id": agent.agent_id,
        "path": agent.file.name,
        "type": agent.agent_type or None,
        "description": agent.description or None,
        "tool_use_id": agent.tool_use_id or None,
        "parent_id": agent.parent_agent_id or None,
    }
