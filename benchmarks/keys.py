"""What keys and appended records cost in one session: ``python -m benchmarks.keys PATH``, which prints JSON.

The session is copied first, since records are appended to it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.conversation import LAST_WORD
from benchmarks.scale import copied
from benchmarks.screen import Cost, Screen, running
from benchmarks.writing import replies
from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.screens.reading_pane import ReadingPane

KEYS = {"page": ("pageup", "pagedown"), "line": ("up", "down")}
"""What is pressed, and back again."""

PRESSES = 24
"""How often each key is pressed once the session is indexed."""

EARLY = 12
"""How often a key is pressed right after the first paint, while the session is being indexed."""


async def main(path: Path) -> dict[str, list[Cost]]:
    """Open a session; press keys at once, and again when it is indexed; then append to it."""
    screen = Screen()
    app = CcSessionsApp(path.parents[2], open_session=path)
    async with running(app, screen):
        await screen.painted(LAST_WORD)
        costs = {"meanwhile": [await screen.press(app, "pageup", 0) for _ in range(EARLY)]}
        await screen.rest()
        for name, keys in KEYS.items():
            costs[name] = [await screen.press(app, key) for key in keys for _ in range(PRESSES + 1)][1:]
        await screen.press(app, "end")
        pane = app.screen.query_one(ReadingPane)
        costs["append"] = [
            await screen.cost(partial(_append, pane, path, data)) for data in list(replies(path, PRESSES))
        ]
    return costs


def _append(pane: ReadingPane, path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)
    pane.reload()


def run(path: Path) -> None:
    """Measure a copy, and print."""
    with TemporaryDirectory(prefix="cc-bench-") as folder:
        costs = asyncio.run(main(copied(path, Path(folder))))
    sys.stdout.write(json.dumps(costs))


if __name__ == "__main__":
    run(Path(sys.argv[1]))
