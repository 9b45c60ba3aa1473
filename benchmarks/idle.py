"""The CPU seconds that the browser uses at rest: ``python -m benchmarks.idle CLAUDE_DIR SECONDS``."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from benchmarks.conversation import LAST_WORD
from benchmarks.screen import Screen, running
from cc_session_tui.tui.app import CcSessionsApp

SETTLE = 5.0
"""Seconds after the first rest in which what was put off may be done."""


async def main(claude_dir: Path, seconds: float) -> float:
    """Open the store and its newest session, and wait."""
    screen = Screen()
    async with running(CcSessionsApp(claude_dir), screen):
        await screen.painted(LAST_WORD)
        await screen.rest()
        await asyncio.sleep(SETTLE)
        start = time.process_time()
        await asyncio.sleep(seconds)
        return time.process_time() - start


if __name__ == "__main__":
    sys.stdout.write(str(asyncio.run(main(Path(sys.argv[1]), float(sys.argv[2])))))
