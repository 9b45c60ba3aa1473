"""What belongs to a session beside its file: its subagents' transcripts, and tool results that were too long for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.format.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_AGENTS: Final = "agent-*.jsonl"
_FIRST_LINE: Final = 1 << 20
"""Bytes of a transcript that are read for the session that it belongs to."""


def companion_of(path: Path) -> Path:
    """The folder beside the session file PATH that holds its subagents and tool results."""
    return path.with_suffix("")


def subagent_files(path: Path) -> list[Path]:
    """The transcripts of the subagents of the session at PATH.

    Clients keep them in the companion folder; 2.0.28 to 2.0.55 kept them beside the session.
    """
    return [*beside(path), *(file for file in files_below(companion_of(path)) if file.match(_AGENTS))]


def beside(path: Path) -> list[Path]:
    """The transcripts of subagents that stand beside the session at PATH and name it."""
    return [file for file in sorted(path.parent.glob(_AGENTS)) if file != path and _names(file, path.stem)]


def files_below(folder: Path) -> Iterator[Path]:
    """All files in FOLDER and the folders in it, in order of their names."""
    return (file for file in sorted(folder.rglob("*")) if file.is_file()) if folder.is_dir() else iter(())


def _names(file: Path, session_id: str) -> bool:
    """Whether the first record of FILE names SESSION_ID."""
    try:
        record = loads(FileSource(file).read(0, _FIRST_LINE).partition(b"\n")[0])
    except (ReadError, ValueError):
        return False
    return isinstance(record, dict) and record.get("sessionId") == session_id
