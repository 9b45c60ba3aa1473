"""The browser on a session to which all kinds of things happen ends as one that is opened then."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Final

import pytest

from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.screens.edit_pane import EditPane
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.reading_pane import Wanted
from tests.tui.browsing import Browsing, browsing
from tests.tui.changing import Changing

if TYPE_CHECKING:
    from pathlib import Path

    from textual.widget import Widget

SEEDS: Final = 5
CHANGES: Final = 100
"""Changes of each seed."""
PATIENCE: Final = 60.0
"""Seconds after which what is shown is told, and not waited for."""
SIZE: Final = (100, 24)
WAYS: Final = [Wanted(name, detail) for name in ViewName for detail in (1, 2, 3)]
Drawn = list[list[tuple[str, str]]]
"""Texts and styles."""


def drawn(widget: Widget) -> Drawn:
    """What is drawn in WIDGET, line by line."""
    strips = [strip.simplify() for strip in widget.render_lines(widget.size.region)]
    return [[(segment.text, str(segment.style)) for segment in strip] for strip in strips]


def transcript(run: Browsing) -> Drawn:
    """What is drawn of the session."""
    return drawn(run.transcript)


def screen(run: Browsing) -> Drawn:
    """What is drawn of the session, over it, and in the status line."""
    browser = run.browser
    return [*drawn(browser.query_one("#title")), *transcript(run), *drawn(browser.query_one("#status"))]


def knows_all(run: Browsing) -> bool:
    """Whether all was read in RUN that is told of the session, and all was looked for."""
    pane = run.reading
    assert isinstance(pane, EditPane)
    target, document, checked = pane.target, pane.document, pane._checked
    session = target.session if target is not None else None
    is_counted = session is not None and (session.meta.complete or not session.file.size)
    return is_counted and document is not None and checked is not None and checked.index is document.index


class Changed:
    """A browser on a session that changes."""

    def __init__(self, run: Browsing, session: Changing, choose: random.Random) -> None:
        self.run, self.session, self._choose = run, session, choose

    async def until_opened(self, run: Browsing, wanted: Wanted) -> None:
        """Wait until the whole session is shown in RUN, as WANTED."""
        run.reading.set_wanted(wanted)
        await run.until_opened(self.session.path.name)
        await run.until(lambda: run.reading.document is not None and run.reading.document.whole and run.opened)

    async def meddle(self) -> None:
        """Wait a little, or go elsewhere in the session, or show it in another way, or do nothing."""
        match self._choose.randrange(8):
            case 0 | 1:
                await self.run.pilot.pause()
            case 2:
                await self.run.press(self._choose.choice(["home", "up", "pageup", "end"]))
            case 3:
                self.run.reading.set_wanted(self._choose.choice(WAYS))

    async def fresh(self, *, whole: bool) -> Drawn:
        """What a browser shows that is opened now; the WHOLE screen once it knows all that it tells of the session."""
        path, wanted = self.session.path, self.run.reading.wanted
        folder = path.parents[2]
        async with browsing(folder, home=folder, open_session=path, size=SIZE) as run:
            await self.until_opened(run, wanted)
            await run.until(lambda: not whole or knows_all(run))
            return screen(run) if whole else transcript(run)

    async def check(self, *, whole: bool = False) -> None:
        """Go to the end, and check that the browser comes to show what a fresh one does."""
        await self.run.press("end")
        show, fresh, until = screen if whole else transcript, await self.fresh(whole=whole), time.monotonic() + PATIENCE
        await self.run.until(lambda: show(self.run) == fresh or time.monotonic() > until)
        assert show(self.run) == fresh


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_whatever_was_done_to_the_file_ends_as_a_fresh_open(seed: int, tmp_path: Path) -> None:
    choose = random.Random(f"times {seed}")  # noqa: S311 - no secret
    path = tmp_path / "claude" / "projects" / "-home-dev-demo" / "00000000-0000-4000-8000-000000000000.jsonl"
    path.parent.mkdir(parents=True)
    session, folder = Changing(path, seed), tmp_path / "claude"
    async with browsing(folder, home=folder, open_session=path, size=SIZE) as run:
        changed = Changed(run, session, choose)
        await changed.until_opened(run, WAYS[seed])
        browser = run.browser
        assert isinstance(browser, LiveBrowser)
        await run.until(lambda: browser.followed == path)
        for number in range(CHANGES):
            session.change()
            await changed.meddle()
            if number % 11 == 10:
                await changed.check()
        await changed.check(whole=True)


async def test_bytes_that_are_written_over_others_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "claude" / "projects" / "-home-dev-demo" / "00000000-0000-4000-8000-000000000000.jsonl"
    path.parent.mkdir(parents=True)
    session, folder = Changing(path, 0), tmp_path / "claude"
    async with browsing(folder, home=folder, open_session=path, size=SIZE) as run:
        changed, browser = Changed(run, session, random.Random(0)), run.browser  # noqa: S311 - no secret
        await changed.until_opened(run, WAYS[0])
        assert isinstance(browser, LiveBrowser)
        await run.until(lambda: browser.followed == path)
        path.write_bytes(path.read_bytes().swapcase())
        await changed.check()
