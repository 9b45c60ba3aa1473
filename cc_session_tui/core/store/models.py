"""Projects, sessions, subagents and running clients, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class SessionState(StrEnum):
    """What a file in a project folder turned out to be."""

    SESSION = "session"
    EMPTY = "empty"
    """A session file without a conversation: 0 bytes, or session-level records only."""
    FOREIGN = "foreign"
    """Not a Claude Code session: a folder, another tool's log, a JSON array."""
    UNREADABLE = "unreadable"
    DELETED = "deleted"
    """Only its companion folder or its prompts in history.jsonl are left."""


@dataclass(frozen=True, slots=True)
class FileStat:
    """A session file as `stat` tells, before a byte of it is read."""

    path: Path
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int


@dataclass(frozen=True, slots=True)
class Meta:
    """What is known of a session from reading it. Times are the records' own ISO strings; empty where unknown."""

    state: SessionState = SessionState.SESSION
    title: str = ""
    """custom-title, ai-title, summary, first human prompt, in that order; the last of a kind; else empty."""
    title_source: str = ""
    """`custom-title`, `ai-title`, `summary`, `prompt` or empty."""
    first_prompt: str = ""
    last_prompt: str = ""
    cwd: str = ""
    """The working directory of its first record that has one."""
    git_branch: str = ""
    model: str = ""
    """The last assistant message's."""
    version: str = ""
    entrypoint: str = ""
    """`cli`, `sdk-cli`, ..."""
    created: str = ""
    modified: str = ""
    """Times of the first and the last record that has a valid one."""
    forked_from: str = ""
    """Session id of `forkedFrom`."""
    messages: int = 0
    """Messages: human prompts, and API messages counted once however many lines they have. -1 until counted."""
    records: int = -1
    """Rows that are records; -1 until counted."""
    tokens: int = -1
    """Context tokens of the last API message (input, cache and output); -1 until counted."""
    output_tokens: int = -1
    """Output tokens of all API messages, each counted once (the maximum over its lines); -1 until counted."""
    damaged_lines: int = -1
    error: str = ""
    """Why it cannot be read, one line."""

    @property
    def complete(self) -> bool:
        """Whether the whole file was read for it, so that counts are there."""
        return self.records >= 0


@dataclass(frozen=True, slots=True)
class Subagent:
    """A subagent's transcript; it is a session file with sidechain records."""

    file: FileStat
    agent_id: str
    agent_type: str = ""
    description: str = ""
    tool_use_id: str = ""
    """The Agent call it belongs to; empty where unknown."""
    parent_agent_id: str = ""
    """The subagent that spawned it; empty where the session did. Never itself, never a cycle."""


@dataclass(frozen=True, slots=True)
class RunningClient:
    """A live `sessions/<pid>.json`."""

    pid: int
    session_id: str
    cwd: str
    status: str
    """`idle`, `busy`, or whatever the client wrote."""
    name: str = ""
    updated_ms: int = 0
    """`statusUpdatedAt`, milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session of the store."""

    session_id: str
    """The name of its file."""
    file: FileStat
    meta: Meta = field(default_factory=Meta)
    known: bool = False
    """Whether `meta` was read (or came from the cache); False while only the file's stat is known."""
    subagents: tuple[Subagent, ...] = ()
    running: RunningClient | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """Sessions that share a working directory."""

    path: str
    """The working directory as recorded (`cwd`); the folder's name where no record has one."""
    folders: tuple[Path, ...]
    """Its folders below `projects/`; several after case folding, NFC/NFD or a moved store."""
    sessions: tuple[Session, ...]
    """Newest first (by the file's mtime)."""
    is_path: bool = True
    """Whether `path` is a recorded directory; False for a folder name."""
    exists: bool = True
    """Whether the directory is there now."""
    note: str = ""
    """`moved` (the directory is gone), `worktree of X`, `symlink`, or empty."""
