"""Sessions that are gone: their prompts in `history.jsonl`, and the folders that were left beside them.

The client deletes transcripts after some weeks (30 days by default), and nothing else of a session.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.paths import is_session_id, project_path_to_hash
from cc_session_tui.core.store.layout import Folder, file_stat
from cc_session_tui.core.store.models import FileStat, Meta, Session, SessionState
from cc_session_tui.core.store.opening import open_regular
from cc_session_tui.core.store.text import clean, cut, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_CHUNK = 256 << 10
_LATEST = 1 << 42  # milliseconds, in the year 2109


class Typed(NamedTuple):
    """A prompt in history.jsonl."""

    text: str
    time_ms: int
    """Milliseconds since 1970."""
    project: str
    """The working directory."""


class _Line(msgspec.Struct, gc=False, rename="camel"):
    display: str
    session_id: str
    timestamp: int | float = 0
    project: str = ""


def history(claude_dir: Path) -> dict[str, list[Typed]]:
    """The prompts in history.jsonl by session id, oldest first; lines without one (old clients) tell of no session."""
    found: dict[str, list[Typed]] = {}
    for line in _lines(str(claude_dir / "history.jsonl")):
        time = int(line.timestamp) if 0 <= line.timestamp < _LATEST else 0
        found.setdefault(line.session_id, []).append(Typed(clean(line.display), time, clean(line.project)))
    return found


def deleted_sessions(claude_dir: Path, folders: Iterable[Folder]) -> Iterator[Session]:
    """What is left of sessions that have no file in FOLDERS."""
    left: dict[str, str] = {}
    there: set[str] = set()
    for folder in folders:
        there.update(found.session_id for found in folder.files)
        left.update((name, folder.path) for name in folder.companions if is_session_id(name))
    prompts = history(claude_dir)
    root = str(claude_dir / "projects")
    for session_id, typed in prompts.items():
        if session_id not in there:
            folder_path = left.pop(session_id, "") or f"{root}/{project_path_to_hash(typed[-1].project)}"
            yield _from_history(session_id, typed, folder_path)
    for session_id, folder_path in left.items():
        if session_id not in there:
            yield _from_folder(session_id, folder_path)


def _from_history(session_id: str, typed: list[Typed], folder: str) -> Session:
    first, last = typed[0], typed[-1]
    meta = Meta(
        SessionState.DELETED,
        one_line(first.text),
        "prompt" if first.text.strip() else "",
        cut(first.text),
        cut(last.text),
        last.project,
        created=_iso(first.time_ms),
        modified=_iso(last.time_ms),
        messages=len(typed),
        error="deleted: its prompts are left in history.jsonl",
    )
    file = FileStat(f"{folder}/{session_id}.jsonl", mtime_ns=last.time_ms * 1_000_000)
    return Session(session_id, file, meta, known=True)


def _from_folder(session_id: str, folder: str) -> Session:
    path = f"{folder}/{session_id}"
    found = file_stat(path)
    file = FileStat(f"{path}.jsonl", mtime_ns=found.mtime_ns if found else 0)
    return Session(session_id, file, Meta(SessionState.DELETED, error="deleted: its folder is left"), known=True)


def _lines(path: str) -> Iterator[_Line]:
    try:
        file, _ = open_regular(path)
    except ReadError:
        return
    decode = msgspec.json.Decoder(_Line).decode
    with os.fdopen(file, "rb", _CHUNK) as stream:
        for line in stream:
            try:
                yield decode(line)
            except (msgspec.MsgspecError, ValueError, RecursionError):
                continue  # blank, damaged, or of a client that named no session


def _iso(time_ms: int) -> str:
    return datetime.fromtimestamp(time_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
