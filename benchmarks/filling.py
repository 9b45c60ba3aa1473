"""How long the titles of a store take after its tree is painted: ``python -m benchmarks.filling TEXT DIR``.

TEXT is what the tree paints. Prints seconds by the clock and of CPU; the cache of metadata is the
environment's.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from benchmarks.screen import Screen, running
from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.screens.tree_pane import TreePane


async def main(text: str, claude_dir: Path) -> None:
    """Start the browser, wait for the tree, then until no title is unread."""
    screen = Screen()
    app = CcSessionsApp(claude_dir)
    async with running(app, screen):
        await screen.painted(text)
        start, cpu = time.perf_counter(), time.process_time()
        while unread(app):
            await screen.frame(1)
            screen.drawn.clear()
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    sys.stdout.write(f"{seconds} {cpu}")


def unread(app: CcSessionsApp) -> bool:
    """Whether titles are still to be read."""
    projects = app.screen.query_one(TreePane).projects
    return any(not session.known for project in projects for session in project.sessions)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
