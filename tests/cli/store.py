"""A Claude dir for the tests of the commands: the sessions of a real client, with times that do not change."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

REAL = Path("tests/data/sessions/2.1.332")
PROJECT = "/home/dev/demo"
FIRST = "7988bad2-d98d-45a6-9181-308e9b881d1b"
"""The session with a Read, an Edit, two Bash calls and a compaction."""
LATEST = "2ac9d069-4d68-4ff7-9b64-b04538251725"
WITH_AGENT = "bd00303b-7084-49e2-afc7-a3a2f09e5afb"
_NEWEST = 1_790_000_000


def copy_store(folder: Path) -> Path:
    """Copy the real sessions to FOLDER; LATEST is the one written last."""
    target = folder / "claude"
    shutil.copytree(REAL, target)
    for age, path in enumerate(sorted(target.glob("projects/*/*.jsonl"), key=lambda path: path.stem != LATEST)):
        os.utime(path, (_NEWEST - age, _NEWEST - age))
    return target


def tell_client(claude_dir: Path, session_id: str, status: str, waiting_for: str = "") -> None:
    """Write that this process is a client that runs SESSION_ID."""
    (claude_dir / "sessions").mkdir(exist_ok=True)
    client = {"pid": os.getpid(), "sessionId": session_id, "cwd": PROJECT, "status": status, "waitingFor": waiting_for}
    (claude_dir / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(client))


def session_file(claude_dir: Path, session_id: str) -> Path:
    """Return the file of SESSION_ID."""
    return claude_dir / "projects" / "-home-dev-demo" / f"{session_id}.jsonl"
