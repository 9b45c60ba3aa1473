"""The browser beside another process that writes a session: all of it is shown, in order, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.reading_pane import Wanted
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.watching.changes import SessionGrown
from tests.core.transcript.test_document import conversation
from tests.core.transcript.test_growing_sessions import SESSIONS, WAYS, pieces, shown
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.growing import writing
from tests.tui.test_live import append_now, largest, size_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from cc_session_tui.core.transcript.views import View

VERSIONS = sorted(path.name for path in SESSIONS.iterdir())
EVERY_LINE = Wanted(ViewName.FILE, 3)
SESSION = "00000000-0000-4000-8000-000000000000"
TURNS, BURSTS = 625, 20
"""Turns of eight records, and in how many bursts they are written."""
LOOK = 0.002
"""Seconds."""


class Rows:
    """How many rows of the session the transcript showed, each time it was shown anew."""

    def __init__(self, run: Browsing, patch: pytest.MonkeyPatch) -> None:
        self.counts: list[int] = []
        show = run.transcript.show

        def counted(view: View, *rest: object) -> None:
            self.counts.append(len(view.seen))
            show(view, *rest)  # type: ignore[arg-type]

        patch.setattr(run.transcript, "show", counted)


async def until_followed(run: Browsing, path: Path) -> None:
    """Wait until the whole of PATH is shown, and followed."""
    assert isinstance(run.browser, LiveBrowser)
    browser = run.browser
    await run.until(lambda: browser.followed == path and run.opened == path.name)
    await run.until(lambda: run.reading.document is not None and run.reading.document.whole and run.opened)


async def until_shown(run: Browsing, path: Path) -> None:
    """Wait until what is shown is what PATH holds."""
    wanted, document = run.reading.wanted, Document.open(path)
    fresh = shown(document.view(wanted.view, wanted.detail))
    await run.until(lambda: run.opened and run.transcript.view is not None and shown(run.transcript.view) == fresh)


def lines_shown(run: Browsing) -> list[bytes]:
    """The lines of the file, as the view of all of them has them."""
    view = run.transcript.view
    assert view is not None
    return [view.index.raw(row) for at in range(len(view)) for row in view.rows(at)]


@pytest.mark.parametrize("version", VERSIONS)
async def test_sessions_that_are_written_in_pieces_are_shown_as_they_are(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose, copy = random.Random(version), tmp_path / "claude"  # noqa: S311 - no secret
    shutil.copytree(SESSIONS / version, copy)
    files = sorted(copy.rglob("*.jsonl"))
    sources = [file.rename(file.with_suffix(".source")) for file in files]
    for file in files:
        file.touch()
    async with browsing(copy, home=copy) as run:
        for source, file in zip(sources, files, strict=True):
            run.reading.open(Target(file))
            run.reading.set_wanted(Wanted(*choose.choice(WAYS)))
            await until_followed(run, file)
            rows = Rows(run, monkeypatch)
            async with writing(source, file) as writer:
                for piece in pieces(source.read_bytes(), choose):
                    writer.write([len(piece)])
                    for _ in range(choose.choice([0, 0, 0, 1])):
                        await run.pilot.pause()
            await until_shown(run, file)
            assert file.read_bytes() == source.read_bytes()
            assert rows.counts == sorted(rows.counts)
            monkeypatch.undo()
        assert not run.notices


async def test_each_line_of_a_session_is_shown_when_it_is_written(real: Path) -> None:
    file = largest(real)
    source = file.rename(file.with_suffix(".source"))
    lines = source.read_bytes().splitlines(keepends=True)
    file.touch()
    async with browsing(real, open_session=file, home=real) as run:
        run.reading.set_wanted(EVERY_LINE)
        await until_followed(run, file)
        async with writing(source, file) as writer:
            for number, line in enumerate(lines, start=1):
                writer.write([len(line)])
                await run.until(lambda: lines_shown(run) == lines[:number])  # noqa: B023 - called before the next
        assert run.transcript.follow
        assert not run.notices


async def test_the_first_session_of_a_store_that_was_not_there_is_listed_and_opened(real: Path, tmp_path: Path) -> None:
    source, folder = largest(real), tmp_path / "claude-dir"
    file = folder / "projects" / "-home-dev-demo" / source.name
    async with browsing(folder, home=tmp_path) as run:
        file.parent.mkdir(parents=True)
        shutil.copy(source, file)
        await run.until_opened(file.name)
        await until_shown(run, file)


async def test_what_was_written_before_a_session_is_followed_is_listed(
    real: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveBrowser, "_take_changes", lambda *_: None)
    file = largest(real)
    async with browsing(real, open_session=file, home=real) as run:
        browser = run.browser
        assert isinstance(browser, LiveBrowser)
        await run.until_opened(file.name)
        title = {"type": "custom-title", "customTitle": "Later", "sessionId": file.stem}
        append_now(file, json.dumps(title).encode() + b"\n")
        browser.take_tree_change(SessionGrown(file, size_of(file), size_of(file)))
        browser.list_soon()
        await run.until(lambda: "Later" in "".join(lines_of(run.tree)))


async def test_of_bursts_of_records_none_is_missing_and_the_end_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_testsuite_property: Callable[[str, object], None]
) -> None:
    lines = conversation(TURNS).lines
    source, file = tmp_path / "source.jsonl", tmp_path / "claude" / "projects" / "-p" / f"{SESSION}.jsonl"
    file.parent.mkdir(parents=True)
    source.write_bytes(b"".join(lines))
    file.touch()
    async with browsing(tmp_path / "claude", open_session=file, home=tmp_path) as run:
        run.reading.set_wanted(EVERY_LINE)
        await until_followed(run, file)
        rows, steps = Rows(run, monkeypatch), len(lines) // BURSTS + 1
        async with writing(source, file) as writer, blocking() as blocks:
            for start in range(0, len(lines), steps):
                writer.write([len(line) for line in lines[start : start + steps]])
                await run.until(lambda: rows.counts and rows.counts[-1] > start)  # noqa: B023 - called before the next
        await run.until(lambda: lines_shown(run) == lines)
        assert rows.counts == sorted(rows.counts)
        assert run.transcript.follow
        assert run.transcript.cursor == len(lines) - 1
        run.reading.set_wanted(Wanted())
        await until_shown(run, file)
        assert not run.notices
    record_testsuite_property("live.burst_longest_block_seconds", max(blocks))


@asynccontextmanager
async def blocking() -> AsyncIterator[list[float]]:
    """How long the event loop was not free, in seconds, each time it was looked at."""
    blocks: list[float] = []

    async def look() -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(LOOK)
            blocks.append(time.monotonic() - before - LOOK)

    task = asyncio.create_task(look())
    yield blocks
    task.cancel()
