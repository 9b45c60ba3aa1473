"""Records, session files and Claude dirs for the tests of the store."""

from __future__ import annotations

import json
import os
from itertools import count
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.paths import project_path_to_hash
from cc_session_tui.core.store.reading import read_meta

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cc_session_tui.core.store.models import Meta

SESSION = "00000abc-0000-4000-8000-000000000abc"
OTHER = "00000def-0000-4000-8000-000000000def"
CWD = "/home/u/proj"

Record = dict[str, Any]
_numbers = count(1)


def envelope(type_: str, **fields: Any) -> Record:
    """A record of the chain, a minute after the one that was made before."""
    number = next(_numbers)
    time = f"2026-01-{1 + number // 1440 % 28:02}T{number // 60 % 24:02}:{number % 60:02}:00.000Z"
    record = {
        "parentUuid": None,
        "isSidechain": False,
        "cwd": CWD,
        "sessionId": SESSION,
        "version": "2.1.332",
        "gitBranch": "main",
        "type": type_,
        "uuid": f"{number:08x}-0000-4000-8000-000000000000",
        "timestamp": time,
        "entrypoint": "cli",
    }
    return {key: value for key, value in (record | fields).items() if value is not ...}


def user(content: Any, **fields: Any) -> Record:
    """A user record."""
    return envelope("user", **{"message": {"role": "user", "content": content}} | fields)


def assistant(text: str = "answer", message_id: str | None = "msg_1", output: int = 10, **fields: Any) -> Record:
    """A line of an API message."""
    usage = {
        "input_tokens": 100,
        "cache_creation_input_tokens": 20,
        "cache_read_input_tokens": 3,
        "output_tokens": output,
    }
    message: Record = {"model": "claude-test-1", "role": "assistant", "content": [{"type": "text", "text": text}]}
    if message_id is not None:
        message["id"] = message_id
    return envelope("assistant", message=message | {"usage": usage} | fields.pop("message", {}), **fields)


def title(kind: str, text: Any, session: Any = SESSION) -> Record:
    """A record that names a session: `custom-title`, `ai-title` or `last-prompt`."""
    key = {"custom-title": "customTitle", "ai-title": "aiTitle", "last-prompt": "lastPrompt"}[kind]
    return {"type": kind, key: text} | ({} if session is None else {"sessionId": session})


def filler(size: int) -> list[Record]:
    """Tool results of together about SIZE bytes, in which a list finds nothing to show."""
    block = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x" * 1000}
    return [user([block], toolUseResult={"stdout": ""}) for _ in range(size // 1400)]


def lines(records: Iterable[Record]) -> bytes:
    """RECORDS as the bytes of a file."""
    return b"".join(json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records)


def write(path: Path, records: Iterable[Record]) -> Path:
    """RECORDS as the file PATH, its folders made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(records))
    return path


def meta_of(path: Path, records: Iterable[Record], *, full: bool = True) -> Meta:
    """The metadata of a session file with RECORDS, below the folder PATH."""
    return read_meta(str(write(path / f"{SESSION}.jsonl", records)), full=full).meta


class ClaudeDir:
    """A Claude dir that is being filled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seconds = count(1_700_000_000)

    def folder(self, cwd: str = CWD) -> Path:
        """The project folder of CWD."""
        return self.path / "projects" / project_path_to_hash(cwd)

    def session(self, *records: Record, session_id: str = SESSION, cwd: str = CWD, folder: str = "") -> Path:
        """A session file, newer than those before it; in CWD's folder, or the one named FOLDER."""
        place = self.path / "projects" / folder if folder else self.folder(cwd)
        path = write(place / f"{session_id}.jsonl", records or [user("hello", cwd=cwd, sessionId=session_id)])
        seconds = next(self._seconds)
        os.utime(path, (seconds, seconds))
        return path
