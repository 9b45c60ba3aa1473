"""What goes on in a running session, as plain data; `activity` finds it in the records."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Doing(StrEnum):
    """What the records say that goes on."""

    NOTHING = ""
    """Nothing was asked, or what was asked was interrupted."""
    THINKING = "thinking"
    """The model is to say something, and has not yet."""
    TOOL = "tool"
    """Calls have no result yet."""
    REPLIED = "replied"


class OpenCall(NamedTuple):
    """A tool call without a result."""

    tool_use_id: str
    name: str
    """The tool's, as it stands in the record."""
    text: str
    """What it is about, one line: command, file, description, question."""
    since: str
    """The time of its record, as it stands there."""
    is_path: bool = False
    """Whether `text` is the path of a file."""


class Activity(NamedTuple):
    """What goes on in a session. Times are as they stand in the records, empty where unknown."""

    doing: Doing = Doing.NOTHING
    since: str = ""
    """When that began: the record that is to be answered, the oldest open call, the end of the reply."""
    calls: tuple[OpenCall, ...] = ()
    """The calls that run, in file order."""
    text: str = ""
    """The last line of what was last said in the turn, else its prompt; one line, cut."""
    turn: str = ""
    """The time of the prompt that began the turn."""
    tokens: int = 0
    """Tokens of context after the last API message; 0 where unknown."""
    note: str = ""
    """What is out of the ordinary: `retry 2 of 10`, `API error`, `interrupted`, `compacted`."""
    queued: int = 0
    """Prompts that were typed meanwhile, and wait for the end of the turn."""
