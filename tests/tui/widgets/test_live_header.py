"""The header of a running session: which of its lines a second draws anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from textual.app import App

from cc_session_tui.tui.presentation.live_lines import LiveLine
from cc_session_tui.tui.presentation.live_words import Now, State
from cc_session_tui.tui.presentation.themes import CC_DARK
from cc_session_tui.tui.widgets.live_header import LiveHeader
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.strip import Strip


class Drawn(LiveHeader):
    """A header that notes which of its lines are drawn."""

    rows_drawn: list[int]

    def render_line(self, y: int) -> Strip:
        self.rows_drawn.append(y)
        return super().render_line(y)


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.register_theme(CC_DARK)
        self.theme = CC_DARK.name
        self.time = 100.0
        self.header = Drawn(lambda: self.time)
        self.header.rows_drawn = []

    def compose(self) -> ComposeResult:
        yield self.header


IDLE = LiveLine("s", Now(State.IDLE, "", "All done."))
AGENT = LiveLine("a", Now(State.WORKING, "Bash", "ls", 90.0), "Explore · look", 1)
LONG = LiveLine("c", Now(State.WORKING, "Bash", "make test " * 30, 90.0), "general-purpose · find callers", 1)
OTHER = LiveLine("b", Now(State.WORKING, "thinking", "", 40.0), "Plan · it", 2)


async def test_a_second_draws_only_the_lines_that_say_something_else() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        assert host.header.show([IDLE, AGENT, OTHER]) == 3
        await pilot.pause()
        assert [strip.text.rstrip() for strip in map(host.header.render_line, range(3))] == [
            " ○ All done.",
            "   ↳ Explore · look  Bash ls                            10s",
            "     ↳ Plan · it  thinking                           1m 00s",
        ]
        host.header.rows_drawn.clear()
        host.header.tick()
        await pilot.pause()
        assert host.header.rows_drawn == []
        host.time += 1
        host.header.tick()
        await pilot.pause()
        assert sorted(host.header.rows_drawn) == [1, 2]


async def test_it_is_as_high_as_it_has_lines_and_is_not_there_without_any() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        assert not host.header.display
        assert [
            host.header.show(lines) for lines in ([IDLE], [IDLE, AGENT], [IDLE._replace(more=9), *[AGENT] * 4], [])
        ] == [1, 1, 4, -6]
        await pilot.pause()
        assert not host.header.display
        assert not host.header.goes_on


async def test_text_of_a_session_is_neither_markup_nor_an_escape_sequence() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        host.header.show([LiveLine("s", Now(State.WORKING, "Bash", "echo [/red] [bold]x", 90.0))])
        await pilot.pause()
        assert host.header.render_line(0).text.rstrip() == " ◐ Bash echo [/red] [bold]x                             10s"


@pytest.mark.parametrize("width", [30, 60, 80, 200])
async def test_times_stand_in_one_column_whatever_is_told(width: int) -> None:
    lines = [LiveLine("s", Now(State.WORKING, "3 subagents", "", 90.0), turn=10.0, queued=2)]
    lines += [LONG._replace(now=LONG.now._replace(since=since)) for since in (100.0, 35.0, -3500.0, -90_000.0)]
    host = Host()
    async with host.run_test(size=(width, 20)) as pilot:
        host.header.show([*lines, LONG._replace(tokens=12_000)])
        await pilot.pause()
        drawn = [host.header.render_line(y).text for y in range(6)]
    assert {cell_len(line) for line in drawn} == {width}
    times = ["10s", "0s", "1m 05s", "1h 00m", "1d 01h", "10s"]
    assert [line.rstrip().endswith(f" {time}") for line, time in zip(drawn, times, strict=True)] == [True] * 6
    assert {cell_len(line.rstrip()) for line in drawn} == {width - 1}


async def test_the_subagent_that_is_open_is_marked() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        host.header.show([IDLE, AGENT, AGENT._replace(is_open=True)])
        await pilot.pause()
        ground = palette_of(host.header).selected.bgcolor
        grounds = [{style.bgcolor for _, style, _ in host.header.render_line(y) if style} for y in range(3)]
    assert [ground in of_line for of_line in grounds] == [False, False, True]
    assert grounds[2] == {ground}


async def test_a_tool_has_the_colour_that_it_has_in_the_transcript() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        host.header.show([AGENT._replace(depth=0, title=""), AGENT, OTHER])
        await pilot.pause()
        palette = palette_of(host.header)
        styles = {text: style.color for y in range(3) for text, style, _ in host.header.render_line(y) if style}
    assert styles["Bash"] == palette.tool.color
    assert (styles["thinking"], styles[" ◐ "]) == (palette.live.color, palette.live.color)


async def test_a_title_that_is_cut_does_not_end_with_its_dot() -> None:
    host = Host()
    async with host.run_test(size=(61, 20)) as pilot:
        for width in range(30, 61):
            await pilot.resize_terminal(width, 20)
            host.header.show([LONG])
            assert "·…" not in host.header.render_line(0).text
