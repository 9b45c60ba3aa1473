"""Projects, sessions, subagents and running clients, as plain data.

What there are thousands of is a named tuple: a program that starts makes the list of a large store from its cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Self


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


class FileStat(NamedTuple):
    """A file as `stat` tells, before a byte of it is read."""

    name: str
    """Its path, absolute. (`path` makes a Path of it, which costs more than the rest of this.)"""
    size: int = 0
    mtime_ns: int = 0
    inode: int = 0
    ctime_ns: int = 0

    @property
    def path(self) -> Path:
        """Its path, absolute."""
        return Path(self.name)

    @property
    def folder(self) -> str:
        """The path of the folder that it lies in."""
        return self.name.rpartition("/")[0]

    @property
    def stamp(self) -> str:
        """Another one for every change, also for a rewrite that keeps the size and restores the mtime."""
        return f"{self.size}.{self.mtime_ns}.{self.ctime_ns}.{self.inode}"

    @classmethod
    def of(cls, path: str | Path) -> Self:
        """The stat of the file at PATH, symlinks followed.

        Raises:
            OSError: there is none.
        """
        found = Path(path).stat()
        return cls(str(Path(path).absolute()), found.st_size, found.st_mtime_ns, found.st_ino, found.st_ctime_ns)


class Meta(NamedTuple):
    """What is known of a session from reading it.

    Times are ISO strings in UTC; strings are empty, and numbers -1, where unknown. Prompts are cut after 300 letters.
    """

    state: SessionState = SessionState.SESSION
    title: str = ""
    """custom-title, ai-title, summary, first human prompt, in that order; the last of a kind. One line."""
    title_source: str = ""
    """`custom-title`, `ai-title`, `summary`, `prompt` or empty."""
    first_prompt: str = ""
    last_prompt: str = ""
    cwd: str = ""
    """Its working directory: the recorded one that its folder is named after, else the first recorded one."""
    git_branch: str = ""
    """The last one recorded."""
    model: str = ""
    """The last assistant message's."""
    version: str = ""
    """The client's that wrote the last record."""
    entrypoint: str = ""
    """`cli`, `sdk-cli`, ...: the last one that is none of `sdk-*`, so that `sdk-cli` means: all of it `claude -p`."""
    created: str = ""
    modified: str = ""
    """Times of the first and the last record that has a valid one."""
    forked_from: str = ""
    """Session id of `forkedFrom`."""
    messages: int = -1
    """Messages: human prompts, and API messages counted once however many lines they have. -1 until counted."""
    records: int = -1
    """Rows that are records; -1 until counted."""
    tokens: int = -1
    """Context tokens of the last API message (input, cache and output); -1 until counted, 0 where there is none."""
    output_tokens: int = -1
    """Output tokens of all API messages, each counted once (the maximum over its lines); -1 until counted."""
    damaged_lines: int = -1
    """Lines that are not one record each; -1 until counted."""
    inherited: int = -1
    """Records with `forkedFrom`: copied from the session that this one is a branch of; -1 until counted."""
    error: str = ""
    """Why it cannot be read, or is no session, one line."""
    first_uuid: str = ""
    """uuid of its first record that has one; a copy of a session begins with the same."""
    worktree_of: str = ""
    """The directory that its worktree was made from, where a `worktree-state` record names one."""
    owner: str = ""
    """sessionId of its records where it is not its name: in a copied file, or a subagent's beside its session."""

    @property
    def complete(self) -> bool:
        """Whether the whole file was read for it, so that counts are there."""
        return self.records >= 0


class Subagent(NamedTuple):
    """A subagent's transcript; it is a session file with sidechain records."""

    file: FileStat
    agent_id: str
    agent_type: str = ""
    description: str = ""
    tool_use_id: str = ""
    """The Agent call it belongs to; empty where unknown."""
    parent_agent_id: str = ""
    """The subagent that spawned it; empty where the session did. Never itself, never a cycle."""
    started: str = ""
    """Time of its first record, as recorded; empty where unknown."""
    finished: bool = False
    """Whether its client wrote that it ended (`finished` in its metadata, 2.1.332); older ones never do."""


@dataclass(frozen=True, slots=True)
class RunningClient:
    """A live `sessions/<pid>.json`."""

    pid: int
    session_id: str
    cwd: str
    status: str
    """`busy`, `shell`, `waiting`, `idle` (2.1.332), empty in its first moment, or whatever the client wrote."""
    name: str = ""
    updated_ms: int = 0
    """`statusUpdatedAt`, milliseconds since 1970; 0 where unknown."""
    waiting_for: str = ""
    """`waitingFor`, while it waits: `permission prompt`, `input needed`, `dialog open`, `goal proposal` (2.1.332)."""
    started_ms: int = 0
    """`startedAt`, milliseconds since 1970; 0 where unknown."""
    kind: str = ""
    """`interactive`, or whatever the client wrote."""

    @property
    def is_at_work(self) -> bool:
        """Whether a turn goes on: it works, or waits for an answer. A shell in the background is no turn."""
        return self.status in {"busy", "waiting"}


class Session(NamedTuple):
    """A session of the store; `_replace` makes a changed one."""

    session_id: str
    """The name of its file."""
    file: FileStat
    meta: Meta = Meta()
    known: bool = False
    """Whether `meta` is of the file as it is now.

    False while only the file's stat is known; `meta` is then empty, or what was known before the file changed.
    """
    subagents: tuple[Subagent, ...] = ()
    running: RunningClient | None = None

    @property
    def is_new(self) -> bool:
        """Whether nothing was asked or answered in it yet, as after /clear."""
        meta = self.meta
        return self.known and meta.state is SessionState.SESSION and not meta.first_prompt and not meta.model


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
    """`moved` (the directory is gone), `worktree of X`, `symlink to X`, `on Windows`, or empty."""
