"""Write one session file, record by record, with the envelope and the key order of client 2.1.332."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from .ids import Ids
from .usage import Bill

if TYPE_CHECKING:
    from collections.abc import Iterable

Fields: TypeAlias = dict[str, Any]
"""Part of a record, its keys in the client's order."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call: what the model asks for and what comes back."""

    name: str
    input: Fields
    content: str | list[Fields] = ""
    """The tool_result's content: what the model gets."""
    result: Any = None
    """The record's toolUseResult: what the client keeps for its screen."""
    is_error: bool = False
    seconds: float = 0.4
    hook: Fields | None = None
    """The attachment of a hook that ran after it."""
    pending: bool = False
    """Whether there is no result yet."""


@dataclass(slots=True)
class Session:
    """A session being written: its lines so far, its clock, and the record that the next one hangs under."""

    session_id: str
    cwd: str
    now: datetime
    branch: str = "main"
    version: str = "2.1.332"
    entrypoint: str = "cli"
    model: str = "claude-opus-5-5"
    agent_id: str = ""
    """Set for a subagent's file: its records are a sidechain."""
    slug: str = ""
    """The name of the plan, once there was one."""
    leaf: str | None = field(init=False, default=None)
    lines: list[bytes] = field(init=False, default_factory=list)
    ids: Ids = field(init=False)
    bill: Bill = field(init=False)
    prompt_id: str = field(init=False, default="")
    last_prompt: str = field(init=False, default="")
    turns: int = field(init=False, default=0)
    tools_used: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Seed the ids with what names this file."""
        self.ids = Ids(self.session_id + self.agent_id)
        self.bill = Bill(self.model, self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def stamp(self) -> str:
        """Return the time as records spell it."""
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def milliseconds(self) -> int:
        """Return the time as the client's counters spell it."""
        return round(self.now.timestamp() * 1000)

    def chain(self, head: Fields, tail: Fields | None = None, *, parent: str | None = "") -> str:
        """Add a record under the leaf, or under PARENT, and make it the leaf.

        Args:
            head: What stands before the uuid, `type` included.
            tail: What stands after the timestamp.
            parent: Another parent than the leaf; None for a root.

        Returns:
            Its uuid.
        """
        uuid = self.ids.uuid()
        record: Fields = {"parentUuid": self.leaf if parent == "" else parent}
        record |= {"isSidechain": bool(self.agent_id)} | ({"agentId": self.agent_id} if self.agent_id else {})
        record |= head | {"uuid": uuid, "timestamp": self.stamp()} | (tail or {}) | self._envelope()
        self._write(record)
        self.leaf = uuid
        self.wait(0.03)
        return uuid

    def note(self, kind: str, **fields: Any) -> None:
        """Add a record without a uuid: the state of the session."""
        self._write({"type": kind, **fields, "sessionId": self.session_id})

    def raw(self, line: bytes) -> None:
        """Add bytes that are no record, or not one only."""
        self.lines.append(line)

    def attach(self, kind: str, rendered: Iterable[str] = (), *, role: str = "system", **fields: Any) -> str:
        """Add an attachment; RENDERED is what the model gets of it."""
        shown: Fields = {"rendered": [{"content": _reminder(text)} for text in rendered], "renderedRole": role}
        tail = shown if shown["rendered"] else {}
        return self.chain({"attachment": {"type": kind, **fields}, "type": "attachment"}, tail)

    def system(self, subtype: str, **fields: Any) -> str:
        """Add a system record."""
        return self.chain({"type": "system", "subtype": subtype, **fields})

    def _envelope(self) -> Fields:
        where: Fields = {"userType": "external", "entrypoint": self.entrypoint, "cwd": self.cwd}
        where |= {"sessionId": self.session_id, "version": self.version, "gitBranch": self.branch}
        return where | ({"slug": self.slug} if self.slug else {})

    def _write(self, record: Fields) -> None:
        self.lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())


def _reminder(text: str) -> str:
    return f"<system-reminder>\n{text}\n</system-reminder>"
