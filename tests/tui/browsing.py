"""The browser, run without a terminal on a store of its own."""

from __future__ import annotations

import gc
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.screens.browser import BrowserScreen
from cc_session_tui.tui.screens.lost_pane import LostPane

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from textual.pilot import Pilot
    from textual.widget import Widget

    from cc_session_tui.tui.screens.reading_pane import ReadingPane
    from cc_session_tui.tui.widgets.session_tree import SessionTree
    from cc_session_tui.tui.widgets.transcript import Transcript

NOW = datetime(2026, 11, 28, 13, 22, tzinfo=UTC)
"""The time in the browser."""


@dataclass
class Browsing:
    """A running browser."""

    app: CcSessionsApp
    pilot: Pilot[None]

    @property
    def browser(self) -> BrowserScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, BrowserScreen)
        return screen

    @property
    def tree(self) -> SessionTree:
        return self.browser.tree_pane.session_tree

    @property
    def reading(self) -> ReadingPane:
        return self.browser.reading_pane

    @property
    def transcript(self) -> Transcript:
        return self.reading.transcript

    @property
    def opened(self) -> str:
        """The name of the file that is shown; empty until one is, in the view that is wanted."""
        view, target, document = self.transcript.view, self.reading.target, self.reading.document
        if view is None or target is None or document is None or document.index.path != target.path:
            return ""
        return target.path.name if (view.name, view.detail) == self.reading.wanted[:2] else ""

    @property
    def focused(self) -> str:
        """The id of what has the focus."""
        return (self.app.focused.id or "") if self.app.focused is not None else ""

    @property
    def notices(self) -> list[str]:
        """What the user was told."""
        return [str(notice.message) for notice in self.app._notifications]

    @property
    def failure(self) -> str:
        """Why nothing can be read of what is open."""
        return self.reading.failure if isinstance(self.reading, LostPane) else ""

    async def until(self, what: Callable[[], object]) -> None:
        """Go on until WHAT is true; the test's time limit ends what never is."""
        while not what():
            await self.pilot.pause()

    async def until_listed_anew(self, before: object) -> None:
        """Go on until the tree has other lines than BEFORE."""
        await self.until(lambda: self.tree.rows is not before)

    async def until_opened(self, name: str) -> None:
        """Go on until the file NAME is shown."""
        await self.until(lambda: self.opened == name)

    async def until_opened_or_told(self, name: str) -> None:
        """Go on until the file NAME is shown, or the user was told anything, or why it is not shown."""
        await self.until(lambda: self.notices or self.opened == name or self.failure)

    async def press(self, *keys: str) -> None:
        """Press KEYS, and let the app take them."""
        await self.pilot.press(*keys)
        await self.pilot.pause()


def file_of(claude_dir: Path, beginning: str) -> Path:
    """The session file in CLAUDE_DIR whose name has this BEGINNING."""
    return next(claude_dir.glob(f"projects/*/{beginning}*.jsonl"))


def lines_of(widget: Widget) -> list[str]:
    """What is drawn in WIDGET, without what is blank at the right."""
    return [strip.text.rstrip() for strip in widget.render_lines(widget.size.region)]


@asynccontextmanager
async def browsing(claude_dir: Path, *, size: tuple[int, int] = (120, 40), **options: Any) -> AsyncIterator[Browsing]:
    """Run the browser on CLAUDE_DIR in a terminal of SIZE, until its titles are read and something is open."""
    app = CcSessionsApp(claude_dir, clock=lambda: NOW, **options)
    async with app.run_test(size=size, notifications=True) as pilot:
        running = Browsing(app, pilot)
        await running.until(lambda: running.browser.tree_pane.is_read)
        yield running
    gc.unfreeze()  # what an app has frozen would stay, with the app, as long as the tests run
