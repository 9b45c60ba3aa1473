"""New records, with the fields and in the shape that the client writes (2.1.83 to 2.1.332)."""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.format.lines import JSON

    Record = dict[str, JSON]

DEFAULT_VERSION: Final = "2.1.83"
"""The client version that new records claim."""
DEFAULT_MODEL: Final = "claude-sonnet-4-6"
"""The model that new assistant records claim."""
DEFAULT_BRANCH: Final = "HEAD"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_TICK: Final = timedelta(milliseconds=1)
_FIRST_WORDS: Final = (
    "amber",
    "brisk",
    "copper",
    "dusty",
    "gentle",
    "hollow",
    "ivory",
    "lunar",
    "mellow",
    "noble",
    "rusty",
)
_LAST_WORDS: Final = (
    "acorn",
    "brook",
    "comet",
    "fern",
    "harbor",
    "lagoon",
    "maple",
    "otter",
    "pebble",
    "quartz",
    "thicket",
)


def serialize_record(record: Mapping[str, JSON]) -> str:
    """RECORD as one line without its newline: compact, keys in their order, text as it is.

    A lone surrogate, which UTF-8 cannot hold, is written as an escape.
    """
    return escaped(json.dumps(record, ensure_ascii=False, separators=(",", ":")))


def escaped(text: str) -> str:
    """TEXT, which is JSON, with lone surrogates, which UTF-8 cannot hold, as escapes."""
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def serialize_line(record: Mapping[str, JSON]) -> bytes:
    """RECORD as a line of a session file, its newline included.

    Raises:
        EditError: it holds what JSON cannot hold.
    """
    try:
        return serialize_record(record).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise EditError(f"a record must be JSON: {error}") from error


def new_slug() -> str:
    """A name like those that the client gives to a session's plan."""
    pick = random.SystemRandom().choice
    return f"{pick(_FIRST_WORDS)}-{pick(_FIRST_WORDS)}-{pick(_LAST_WORDS)}"


@dataclass(slots=True)
class Envelope:
    """What all records of a session share, and the clock that their timestamps are taken from."""

    session_id: str
    cwd: str
    git_branch: str = DEFAULT_BRANCH
    version: str = DEFAULT_VERSION
    model: str = DEFAULT_MODEL
    slug: str = field(default_factory=new_slug)
    entrypoint: str = "cli"
    agent_id: str = ""
    """The subagent whose transcript the records belong to; empty in a session's own file."""
    last_time: datetime | None = None
    """Time of the last record; the next one is later."""

    def user(self, parent: str | None, content: JSON) -> Record:
        """A user record below PARENT."""
        return self._record("user", parent, {"message": {"role": "user", "content": content}})

    def assistant(self, parent: str | None, blocks: JSON, model: str | None, stop_reason: str) -> Record:
        """An assistant record below PARENT, with ids of its own."""
        message: dict[str, JSON] = {
            "id": f"msg_{_token()}",
            "type": "message",
            "role": "assistant",
            "model": model or self.model,
            "content": blocks,
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "usage": {
                "input_tokens": 0,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
                "output_tokens": 0,
            },
        }
        return self._record("assistant", parent, {"message": message, "requestId": f"req_{_token()}"})

    def attachment(self, parent: str | None, attachment: JSON) -> Record:
        """An attachment record below PARENT."""
        return self._record("attachment", parent, {"attachment": attachment})

    def _record(self, kind: str, parent: str | None, fields: Record) -> Record:
        return {
            "parentUuid": parent,
            "isSidechain": bool(self.agent_id),
            **({"agentId": self.agent_id} if self.agent_id else {}),
            "type": kind,
            **fields,
            "uuid": str(uuid.uuid4()),
            "timestamp": self.next_time(),
            "userType": "external",
            "entrypoint": self.entrypoint,
            "cwd": self.cwd,
            "sessionId": self.session_id,
            "version": self.version,
            "gitBranch": self.git_branch,
            "slug": self.slug,
        }

    def next_time(self) -> str:
        """The timestamp of the next record: now, or a millisecond after the last record where that is later."""
        now = datetime.now(UTC)
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        if self.last_time is not None and now <= self.last_time:
            now = self.last_time + _TICK
        self.last_time = now
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def tool_use_id() -> str:
    """A new id for a tool_use, in the API's form."""
    return f"toolu_{_token()}"


def _token() -> str:
    return uuid.uuid4().hex[:24]
