"""An app run in this process, drawing in full to nowhere, with its frames counted.

No ``Pilot``: it sleeps in steps of 20 ms for each key, and its driver skips the drawing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events
from textual.drivers.headless_driver import HeadlessDriver

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from textual.app import App

SIZE = (120, 40)
"""Columns and rows of the screen."""

QUIET = 0.08
"""Seconds without a frame after which a key counts as answered."""

REST = 0.05
"""CPU seconds in a second under which the app counts as being at rest."""

PATIENCE = 60.0
"""Seconds after which something that was waited for is not coming."""


class Cost(NamedTuple):
    """What one key took."""

    wait: float
    """Seconds until its first frame; 0 where it draws nothing."""
    frame: float
    """CPU seconds until that frame was drawn; all of `cpu` where none was."""
    cpu: float
    """CPU seconds until the app was quiet again, with what it did in the background."""
    frames: int


class Screen:
    """The frames that an app draws."""

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self.frames = 0
        self.first = 0.0
        """When the first frame since `cost` began was drawn, by `time.perf_counter`."""
        self.first_cpu = 0.0
        """The same by `time.process_time`."""
        self.drawn = asyncio.Event()
        """Set by each frame."""
        self.watched: dict[str, Callable[[], None]] = {}
        """By text: what to call once, when it is drawn."""

    def draw(self, data: str) -> None:
        """Count a frame."""
        self.frames += 1
        if not self.drawn.is_set():
            self.first, self.first_cpu = time.perf_counter(), time.process_time()
            self.drawn.set()
        for text in [text for text in self.watched if text in data]:
            self.watched.pop(text)()

    async def painted(self, text: str, patience: float = PATIENCE) -> None:
        """Wait until ``text`` is drawn."""
        seen = asyncio.Event()
        self.watched[text] = seen.set
        await asyncio.wait_for(seen.wait(), patience)

    async def rest(self) -> None:
        """Wait until nothing runs in the background any more: no frame and no CPU for a second."""
        while (await self.cost(lambda: None, 1.0)).cpu > REST:
            pass

    async def frame(self, seconds: float) -> bool:
        """Wait for a frame, but no longer than that; say whether one came."""
        try:
            await asyncio.wait_for(self.drawn.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def quiet(self, seconds: float = QUIET) -> None:
        """Wait until nothing was drawn for a while."""
        self.drawn.clear()
        while await self.frame(seconds):
            self.drawn.clear()

    async def press(self, app: App[Any], key: str, quiet: float = QUIET) -> Cost:
        """Press a key and wait until the app is quiet again."""
        return await self.cost(lambda: app.post_message(events.Key(key, None)), quiet)

    async def cost(self, act: Callable[[], object], quiet: float = QUIET) -> Cost:
        """Do something that draws, and wait until the app is quiet again."""
        self.drawn.clear()
        frames, cpu, start = self.frames, time.process_time(), time.perf_counter()
        act()
        answered = await self.frame(1)
        first, first_cpu = self.first, self.first_cpu
        await self.quiet(quiet)
        used = time.process_time() - cpu
        if not answered:
            return Cost(0.0, used, used, 0)
        return Cost(first - start, first_cpu - cpu, used, self.frames - frames)

    def driver(self) -> type[HeadlessDriver]:
        """Give a driver class that draws here."""
        draw = self.draw

        class CountingDriver(HeadlessDriver):
            """Draws in full, to nowhere."""

            @property
            def is_headless(self) -> bool:
                return False

            def write(self, data: str) -> None:
                draw(data)

        return CountingDriver


@contextlib.asynccontextmanager
async def running(app: App[Any], screen: Screen) -> AsyncIterator[None]:
    """Run an app on a screen, and end it with the block."""
    app.driver_class = screen.driver()
    task = asyncio.create_task(app.run_async(size=SIZE, mouse=False))
    try:
        yield
    finally:
        app.exit()
        await task
