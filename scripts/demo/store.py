"""The store being made: which files it holds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from cc_session_tui.core.paths import project_path_to_hash
from cc_session_tui.demo import HOME

from .ids import Ids
from .session import Session

if TYPE_CHECKING:
    from .agents import Subagent


@dataclass(slots=True)
class Store:
    """Files by their path in the Claude dir."""

    files: dict[PurePosixPath, bytes] = field(default_factory=dict)

    def add(self, session: Session, *subagents: Subagent, torn: bytes = b"") -> None:
        """Add a session, with its subagents and, where it is still being written, a last line without its end."""
        folder = PurePosixPath("projects", project_path_to_hash(session.cwd))
        self.files[folder / f"{session.session_id}.jsonl"] = _joined(session.lines) + torn
        for agent in subagents:
            name = f"{session.session_id}/subagents/agent-{agent.session.agent_id}"
            self.files[folder / f"{name}.jsonl"] = _joined(agent.session.lines)
            self.files[folder / f"{name}.meta.json"] = json.dumps(agent.meta, separators=(",", ":")).encode()

    def add_tool_result(self, session: Session, name: str, content: str) -> str:
        """Add an output that was too large for the session, and return the path that its record gives."""
        path = (
            PurePosixPath("projects", project_path_to_hash(session.cwd))
            / session.session_id
            / "tool-results"
            / f"{name}.txt"
        )
        self.files[path] = content.encode()
        return f"{HOME}/.claude/{path}"


def new_session(name: str, project: str, start: str, **more: str) -> Session:
    """Begin a session.

    Args:
        name: What its id is made from.
        project: Its folder, below the home.
        start: Its first second, such as `2026-11-30 13:02:05`.
        more: Other attributes of `Session`.
    """
    begin = datetime.fromisoformat(start).replace(tzinfo=UTC)
    return Session(more.pop("session_id", "") or Ids(name).uuid(), f"{HOME}/{project}", begin, **more)


def _joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
