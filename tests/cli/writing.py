"""What the tests of the commands that write share."""

from __future__ import annotations

import json
import os
import sys
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

from cc_session_tui import parse_jsonl_file

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ID = "0b6f5c1e-7d0a-4d8e-9f64-0d7b6a3c2e11"
"""The id of a session that has no file yet."""


def session_paths(claude_dir: Path) -> list[Path]:
    """Return the files of all sessions in CLAUDE_DIR."""
    return sorted(claude_dir.glob("projects/*/*.jsonl"))


def records(claude_dir: Path, session_id: str) -> list[dict[str, Any]]:
    """Return the records of SESSION_ID, wherever its file is."""
    return parse_jsonl_file(next(claude_dir.glob(f"projects/*/{session_id}.jsonl")))


def contents(claude_dir: Path, session_id: str) -> list[Any]:
    """Return what the messages of SESSION_ID hold."""
    return [record["message"]["content"] for record in records(claude_dir, session_id) if "message" in record]


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Put DATA on stdin."""
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))


def start_client(claude_dir: Path, session_id: str) -> None:
    """Let a client that is running, this process, have SESSION_ID open."""
    folder = claude_dir / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    client = {"pid": os.getpid(), "sessionId": session_id, "cwd": "/", "status": "busy"}
    (folder / f"{os.getpid()}.json").write_text(json.dumps(client))
