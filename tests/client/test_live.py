"""The browser beside the real client: what it writes is shown as it comes, and what it does is told."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, asynccontextmanager, suppress
from statistics import median
from typing import TYPE_CHECKING

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.reading_pane import Wanted
from cc_session_tui.tui.widgets.title import Title
from cc_session_tui.watching.changes import ClientChanged, ClientEnded, ClientStarted
from cc_session_tui.watching.watcher import StoreWatcher
from tests.client.moments import Paints, writing
from tests.client.scripts import TOOLS, block_types, has_compacted, has_heard_of_subagent, has_replied, steps
from tests.client.terminal import Terminal, at_terminal
from tests.core.transcript.test_any_file import entries_of
from tests.tui.browsing import Browsing, browsing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    import pytest

    from tests.client import harness

FAR_TOO_LONG = 1.0
"""Seconds within which half of the records must be seen, however busy the machine is; how fast it is: benchmarks."""


class Heard:
    """What a watcher tells of the clients."""

    def __init__(self) -> None:
        self.told: list[str] = [""]

    async def listen(self, claude_dir: Path) -> None:
        async with aclosing(StoreWatcher(claude_dir).changes()) as batches:
            async for batch in batches:
                for change in batch:
                    if isinstance(change, ClientStarted | ClientChanged):
                        self.told.append(change.client.status)
                    elif isinstance(change, ClientEnded):
                        self.told.append("ended")


@asynccontextmanager
async def listening(claude_dir: Path) -> AsyncIterator[Heard]:
    """Listen to what a watcher of CLAUDE_DIR tells."""
    heard = Heard()
    task = asyncio.create_task(heard.listen(claude_dir))
    yield heard
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


class Beside:
    """The client in its terminal, the browser beside it, and a watcher."""

    def __init__(self, terminal: Terminal, run: Browsing, heard: Heard) -> None:
        self.terminal, self.run, self.heard = terminal, run, heard

    @property
    def told(self) -> str:
        """The status that the title of the browser tells."""
        heading = self.run.browser.query_one(Title).heading
        return heading.status if heading is not None else ""

    @property
    def lines(self) -> list[bytes]:
        """The lines of the file, as the transcript has them: those of each entry, in order."""
        view = self.run.transcript.view
        assert view is not None
        return [view.index.raw(row) for at in range(len(view)) for row in view.rows(at)]

    async def until_all(self, status: str, what: Callable[[], object] = lambda: True) -> None:
        """Wait until WHAT is true, and the client, the watcher and the browser all tell STATUS."""
        run, terminal, heard = self.run, self.terminal, self.heard
        await run.until(lambda: what() and {terminal.status, heard.told[-1], self.told} == {status})

    async def begin(self) -> Path:
        """Let the client begin a session, and wait until its file is shown, line by line, and followed."""
        run, terminal, browser = self.run, self.terminal, self.run.browser
        await terminal.enter("Say OK FIRST-PROMPT")
        await run.until(lambda: terminal.path)
        path = terminal.path
        assert path is not None
        await run.until_opened(path.name)
        run.reading.set_wanted(Wanted(ViewName.FILE, 3))
        assert isinstance(browser, LiveBrowser)
        await run.until(lambda: browser.followed == path and run.opened)
        await run.until(lambda: run.reading.document is not None and run.reading.document.whole)
        return path

    async def converse(self) -> None:
        """Use tools, a subagent and a compaction, then end the client; each status is followed on the way."""
        run, terminal, project = self.run, self.terminal, self.terminal.client.project
        await self.until_all("idle")
        await terminal.paste(TOOLS)
        await terminal.enter("SECOND-PROMPT")
        await self.until_all("waiting")
        await terminal.accept()
        await self.until_all("busy", (project / "begun").exists)
        (project / "go").touch()
        await self.until_all("waiting", lambda: has_heard_of_subagent(terminal))
        await terminal.accept()
        await self.until_all("idle", lambda: has_replied(terminal, "ALL-DONE"))
        await terminal.enter("/compact")
        await run.until(lambda: has_compacted(terminal) and terminal.status == "idle")
        await terminal.enter(steps("LAST-REPLY"))
        await self.until_all("idle", lambda: has_replied(terminal, "LAST-REPLY"))
        await terminal.enter("/exit")
        await run.until(lambda: terminal.has_ended and not self.told and self.heard.told[-1] == "ended")


@asynccontextmanager
async def beside(client: harness.Client) -> AsyncIterator[Beside]:
    """Run CLIENT, and the browser on its Claude dir, in which there is no project yet."""
    client.project.mkdir(parents=True)
    (client.project / "notes.md").write_text("remember the milk\n")
    async with (
        at_terminal(client) as terminal,
        browsing(client.config, home=client.folder) as run,
        listening(client.config) as heard,
    ):
        yield Beside(terminal, run, heard)


async def test_every_record_is_shown_once_in_order_as_it_comes_and_the_status_follows(
    client: harness.Client, monkeypatch: pytest.MonkeyPatch, record_testsuite_property: Callable[[str, object], None]
) -> None:
    async with beside(client) as both:
        path = await both.begin()
        paints, first = Paints(both.run.transcript, monkeypatch), len(both.lines)
        with writing(path) as written:
            await both.converse()
            data = path.read_bytes()
            await both.run.until(lambda: both.lines == data.splitlines(keepends=True))
        assert block_types(both.terminal) >= {"thinking", "text", "Bash", "Read", "Agent", "AskUserQuestion"}
        assert paints.rows == sorted(paints.rows)
        assert both.run.transcript.follow
        assert not both.run.notices
        both.run.reading.set_wanted(Wanted(ViewName.HISTORY, 2))
        await both.run.until(lambda: both.run.opened)
        assert both.run.transcript.view is not None
        fresh = Document.open(path).view(ViewName.HISTORY, 2)
        assert entries_of(both.run.transcript.view) == entries_of(fresh)
    waits = [paints.when(row) - when for row, when in enumerate(written.when(data)) if row >= first]
    for name, value in {"records": len(waits), "median_seconds": median(waits), "longest_seconds": max(waits)}.items():
        record_testsuite_property(f"live.{name}", value)
    assert median(waits) < FAR_TOO_LONG
