"""What a key costs: a session of 66,000 records beside one of 650, and while a session is being indexed."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cc_session_tui.tui.app import CcSessionsApp

from benchmarks.conversation import LAST_WORD
from benchmarks.report import Row, at_most, milliseconds
from benchmarks.scale import session
from benchmarks.screen import Cost, Screen, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.scale import Scale

KEYS = {"page": ("pageup", "pagedown"), "line": ("up", "down")}
"""What is pressed, and back again."""

PRESSES = 24
"""How often."""

LONGEST = 0.050
"""Seconds of CPU that no frame may take."""


def rows(scale: Scale) -> Iterator[Row]:
    """Measure pages, lines and appended records in both sessions, in turn."""
    rounds: list[tuple[dict[str, list[Cost]], dict[str, list[Cost]]]] = []
    for _ in range(2):
        few, many = (asyncio.run(_measure(session(name))) for name in (scale.few, scale.many))
        rounds.append((few, many))
    for name in rounds[0][0]:
        few_ms, many_ms = (min(median(cost.cpu for cost in one[side][name]) for one in rounds) for side in (0, 1))
        yield at_most(f"frame CPU, many / few records: {name}", many_ms / few_ms, 1.3, f"{milliseconds(many_ms)}")
    costs = [cost for one in rounds for side in one for group in side.values() for cost in group]
    yield at_most("  frames a key, at most", max(cost.frames for cost in costs), 1)
    yield at_most("  longest frame, ms of CPU", max(cost.cpu for cost in costs) * 1000, LONGEST * 1000)


async def _measure(path: Path) -> dict[str, list[Cost]]:
    """Open a copy of a session, press keys and append to it."""
    with TemporaryDirectory(prefix="cc-bench-") as folder:
        copy = Path(folder) / "projects" / path.parent.name / path.name
        copy.parent.mkdir(parents=True)
        shutil.copyfile(path, copy)
        os.environ["HOME"] = folder
        screen = Screen()
        app = CcSessionsApp(claude_dir=Path(folder), open_session=copy)
        async with running(app, screen):
            await screen.painted(LAST_WORD)
            await screen.quiet(1.0)
            return {name: await _press(app, screen, keys) for name, keys in KEYS.items()}


async def _press(app: CcSessionsApp, screen: Screen, keys: tuple[str, str]) -> list[Cost]:
    for key in keys:
        await screen.press(app, key)
    return [await screen.press(app, key) for key in keys for _ in range(PRESSES)]
