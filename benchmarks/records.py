"""The records of one made-up session, spelled as clients 2.1.8x to 2.1.11x spell them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

MODEL = "claude-sonnet-4-6"
"""The model that all replies are by."""

USAGE = (
    '"usage":{"input_tokens":11,"cache_creation_input_tokens":512,"cache_read_input_tokens":48211,"output_tokens":'
    '%d,"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},"service_tier":"standard",'
    '"cache_creation":{"ephemeral_1h_input_tokens":0,"ephemeral_5m_input_tokens":512},"inference_geo":"",'
    '"iterations":[],"speed":"standard"}'
)
"""The usage of a reply, with a place for its output tokens."""


@dataclass(slots=True)
class Records:
    """The lines of a session that is being made, with the state that the next one hangs on."""

    rng: random.Random
    session_id: str
    cwd: str
    now: float
    """Time of the newest record, in seconds since 1970."""
    branch: str = "main"
    entrypoint: str = "cli"
    agent_id: str = ""
    """Set in a subagent's file; its records are a sidechain."""
    parent: str = ""
    """The uuid that the next chained record hangs under; empty before the root."""
    size: int = 0
    """Characters made so far, about the bytes of the file."""
    lines: list[str] = field(default_factory=list)
    """Lines made and not yet taken away."""
    tail: str = field(init=False)
    """What every chained record ends with."""
    flags: str = field(init=False)
    """What every chained record has after its parentUuid."""

    def __post_init__(self) -> None:
        self.tail = (
            f',"userType":"external","entrypoint":"{self.entrypoint}","cwd":"{self.cwd}",'
            f'"sessionId":"{self.session_id}","version":"2.1.97","gitBranch":"{self.branch}"}}\n'
        )
        agent = f'"agentId":"{self.agent_id}",' if self.agent_id else ""
        self.flags = f'"isSidechain":{"true" if self.agent_id else "false"},{agent}'

    def chance(self, share: float) -> bool:
        """Say yes in ``share`` of the calls."""
        return self.rng.random() < share

    def uuid(self) -> str:
        """Give a new uuid of version 4."""
        digits = f"{self.rng.getrandbits(120):030x}"
        return f"{digits[:8]}-{digits[8:12]}-4{digits[12:15]}-a{digits[15:18]}-{digits[18:30]}"

    def token(self, prefix: str) -> str:
        """Give a new id of the API's kind, ``msg_…`` or ``toolu_…``."""
        return f"{prefix}_{self.rng.getrandbits(96):024x}"

    def tick(self) -> str:
        """Move the clock on, and give the time as a record spells it."""
        self.now += self.rng.random() * 8
        return datetime.fromtimestamp(self.now, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"

    def loose(self, body: str) -> None:
        """Add a record without uuid."""
        self._add(f'{{{body},"sessionId":"{self.session_id}"}}\n')

    def chained(self, body: str, *, under: str | None = None) -> str:
        """Add a record under ``under``, by default the newest one, and give its uuid."""
        parent = self.parent if under is None else under
        uuid = self.uuid()
        link = f'"{parent}"' if parent else "null"
        stamp = self.tick()
        self._add(f'{{"parentUuid":{link},{self.flags}{body},"uuid":"{uuid}","timestamp":"{stamp}"{self.tail}')
        self.parent = uuid
        return uuid

    def aside(self, body: str, *, under: str) -> str:
        """Add a record under ``under`` that the next one does not hang on."""
        kept = self.parent
        uuid = self.chained(body, under=under)
        self.parent = kept
        return uuid

    def user(self, content: str, rest: str = "", *, under: str | None = None) -> str:
        """Add a user record; ``content`` is JSON, ``rest`` more keys with a leading comma."""
        return self.chained(f'"type":"user","message":{{"role":"user","content":{content}}}{rest}', under=under)

    def assistant(self, message_id: str, block: str, stop: str = "tool_use") -> str:
        """Add one content block of a reply."""
        usage = USAGE % self.rng.randrange(20, 4000)
        return self.chained(
            f'"message":{{"id":"{message_id}","type":"message","role":"assistant","model":"{MODEL}","content":[{block}],'
            f'"stop_reason":"{stop}","stop_sequence":null,{usage}}},"requestId":"{self.token("req")}","type":"assistant"'
        )

    def take(self) -> bytes:
        """Take away the lines made so far."""
        data = "".join(self.lines).encode()
        self.lines.clear()
        return data

    def _add(self, line: str) -> None:
        self.lines.append(line)
        self.size += len(line)
