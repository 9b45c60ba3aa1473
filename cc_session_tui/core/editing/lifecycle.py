"""Sessions made, opened, copied, renamed and deleted."""

from __future__ import annotations

import re
import shutil
import uuid
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph, active_leaf
from cc_session_tui.core.editing.backups import Backups, companion_of
from cc_session_tui.core.editing.records import (
    DEFAULT_BRANCH,
    DEFAULT_MODEL,
    DEFAULT_VERSION,
    Envelope,
    new_slug,
    serialize_line,
)
from cc_session_tui.core.editing.session import Session
from cc_session_tui.core.editing.writer import Stamp, append, replace
from cc_session_tui.core.errors import EditError, SessionNotFound, WriteError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.paths import get_session_path, normalize_project_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.editing.records import Record

_SESSION_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_RECENT: Final = 20
"""Rows at the end of a file that are looked at for the time of its last record."""


def create_session(  # noqa: PLR0913
    *,
    project_path: str | Path,
    claude_dir: Path | None = None,
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


def open_session(*, session_id: str, project_path: str | Path, claude_dir: Path | None = None) -> Session:
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
    if not path.exists():
        raise SessionNotFound(f"no session file {path}")
    index = Index.open(path)
    envelope = _envelope(index, path.stem)
    return Session(path, str(project_path) if project_path else envelope.cwd, envelope, index)


def delete_session(
    session_id: str,
    project_path: str | Path,
    claude_dir: Path | None = None,
    *,
    permanent: bool = False,
    backups: Backups | None = None,
) -> None:
    """Move a session's file and companion folder to the trash; PERMANENT removes them. Nothing there is no error.

    Raises:
        WriteError: they cannot be moved or removed.
    """
    delete_file(get_session_path(_checked(session_id), project_path, claude_dir), permanent=permanent, backups=backups)


def delete_file(path: Path, *, permanent: bool = False, backups: Backups | None = None) -> None:
    """Move the session at PATH and its companion folder to the trash; PERMANENT removes them.

    Raises:
        WriteError: they cannot be moved or removed.
    """
    companion = companion_of(path)
    if not path.exists() and not path.is_symlink() and not companion.is_dir():
        return
    if not permanent:
        (backups or Backups()).trash(path)
        return
    try:
        path.unlink(missing_ok=True)
        if companion.is_dir():
            shutil.rmtree(companion)
    except OSError as error:
        raise WriteError(f"cannot remove {path}: {error.strerror}") from error


def copy_session(path: Path, *, project_path: str | Path | None = None, claude_dir: Path | None = None) -> Path:
    """A copy of the session at PATH under a new id, with its companion folder; return its file.

    All records are carried over; in each the session's own id and the paths into its companion folder are exchanged,
    and no other byte. With PROJECT_PATH the copy becomes a session of that project.

    Raises:
        ReadError: the session cannot be read.
        WriteError: the copy cannot be written.
    """
    index = Index.open(path)
    identity = str(uuid.uuid4())
    target = (
        get_session_path(identity, project_path, claude_dir) if project_path else path.with_name(f"{identity}.jsonl")
    )
    exchange = _Exchange(path, target)
    replace(target, (exchange(index.raw(row)) for row in range(len(index))), None)
    _copy_companion(companion_of(path), companion_of(target), exchange)
    return target


def rename_session(path: Path, title: str) -> None:
    """Give the session at PATH a TITLE as the client's /rename does (2.1.332): a custom-title and an agent-name record.

    Raises:
        EditError: the title is empty.
        WriteError: the file cannot be written.
    """
    name = " ".join(title.split())
    if not name:
        raise EditError("a title needs at least one character")
    records: list[Record] = [
        {"type": "custom-title", "customTitle": name, "sessionId": path.stem},
        {"type": "agent-name", "agentName": name, "sessionId": path.stem},
    ]
    append(path, b"".join(map(serialize_line, records)), Stamp.of(path))


class _Exchange:
    """The bytes that differ between a session and its copy."""

    def __init__(self, source: Path, target: Path) -> None:
        old, new = source.stem.encode(), target.stem.encode()
        self._id = re.compile(rb'("session_?[iI]d"\s*:\s*")' + re.escape(old) + rb'"')
        self._new = rb"\g<1>" + new + b'"'
        self._folders = _json_bytes(companion_of(source)), _json_bytes(companion_of(target))

    def __call__(self, line: bytes) -> bytes:
        """LINE as the copy has it."""
        return self._id.sub(self._new, line).replace(*self._folders)


def _json_bytes(path: Path) -> bytes:
    """PATH as it stands in a JSON string, with the slash behind it."""
    return serialize_line({"": f"{path.resolve()}/"})[5:-3]


def _copy_companion(source: Path, target: Path, exchange: _Exchange) -> None:
    try:
        for file in _files(source):
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if file.suffix == ".jsonl":
                index = Index.open(file)
                replace(copy, (exchange(index.raw(row)) for row in range(len(index))), None)
            else:
                shutil.copy2(file, copy)
    except OSError as error:
        raise WriteError(f"cannot copy {source}: {error.strerror}") from error


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file()) if folder.is_dir() else iter(())


def _checked(session_id: str) -> str:
    if not _SESSION_ID.fullmatch(session_id):
        raise EditError(f"{session_id!r} cannot be a session's id")
    return session_id


def _envelope(index: Index, session_id: str) -> Envelope:
    """What new records take over from those of INDEX: each field from the nearest record above the leaf that has it."""
    graph = Graph(index)
    envelope = Envelope(session_id, "", last_time=_last_time(index))
    wanted = {"cwd": "cwd", "gitBranch": "git_branch", "version": "version", "slug": "slug"}
    models = True
    for row in graph.walk(active_leaf(graph).row):
        record = index.record(row) or {}
        for key in [key for key in wanted if isinstance(record.get(key), str) and record[key]]:
            setattr(envelope, wanted.pop(key), record[key])
        if models and (model := _model(record)):
            envelope.model, models = model, False
        if not wanted and not models:
            break
    if "slug" in wanted:
        envelope.slug = new_slug()
    return envelope


def _model(record: Record) -> str:
    message = record.get("message")
    model = message.get("model") if isinstance(message, dict) else None
    return model if isinstance(model, str) and not model.startswith("<") else ""


def _last_time(index: Index) -> datetime | None:
    """The latest time of the last records of INDEX."""
    rows = range(max(0, len(index) - _RECENT), len(index))
    return max(filter(None, (_time(index.record(row)) for row in rows)), default=None)


def _time(record: Record | None) -> datetime | None:
    stamp = (record or {}).get("timestamp")
    try:
        time = datetime.fromisoformat(stamp) if isinstance(stamp, str) else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo else None
