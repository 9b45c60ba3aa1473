"""The top line: what it says, and what of that where there is little room."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from textual.app import App, ComposeResult

from cc_session_tui.tui.widgets.header import Counts, Header

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

COUNTS = Counts(41, 1204, 3, 0, 1)


class Host(App[None]):
    """Nothing but a header."""

    def __init__(self) -> None:
        super().__init__()
        self.header = Header("cc-sessions", "~/.claude", id="header")

    def compose(self) -> ComposeResult:
        yield self.header


@asynccontextmanager
async def hosting(width: int, counts: Counts) -> AsyncIterator[str]:
    app = Host()
    async with app.run_test(size=(width, 5)) as pilot:
        app.header.counts, app.header.clock = counts, "13:22"
        await pilot.pause()
        yield app.header.render_line(0).text


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Counts(1, 2), "1 project · 2 sessions "),
        (COUNTS._replace(waiting=0), "1,204 sessions · 3 running "),
        (COUNTS, "3 running · 1 waits for you "),
        (COUNTS._replace(waiting=2), "3 running · 2 wait for you "),
        (COUNTS._replace(new=1), "3 running · 1 waits for you · 1 new client "),
        (Counts(1, 2, new=2), "1 project · 2 sessions · 2 new clients "),
        (COUNTS._replace(unread=1500), "1,204 sessions · 3 running · 1 waits for you · 1,500 titles to read "),
    ],
)
async def test_it_says_what_runs_and_what_waits(counts: Counts, said: str) -> None:
    async with hosting(120, counts) as line:
        assert said in line
        assert line.endswith("13:22 ")


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (100, " cc-sessions  ~/.claude   41 projects · 1,204 sessions · 3 running · 1 waits for you"),
        (80, " cc-sessions   41 projects · 1,204 sessions · 3 running · 1 waits for you"),
        (60, " cc-sessions · 3 running · 1 waits for you"),
    ],
)
async def test_without_room_what_runs_goes_last(width: int, said: str) -> None:
    async with hosting(width, COUNTS) as line:
        assert line.removesuffix("13:22 ").rstrip() == said


async def test_part_by_part_goes_and_what_runs_last() -> None:
    """No part is cut, none that is worth more goes before one that is worth less, and no more than must."""
    parts = ("to read", "~/.claude", "41 projects", "1,204 sessions", "new client", "waits for you", "running")
    seen = []
    for width in range(130, 30, -1):
        async with hosting(width, COUNTS._replace(new=1, unread=1500)) as line:
            there = [part in line for part in parts]
            assert there == sorted(there), line
            assert "…" not in line
            seen.append(sum(there))
    assert sorted(set(seen), reverse=True) == [7, 6, 5, 4, 3, 2, 1]
    assert all(0 <= before - after <= 1 for before, after in pairwise(seen))


@pytest.mark.parametrize("unread", [0, 1, 9999])
async def test_what_runs_stands_where_it_stands_however_many_titles_are_to_be_read(unread: int) -> None:
    for width in (80, 120):
        async with hosting(width, COUNTS._replace(unread=unread)) as line, hosting(width, COUNTS) as other:
            assert line.index("3 running") == other.index("3 running")


@pytest.mark.parametrize("width", [1, 5, 12, 30])
async def test_it_is_as_wide_as_there_is_room(width: int) -> None:
    async with hosting(width, COUNTS) as line:
        assert len(line) == width
