"""Projects and sessions for the tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cc_session_tui.core.store.models import FileStat, Meta, Project, RunningClient, Session, Subagent

NOW = 1_790_000_000.0
"""A moment, in seconds since 1970."""


def stat_of(name: str, hours_ago: float = 1, size: int = 1000) -> FileStat:
    """The stat of a file that was written so long before NOW."""
    written = int((NOW - hours_ago * 3600) * 1e9)
    return FileStat(f"/store/{name}.jsonl", size, written, 1, written)


def session(name: str, title: str = "", hours_ago: float = 1, size: int = 1000, **meta: Any) -> Session:
    """A session that was read; `running` is what its client does, for `seconds` now; it started `minutes` ago."""
    running, seconds, minutes = meta.pop("running", ""), meta.pop("seconds", 12), meta.pop("minutes", 90)
    subagents = tuple(meta.pop("subagents", ()))
    client = client_of(name, running, seconds, minutes=minutes) if running else None
    return Session(name, stat_of(name, hours_ago, size), Meta(title=title, **meta), True, subagents, client)


def client_of(name: str, status: str, seconds: float = 12, waiting_for: str = "", minutes: float = 90) -> RunningClient:
    """The client of the session NAME, in that state for SECONDS, which started MINUTES ago."""
    updated, started = (int((NOW - ago) * 1000) for ago in (seconds, 60 * minutes))
    return RunningClient(1, name, "/w", status, updated_ms=updated, waiting_for=waiting_for, started_ms=started)


def subagent(name: str, agent_type: str = "Explore", description: str = "look around", **fields: Any) -> Subagent:
    """A subagent."""
    return Subagent(stat_of(name), name, agent_type, description, **fields)


def project(path: str, *sessions: Session, **fields: Any) -> Project:
    """A project."""
    return Project(path, (Path("/store"),), sessions, **fields)
