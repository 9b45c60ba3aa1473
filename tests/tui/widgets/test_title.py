"""The line over the transcript: what of it goes where there is little room, and in which order."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from cc_session_tui.tui.widgets.title import Heading, Title

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HEADING = Heading("Speed up the BVH", ("main", "opus-5.5", "9 messages"), "busy", 34_000, "claude-opus-5-5")
LONG = HEADING._replace(title="Header with 20 subagents, and more")
TEN = LONG._replace(facts=("main", "opus-5.5", "10 messages"))
IN_ORDER = ("━", "main", "opus-5.5", "messages", "17% of 200k", "● busy")
"""What goes first, to what goes last."""


class Host(App[None]):
    """Nothing but a title line."""

    def __init__(self) -> None:
        super().__init__()
        self.line = Title()

    def compose(self) -> ComposeResult:
        yield self.line


@asynccontextmanager
async def hosting(width: int) -> AsyncIterator[Title]:
    app = Host()
    async with app.run_test(size=(width, 5)):
        yield app.line


def said(title: Title, heading: Heading) -> str:
    title.heading = heading
    return title.render_line(0).text


@pytest.mark.parametrize("heading", [LONG, LONG._replace(title="題" * 40, edits=3)])
async def test_what_there_is_no_room_for_goes_one_by_one_and_the_state_last(heading: Heading) -> None:
    seen: list[int] = []
    for width in range(140, 9, -1):
        async with hosting(width) as title:
            line = said(title, heading)
        assert cell_len(line) == width
        there = [part in line for part in IN_ORDER]
        assert there == sorted(there), line
        seen.append(sum(there))
    assert sorted(set(seen), reverse=True) == [6, 5, 4, 3, 2, 1, 0]
    assert all(0 <= before - after <= 1 for before, after in pairwise(seen))


@pytest.mark.parametrize(
    ("width", "heading", "line"),
    [
        (64, HEADING, " Speed up the BVH   9 messages · ● busy             17% of 200k "),
        (80, LONG, " Header with 20 subagents, and…   opus-5.5 · 9 messages · ● busy    17% of 200k "),
        (80, TEN, " Header with 20 subagents, and…   opus-5.5 · 10 messages · ● busy   17% of 200k "),
        (
            76,
            TEN._replace(status="waiting"),
            " Header with 20 subagents…   opus-5.5 · 10 messages · ◆ waits   17% of 200k ",
        ),
    ],
)
async def test_it_keeps_what_there_is_room_for(width: int, heading: Heading, line: str) -> None:
    async with hosting(width) as title:
        assert said(title, heading) == line


@pytest.mark.parametrize("width", range(20, 130, 3))
async def test_nothing_else_comes_or_goes_with_the_state(width: int) -> None:
    async with hosting(width) as title:
        for heading in (HEADING, LONG):
            lines = {said(title, heading._replace(status=status)) for status in ("busy", "idle", "waiting", "shell")}
            assert len({tuple(part in line for part in IN_ORDER[:-1]) for line in lines}) == 1


async def test_without_a_client_no_room_is_kept_for_its_state() -> None:
    async with hosting(64) as title:
        assert "opus-5.5 · 9 messages" in said(title, HEADING._replace(status=""))


async def test_a_state_that_nobody_knows_is_cut_with_an_ellipsis() -> None:
    async with hosting(100) as title:
        assert "· ○ compacting… " in said(title, HEADING._replace(status="compacting the conversation"))
        assert "· ◆ waits " in said(title, HEADING._replace(status="waiting"))
