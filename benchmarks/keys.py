"""What keys and appended records cost in one session: ``python -m benchmarks.keys PATH``, which prints JSON.

The session is copied first, since records are appended to it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.conversation import LAST_WORD, conclude
from benchmarks.corpus import seeded
from benchmarks.records import Records
from benchmarks.screen import Cost, Screen, running
from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.screens.reading_pane import ReadingPane

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = {"page": ("pageup", "pagedown"), "line": ("up", "down")}
"""What is pressed, and back again."""

PRESSES = 24
"""How often each key is pressed once the session is indexed."""

EARLY = 12
"""How often a key is pressed right after the first paint, while the session is being indexed."""

REST = 0.05
"""CPU seconds in a second under which the app counts as being at rest."""


async def main(path: Path) -> dict[str, list[Cost]]:
    """Open a session; press keys at once, and again when it is indexed; then append to it."""
    screen = Screen()
    app = CcSessionsApp(path.parents[2], open_session=path)
    async with running(app, screen):
        await screen.painted(LAST_WORD)
        costs = {"meanwhile": [await screen.press(app, "pageup", 0) for _ in range(EARLY)]}
        await _rest(screen)
        for name, keys in KEYS.items():
            costs[name] = [await screen.press(app, key) for key in keys for _ in range(PRESSES + 1)][1:]
        await screen.press(app, "end")
        pane = app.screen.query_one(ReadingPane)
        costs["append"] = [await screen.cost(partial(_append, pane, path, data)) for data in _more(path)]
    return costs


async def _rest(screen: Screen) -> None:
    """Wait until nothing runs in the background any more: no frame and no CPU for a second."""
    while (await screen.cost(lambda: None, 1.0)).cpu > REST:
        pass


def _append(pane: ReadingPane, path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)
    pane.reload()


def _more(path: Path) -> Iterator[bytes]:
    """Make what is appended: replies, each with the records that follow it."""
    last = json.loads(path.read_bytes().splitlines()[-1])
    records = Records(seeded("more"), last["sessionId"], "/w", 1_800_000_000.0, parent=last["leafUuid"])
    for _ in range(PRESSES):
        conclude(records)
        yield records.take()


def run(path: Path) -> None:
    """Measure a copy, and print."""
    with TemporaryDirectory(prefix="cc-bench-") as folder:
        copy = Path(folder) / "projects" / path.parent.name / path.name
        copy.parent.mkdir(parents=True)
        shutil.copyfile(path, copy)
        costs = asyncio.run(main(copy))
    sys.stdout.write(json.dumps(costs))


if __name__ == "__main__":
    run(Path(sys.argv[1]))
