"""Calls that run, in the transcript: what is said of them, and what that draws."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from textual.app import App

from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.presentation.themes import CC_DARK
from cc_session_tui.tui.widgets.transcript_running import RunningTranscript
from tests.core.transcript.script import Script, use

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.geometry import Region
    from textual.pilot import Pilot

    from cc_session_tui.core.transcript.views import View


class Watched(RunningTranscript):
    """A transcript that notes what is to be drawn anew."""

    def __init__(self) -> None:
        super().__init__()
        self.anew: list[tuple[Region, ...]] = []

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Watched:
        if self.is_attached:
            self.anew.append(regions)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    @property
    def lines(self) -> list[str]:
        page = self.render_lines(self.scrollable_content_region.reset_offset)
        return [strip.text[2:].rstrip() for strip in page]

    def row(self, text: str) -> int:
        return next(row for row, line in enumerate(self.lines) if text in line)


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.register_theme(CC_DARK)
        self.theme = CC_DARK.name
        self.transcript = Watched()

    def compose(self) -> ComposeResult:
        yield self.transcript


@asynccontextmanager
async def hosting(view: View, rows: int = 20) -> AsyncIterator[tuple[Watched, Pilot[None]]]:
    host = Host()
    async with host.run_test(size=(60, rows)) as pilot:
        host.transcript.show(view)
        await pilot.pause()
        yield host.transcript, pilot


def session(folder: Path, turns: int = 1) -> View:
    """TURNS, the last of which ends with two open calls."""
    script = Script()
    for turn in range(turns):
        script.user(f"prompt {turn}")
        script.reply(f"reply {turn}")
    script.reply(use("c1", command="make test"), message="last")
    script.reply(use("c2", "Agent", description="look"), message="last")
    return script.open(folder).view(ViewName.HISTORY, 2)


async def test_a_call_is_said_to_run_until_it_is_not(tmp_path: Path) -> None:
    async with hosting(session(tmp_path)) as (transcript, _):
        row = transcript.row("make test")
        assert transcript.lines[row].endswith("no result")
        transcript.set_running({"c1": "running 4s"})
        assert transcript.lines[row].startswith("◐ Bash make test")
        assert transcript.lines[row].endswith("running 4s")
        transcript.set_running({"c1": "running 5s"})
        assert transcript.lines[row].endswith("running 5s")
        transcript.set_running({})
        assert transcript.lines[row].endswith("no result")


async def test_only_the_lines_of_calls_that_something_else_is_said_of_are_drawn(tmp_path: Path) -> None:
    async with hosting(session(tmp_path)) as (transcript, pilot):
        transcript.set_running({"c1": "running 4s", "c2": "running 4s"})
        await pilot.pause()
        reader = transcript.reader
        assert reader is not None
        made = reader.drawings.made
        transcript.anew.clear()
        transcript.set_running({"c1": "running 5s", "c2": "running 4s"})
        row = transcript.row("make test")
        assert [region.y for regions in transcript.anew for region in regions] == [row]
        transcript.set_running({"c1": "running 5s", "c2": "running 4s"})
        assert len(transcript.anew) == 1
        assert reader.drawings.made == made + 1


async def test_a_call_out_of_sight_draws_nothing_and_is_right_when_it_comes_into_sight(tmp_path: Path) -> None:
    async with hosting(session(tmp_path, turns=30)) as (transcript, pilot):
        transcript.set_running({"c1": "running 4s"})
        transcript.action_go_first()
        await pilot.pause()
        transcript.anew.clear()
        transcript.set_running({"c1": "running 5s"})
        assert not transcript.anew
        transcript.action_go_last()
        await pilot.pause()
        assert transcript.lines[transcript.row("make test")].endswith("running 5s")


async def test_what_is_opened_while_calls_run_says_so_and_no_longer_than_they_do(tmp_path: Path) -> None:
    view = session(tmp_path)
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        host.transcript.set_running({"c1": "running 4s"})
        host.transcript.show(view)
        await pilot.pause()
        row = host.transcript.row("make test")
        assert host.transcript.lines[row].endswith("running 4s")
        host.transcript.set_running({})
        assert host.transcript.lines[row].endswith("no result")


async def test_another_theme_leaves_what_is_said(tmp_path: Path) -> None:
    async with hosting(session(tmp_path)) as (transcript, pilot):
        transcript.set_running({"c1": "running 4s"})
        transcript.app.theme = "textual-light"
        await pilot.pause()
        assert transcript.lines[transcript.row("make test")].endswith("running 4s")


@pytest.mark.parametrize("rows", [1, 5])
async def test_lines_stay_where_they_are_on_screen_when_room_is_taken_above_them(tmp_path: Path, rows: int) -> None:
    async with hosting(session(tmp_path, turns=30)) as (transcript, pilot):
        transcript.action_page_up()
        await pilot.pause()
        before = transcript.lines
        transcript.make_room(rows)
        transcript.styles.margin = (rows, 0, 0, 0)
        await pilot.pause()
        assert transcript.lines == before[rows:]
        transcript.make_room(-rows)
        transcript.styles.margin = 0
        await pilot.pause()
        assert transcript.lines == before


@pytest.mark.parametrize("cursor", ["first", "last"])
async def test_the_selected_entry_stays_in_sight_when_room_is_taken(tmp_path: Path, cursor: str) -> None:
    async with hosting(session(tmp_path, turns=30)) as (transcript, pilot):
        transcript.action_page_up()
        await pilot.pause()
        reader = transcript.reader
        assert reader is not None
        inside = reader.window.whole()
        reader.cursor = inside[0] if cursor == "first" else inside[-1]
        transcript.make_room(3)
        transcript.styles.margin = (3, 0, 0, 0)
        await pilot.pause()
        assert reader.cursor in reader.window.whole()


async def test_who_follows_the_end_stays_at_the_end(tmp_path: Path) -> None:
    async with hosting(session(tmp_path, turns=30)) as (transcript, pilot):
        last = transcript.lines[-1]
        transcript.make_room(3)
        transcript.styles.margin = (3, 0, 0, 0)
        await pilot.pause()
        assert (transcript.lines[-1], transcript.follow) == (last, True)


async def test_a_size_that_nobody_told_it_of_is_seen_to_when_it_paints(tmp_path: Path) -> None:
    """Textual 8.2.8 does not tell where somebody asked for a region while a layout was due."""
    async with hosting(session(tmp_path, turns=30)) as (transcript, pilot):
        last, reader = transcript.lines[-1], transcript.reader
        assert reader is not None
        reader.window.rows += 3
        reader.window.go_end()
        transcript.repaint()
        await pilot.pause()
        assert reader.window.rows == transcript.size.height
        assert transcript.lines[-1] == last
