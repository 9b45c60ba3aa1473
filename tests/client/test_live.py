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
from cc_session_tui.tui.widgets.live_header import LiveHeader
from cc_session_tui.tui.widgets.title import Title
from cc_session_tui.watching.changes import ClientChanged, ClientEnded, ClientStarted
from cc_session_tui.watching.looking import Before
from cc_session_tui.watching.watcher import StoreWatcher
from tests.client.moments import Paints, writing
from tests.client.scripts import (
    HOLD,
    agent,
    bash,
    block_types,
    converse,
    has_heard_of_subagent,
    steps,
    thinking,
)
from tests.client.terminal import Terminal, at_terminal
from tests.core.transcript.test_any_file import entries_of
from tests.tui.browsing import Browsing, browsing, lines_of

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
        async with aclosing(StoreWatcher(claude_dir, Before((), ())).changes()) as batches:
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

    def tells(self, doing: str) -> bool:
        """Whether the line over the transcript and the tree both tell that the client does DOING."""
        drawn = (" ".join(lines_of(widget)) for widget in (self.header, self.run.tree))
        return all(doing in " ".join(text.split()) for text in drawn)

    @property
    def header(self) -> LiveHeader:
        """What the browser tells over the transcript of what goes on."""
        return self.run.browser.query_one(LiveHeader)

    async def until_all(self, status: str, doing: str = "", what: Callable[[], object] = lambda: True) -> None:
        """Wait until WHAT is true, the client, the watcher and the browser tell STATUS, and that DOING, if any, too."""
        run, terminal, heard = self.run, self.terminal, self.heard
        await run.until(lambda: what() and {terminal.status, heard.told[-1], self.told} == {status})
        await run.until(lambda: not doing or self.tells(doing))

    async def begin(self) -> Path:
        """Let the client begin a session, and wait until its file is shown, line by line, and followed."""
        run, terminal = self.run, self.terminal
        await terminal.enter("Say OK FIRST-PROMPT")
        await run.until(lambda: terminal.path)
        path = terminal.path
        assert path is not None
        await run.until_opened(path.name)
        run.reading.set_wanted(Wanted(ViewName.FILE, 3))
        await self.until_followed(path)
        return path

    async def open(self, path: Path) -> None:
        """Open the line of PATH in the tree, and wait until that file is shown, and followed."""
        self.run.tree.select(str(path))
        await self.run.press("enter")
        await self.until_followed(path)

    async def until_followed(self, path: Path) -> None:
        """Wait until the whole of PATH is shown, and followed."""
        run, browser = self.run, self.run.browser
        assert isinstance(browser, LiveBrowser)
        await run.until(lambda: browser.followed == path and run.opened == path.name)
        await run.until(lambda: run.reading.document is not None and run.reading.document.whole)

    async def until_ended(self) -> None:
        """Wait until the client, the watcher and the browser all tell that it has ended."""
        await self.run.until(lambda: self.terminal.has_ended and self.heard.told[-1] == "ended")
        await self.run.until(lambda: not self.told and not self.header.lines)


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
            await converse(both.terminal, both.until_all)
            await both.until_ended()
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


async def test_a_subagent_is_listed_under_its_session_and_followed_as_it_runs(client: harness.Client) -> None:
    async with beside(client) as both:
        run, terminal, path = both.run, both.terminal, await both.begin()
        await both.until_all("idle")
        await terminal.enter(steps(agent([thinking("as asked"), bash(HOLD)], bash("cat notes.md"), "AGENT-DONE"), "ON"))
        await both.until_all("waiting")
        await terminal.accept()
        await run.until((client.project / "begun").exists)
        await run.until(lambda: [row for row in run.tree.rows if row.subagent is not None])
        row = next(row for row in run.tree.rows if row.subagent is not None)
        assert row.session is not None
        assert row.subagent is not None
        assert (row.session.file.path, row.subagent.description) == (path, "Look around")
        own = row.subagent.file.path
        await both.open(own)
        first = both.lines
        await run.until(lambda: [line.title for line in both.header.lines] == ["", "general-purpose · Look around"])
        await run.until(lambda: both.header.lines[-1].now.what == "Bash")
        (client.project / "go").touch()
        await run.until(lambda: has_heard_of_subagent(terminal) and terminal.status == "idle")
        await run.until(lambda: len(both.header.lines) == 1)
        await terminal.enter("/exit")
        await run.until(lambda: terminal.has_ended)
        lines = own.read_bytes().splitlines(keepends=True)
        await run.until(lambda: both.lines == lines)
        assert b"AGENT-DONE" in b"".join(lines[len(first) :])
        assert not run.notices
