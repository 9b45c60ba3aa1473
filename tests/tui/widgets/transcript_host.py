"""A small app around the transcript, and what it was told."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver

from cc_session_tui.tui.presentation.themes import CC_DARK
from cc_session_tui.tui.widgets.transcript import Transcript
from cc_session_tui.tui.widgets.transcript_find_bar import FindBar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from textual.app import ComposeResult
    from textual.pilot import Pilot

    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.core.transcript.views import View


class CountingDriver(HeadlessDriver):
    """Has everything drawn as for a terminal, and counts the frames."""

    frames = 0

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        type(self).frames += bool(data)


class Host(App[None]):
    """The transcript and its find bar, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.register_theme(CC_DARK)
        self.theme = CC_DARK.name
        self.transcript = Transcript()
        self.told: list[object] = []
        """What the transcript said, in order."""

    def compose(self) -> ComposeResult:
        yield self.transcript
        yield FindBar(self.transcript)

    @on(Transcript.EntrySelected)
    @on(Transcript.AgentOpened)
    @on(Transcript.BranchChosen)
    def _note(self, event: Any) -> None:
        self.told.append(event)

    @property
    def keys(self) -> list[Key]:
        """The entries that were selected."""
        return [event.key for event in self.told if isinstance(event, Transcript.EntrySelected)]


class Hosted:
    """A running host, at hand."""

    def __init__(self, host: Host, pilot: Pilot[None]) -> None:
        self.host = host
        self.pilot = pilot
        self.transcript = host.transcript

    async def settle(self) -> None:
        """Wait until searches have ended and everything is painted."""
        await self.pilot.pause()
        while work := [worker for worker in self.host.workers if worker.group in {"find", "seek"}]:
            await self.host.workers.wait_for_complete(work)
            await self.pilot.pause()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press KEYS, one after the other."""
        await self.pilot.press(*keys)
        await self.settle()

    async def post(self, *messages: events.Event) -> None:
        """Send MESSAGES to the app at once, as a terminal does."""
        for message in messages:
            self.host.post_message(message)
        await self.settle()

    @property
    def lines(self) -> list[str]:
        """The text on screen, without gutter."""
        page = self.transcript.render_lines(self.transcript.scrollable_content_region.reset_offset)
        return [strip.text[2:].rstrip() for strip in page]

    def row(self, text: str) -> int:
        """The row on screen of the line that begins with TEXT."""
        return next(row for row, line in enumerate(self.lines) if line.strip().startswith(text))


@asynccontextmanager
async def hosting(view: View | None, size: tuple[int, int] = (60, 20), at: int | None = None) -> AsyncIterator[Hosted]:
    """The transcript of VIEW in a terminal of SIZE, with the focus; at entry AT, else at its end."""
    host = Host()
    async with host.run_test(size=size) as pilot:
        hosted = Hosted(host, pilot)
        host.transcript.focus()
        if view is not None:
            host.transcript.show(view, None if at is None else view.key(at))
        await hosted.settle()
        yield hosted
