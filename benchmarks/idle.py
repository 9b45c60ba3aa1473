"""The CPU seconds that the browser uses at rest: ``python -m benchmarks.idle CLAUDE_DIR SECONDS [busy]``.

With ``busy``, a client is at work in the session that is open, and writes nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.conversation import LAST_WORD
from benchmarks.screen import Screen, running
from cc_session_tui.tui.app import CcSessionsApp

SETTLE = 5.0
"""Seconds after the first rest in which what was put off may be done."""

START_TIME = 19
"""The 22nd field of /proc/<pid>/stat, counted after the name of the program."""


async def main(claude_dir: Path, session: Path, seconds: float) -> float:
    """Open the store and its newest session, and wait."""
    screen = Screen()
    async with running(CcSessionsApp(claude_dir, open_session=session), screen):
        await screen.painted(LAST_WORD)
        await asyncio.sleep(SETTLE)
        start = time.process_time()
        await asyncio.sleep(seconds)
        return time.process_time() - start


def have_client(claude_dir: Path, session: Path) -> None:
    """Note this process as a client that is at work in a session."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    record = {
        "pid": os.getpid(),
        "sessionId": session.stem,
        "cwd": "/w",
        "procStart": fields[START_TIME],
        "kind": "interactive",
        "status": "busy",
        "startedAt": time.time_ns() // 1_000_000,
        "statusUpdatedAt": time.time_ns() // 1_000_000,
    }
    (claude_dir / "sessions").mkdir()
    (claude_dir / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(record))


def run(store: Path, seconds: float, *, busy: bool) -> None:
    """Measure the store under another name, so that nothing is written into it, and print."""
    with TemporaryDirectory(prefix="cc-bench-") as folder:
        claude_dir = Path(folder)
        (claude_dir / "projects").symlink_to(store / "projects")
        session = max((claude_dir / "projects").glob("*/*.jsonl"), key=lambda path: path.stat().st_mtime)
        if busy:
            have_client(claude_dir, session)
        sys.stdout.write(str(asyncio.run(main(claude_dir, session, seconds))))


if __name__ == "__main__":
    run(Path(sys.argv[1]), float(sys.argv[2]), busy="busy" in sys.argv[3:])
