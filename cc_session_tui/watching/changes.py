"""What can happen to a store, as plain data. Paths are those of the store as it was given, symlinks not resolved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.store.models import RunningClient


@dataclass(frozen=True, slots=True)
class SessionNew:
    """A session file is there that was not."""

    path: Path


@dataclass(frozen=True, slots=True)
class SubagentNew:
    """A subagent of a session that runs, or is followed, has a transcript now."""

    path: Path


@dataclass(frozen=True, slots=True)
class MetadataChanged:
    """What is written beside a session that runs, or is followed, is other: its title, or what a subagent is."""

    path: Path
    """`custom-title.json`, or the `.meta.json` of a subagent."""


@dataclass(frozen=True, slots=True)
class SessionGrown:
    """Bytes were appended; the last line may be torn still."""

    path: Path
    start: int
    """Its size in bytes before: where to read on."""
    end: int
    """Its size in bytes now."""


@dataclass(frozen=True, slots=True)
class SessionRewritten:
    """It is the same file, with other bytes in what was read already."""

    path: Path


@dataclass(frozen=True, slots=True)
class SessionShrunk:
    """It is the same file, and shorter."""

    path: Path
    size: int
    """Its size in bytes now."""


@dataclass(frozen=True, slots=True)
class SessionReplaced:
    """Another file took its name, as an atomic rewrite does."""

    path: Path


@dataclass(frozen=True, slots=True)
class SessionGone:
    """It was deleted, or moved away."""

    path: Path


@dataclass(frozen=True, slots=True)
class ClientStarted:
    """A client runs that did not."""

    client: RunningClient


@dataclass(frozen=True, slots=True)
class ClientChanged:
    """A client has another status, session or name."""

    client: RunningClient


@dataclass(frozen=True, slots=True)
class ClientEnded:
    """A client has ended, or died."""

    client: RunningClient


@dataclass(frozen=True, slots=True)
class PollingInstead:
    """The system does not notify: from now on the store is looked at from time to time. It is said once."""

    reason: str
    """Why, one line."""


FileChange: TypeAlias = (
    SessionNew
    | SubagentNew
    | MetadataChanged
    | SessionGrown
    | SessionRewritten
    | SessionShrunk
    | SessionReplaced
    | SessionGone
)
"""What can happen to a session file, to that of a subagent, and to what is written beside them."""
ClientChange: TypeAlias = ClientStarted | ClientChanged | ClientEnded
"""What can happen to a client."""
Change: TypeAlias = FileChange | ClientChange | PollingInstead
"""What can happen."""
