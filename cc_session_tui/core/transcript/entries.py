"""What a person reads: the entries of a transcript, one dataclass a kind.

An entry shows one content block, one record, or a run of records folded into one. It holds plain data of the session:
text is as it stands in the file, never markup.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON


class Kind(StrEnum):
    """The kinds of entries; the names stand in `--json` output and in CSS classes."""

    PROMPT = "prompt"
    REPLY = "reply"
    THINKING = "thinking"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    """A tool_result without its tool_use."""
    INJECTED = "injected"
    """Context that the client added: attachments, meta records, reminders."""
    COMMAND = "command"
    """A slash command's echo or its output."""
    HOOK = "hook"
    SYSTEM = "system"
    COMPACTION = "compaction"
    FORK = "fork"
    GAP = "gap"
    """A parent that is not in the file: what stands above is bridged for reading only."""
    IMAGE = "image"
    STATE = "state"
    """A session-level record: title, mode, last-prompt, snapshot, queue operation, ..."""
    UNKNOWN = "unknown"
    DAMAGED = "damaged"


class Speaker(StrEnum):
    """Who speaks in an entry."""

    USER = "user"
    ASSISTANT = "assistant"
    NONE = "none"


class Key(NamedTuple):
    """What an entry is, whatever the view, the detail and the reload: the place of its first block in the file."""

    offset: int
    """Offset of the record in the file, in bytes."""
    block: int
    """Number of the content block in the record; -1 for the record as a whole, -2 for a fork below it, -3 for a gap
    before it, -4 - n for what was injected into block n. The fork of several roots has offset -1."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a message."""

    media_type: str
    size: int
    """Decoded size in bytes."""
    width: int
    """In pixels, from the header; 0 where it cannot be read."""
    height: int
    row: int
    """Row of its record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What all entries have."""

    kind: Kind
    key: Key
    rows: tuple[int, ...]
    """Rows of the records it shows; the first is the one it is anchored on."""
    speaker: Speaker = Speaker.NONE
    starts_turn: bool = False
    """Whether the speaker changes here, so that it gets a headline."""
    time: str = ""
    """The timestamp as it stands in the record."""
    size: int = 0
    """Bytes of its records in the file."""
    resumed: bool = True
    """Whether a resume sends it to the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Entry):
    """A prompt, a reply, thinking, a command echo or output, a system notice: something to read."""

    text: str
    label: str = ""
    """What it is, where the kind does not say all: the command's name, the system subtype, `typed while working`,
    `retry`, `interrupted`, `API error`, `task notification`, `output`, `redacted`, `text not stored`, ..."""
    model: str = ""
    tokens: int = 0
    """Output tokens of the whole API message (the maximum over its lines); 0 where unknown."""
    signed: bool = False
    """Thinking: whether a signature goes with it."""
    is_error: bool = False
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a tool gave back."""

    row: int
    text: str
    """Its text blocks, joined; images and others stand in their own fields."""
    is_error: bool = False
    images: tuple[Image, ...] = ()
    data: JSON = None
    """The record's toolUseResult as it stands."""
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall(Entry):
    """A tool_use with its tool_result, wherever that stands; or (`TOOL_RESULT`) a result without its use."""

    name: str
    input: JSON
    """The input as it stands; an object in every known tool."""
    identity: str = ""
    """The tool_use id."""
    result: Result | None = None
    repeated: bool = False
    """Whether the id stands on another tool_use too."""
    model: str = ""
    tokens: int = 0


class Part(NamedTuple):
    """One record of a folded run."""

    label: str
    """Such as `skill_listing`, `meta`, `hook_progress`."""
    row: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Entry):
    """Records folded into one line: injected context, or session-level records; `text` is filled for a run of one."""

    parts: tuple[Part, ...]
    text: str = ""
    """What the record says, readable: the file's content, the hook's output, the listing; else its JSON, indented."""
    label: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction(Entry):
    """A compact boundary with the summary that follows it."""

    trigger: str = ""
    tokens_before: int = 0
    tokens_after: int = 0
    summary: str = ""


class Branch(NamedTuple):
    """One way on from a fork."""

    leaf: int
    """Row of the leaf that is chosen when one switches to this branch."""
    first: int
    """Row of the branch's first record below the fork."""
    title: str
    """First line of its first prompt or reply."""
    messages: int
    """Its user and assistant records."""
    active: bool
    """Whether the transcript shows this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkPoint(Entry):
    """A record with several branches below it; the entry stands just before them. Also: several roots."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw(Entry):
    """A record of a kind that nothing here knows, or bytes that are no record."""

    label: str
    """The record's kind, or what is wrong with the bytes."""
    data: bytes
    """The bytes of the line (at most the first 64 kB)."""
    record: dict[str, JSON] | None = field(default=None)
