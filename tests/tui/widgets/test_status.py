"""The status line: what it says, and what of that where there is little room."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from textual.app import App, ComposeResult

from cc_session_tui.tui.widgets.status import Reading, StatusLine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HIDDEN = {"injected": 12, "session records": 1, "messages": 4}
READING = Reading(records=94, hidden=HIDDEN, row=93, follow=True, findings=3, damaged=2)
WHOLE = ("4 messages", "1 session record", "12 injected", "2 damaged", "record 94", "77 of 94 records", "detail 1 2 3")
"""What goes where there is no room, what goes first first."""
KEPT = (" Context  History  File ", "! 3 findings", "follow")


class Host(App[None]):
    """Nothing but a status line."""

    def __init__(self) -> None:
        super().__init__()
        self.line = StatusLine()

    def compose(self) -> ComposeResult:
        yield self.line


@asynccontextmanager
async def hosting(width: int, reading: Reading) -> AsyncIterator[StatusLine]:
    app = Host()
    async with app.run_test(size=(width, 5)) as pilot:
        app.line.reading = reading
        await pilot.pause()
        yield app.line


@pytest.mark.parametrize("width", range(48, 150, 6))
async def test_what_there_is_no_room_for_goes_part_by_part_and_none_is_cut(width: int) -> None:
    async with hosting(width, READING) as line:
        text = line.render_line(0).text
    there = [part in text for part in WHOLE]
    assert there == sorted(there), text
    assert "…" not in text
    assert all(part in text for part in KEPT)
    assert text.rstrip().endswith(("· record 94", "· follow"))


async def test_one_record_is_one() -> None:
    async with hosting(120, Reading(records=1, hidden={"session records": 1})) as line:
        assert "0 of 1 record · 1 session record " in line.render_line(0).text


async def test_a_click_finds_what_is_drawn() -> None:
    async with hosting(60, READING) as line:
        text = line.render_line(0).text
        assert line._action_at(text.index("finding")) == "screen.show_findings"
        assert line._action_at(text.index("follow")) == "screen.toggle_follow"
