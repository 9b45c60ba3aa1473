"""Sessions made, opened, renamed and deleted."""

from __future__ import annotations

import re
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.companion import beside, companion_of
from cc_session_tui.core.editing.inheriting import envelope_of
from cc_session_tui.core.editing.read import Read
from cc_session_tui.core.editing.records import (
    DEFAULT_BRANCH,
    DEFAULT_MODEL,
    DEFAULT_VERSION,
    Envelope,
    serialize_line,
)
from cc_session_tui.core.editing.session import Session
from cc_session_tui.core.editing.writer import append_locked
from cc_session_tui.core.errors import EditError, SessionNotFound, WriteError
from cc_session_tui.core.paths import get_session_path, normalize_project_path

if TYPE_CHECKING:
    from cc_session_tui.core.editing.records import Record

_SESSION_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def create_session(  # noqa: PLR0913
    *,
    project_path: str | Path,
    claude_dir: str | Path | None = None,
    cwd: str | Path | None = None,
    git_branch: str = DEFAULT_BRANCH,
    version: str = DEFAULT_VERSION,
    model: str = DEFAULT_MODEL,
    session_id: str | None = None,
) -> Session:
    """A new, empty session of the project at PROJECT_PATH. Nothing is written before its `save`.

    Raises:
        EditError: SESSION_ID cannot be the name of a file.
    """
    identity = _checked(session_id) if session_id else str(uuid.uuid4())
    project = normalize_project_path(project_path)
    where = normalize_project_path(cwd) if cwd else project
    envelope = Envelope(identity, where, git_branch, version, model)
    return Session(get_session_path(identity, project, claude_dir), project, envelope)


def open_session(*, session_id: str, project_path: str | Path, claude_dir: str | Path | None = None) -> Session:
    """The session SESSION_ID of the project at PROJECT_PATH.

    Raises:
        SessionNotFound: there is no such file.
        ReadError: it cannot be read.
    """
    path = get_session_path(_checked(session_id), project_path, claude_dir)
    return read_session(path, normalize_project_path(project_path))


def read_session(jsonl_path: str | Path, project_path: str | Path | None = None) -> Session:
    """The session in the file JSONL_PATH; its project is where its records say, unless PROJECT_PATH is given.

    Raises:
        SessionNotFound: there is no such file.
        ReadError: it cannot be read.
    """
    path = Path(jsonl_path)
    read = Read.of(path)
    envelope = envelope_of(read.index, path.stem)
    project = str(project_path) if project_path else envelope.cwd
    envelope.cwd = envelope.cwd or project
    return Session(path, project, envelope, read)


def delete_session(
    session_id: str,
    project_path: str | Path,
    claude_dir: str | Path | None = None,
    *,
    permanent: bool = False,
    backups: Backups | None = None,
) -> None:
    """Move a session's file, companion folder and subagents to the trash; PERMANENT removes them.

    Nothing there is no error.

    Raises:
        WriteError: they cannot be moved or removed.
    """
    delete_file(get_session_path(_checked(session_id), project_path, claude_dir), permanent=permanent, backups=backups)


def delete_file(path: Path, *, permanent: bool = False, backups: Backups | None = None) -> None:
    """Move the session at PATH, its companion folder and its subagents to the trash; PERMANENT removes them.

    Raises:
        WriteError: they cannot be moved or removed.
    """
    companion, agents = companion_of(path), beside(path)
    if not path.exists() and not path.is_symlink() and not companion.is_dir() and not agents:
        return
    if not permanent:
        (backups or Backups()).trash(path)
        return
    try:
        for file in (*agents, path):
            file.unlink(missing_ok=True)
        if companion.is_symlink():
            companion.unlink()
        elif companion.is_dir():
            shutil.rmtree(companion)
    except OSError as error:
        raise WriteError(f"cannot remove {path}: {error.strerror}") from error


def rename_session(jsonl_path: str | Path, title: str) -> None:
    """Give the session in JSONL_PATH a TITLE as /rename does (2.1.332): by a custom-title and an agent-name record.

    Raises:
        EditError: the title is empty.
        SessionNotFound: there is no such file.
        WriteError: the file cannot be written.
    """
    path, name = Path(jsonl_path), " ".join(title.split())
    if not name:
        raise EditError("a title needs at least one character")
    records: list[Record] = [
        {"type": "custom-title", "customTitle": name, "sessionId": path.stem},
        {"type": "agent-name", "agentName": name, "sessionId": path.stem},
    ]
    if not path.exists():
        raise SessionNotFound(f"no session file {path}")
    append_locked(path, lambda _: b"".join(map(serialize_line, records)))


def _checked(session_id: str) -> str:
    if not _SESSION_ID.fullmatch(session_id):
        raise EditError(f"{session_id!r} cannot be a session's id")
    return session_id
