"""The header of a running session: which of its lines a second draws anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from cc_session_tui.tui.presentation.live_lines import LiveLine
from cc_session_tui.tui.presentation.live_words import Now, State
from cc_session_tui.tui.presentation.themes import CC_DARK
from cc_session_tui.tui.widgets.live_header import LiveHeader

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
AGENT = LiveLine("a", Now(State.WORKING, "Bash", "ls", 90.0), "Explore: look", 1)
OTHER = LiveLine("b", Now(State.WORKING, "thinking", "", 40.0), "Plan: it", 2)


async def test_a_second_draws_only_the_lines_that_say_something_else() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        assert host.header.show([IDLE, AGENT, OTHER]) == 3
        await pilot.pause()
        assert [strip.text.rstrip() for strip in map(host.header.render_line, range(3))] == [
            " ○ All done.",
            "   ↳ Explore: look · Bash ls  10s",
            "     ↳ Plan: it · thinking  1m 00s",
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
        assert [host.header.show(lines) for lines in ([IDLE], [IDLE, AGENT], [IDLE, *[AGENT] * 9], [])] == [1, 1, 5, -7]
        await pilot.pause()
        assert not host.header.display
        assert not host.header.goes_on


async def test_text_of_a_session_is_neither_markup_nor_an_escape_sequence() -> None:
    host = Host()
    async with host.run_test(size=(60, 20)) as pilot:
        host.header.show([LiveLine("s", Now(State.WORKING, "Bash", "echo [/red] [bold]x", 90.0))])
        await pilot.pause()
        assert host.header.render_line(0).text.rstrip() == " ◐ Bash echo [/red] [bold]x  10s"
