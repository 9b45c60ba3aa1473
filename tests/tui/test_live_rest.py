"""A client that comes to rest: it says so a moment before it writes what it said last."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.tui.browsing import browsing
from tests.tui.test_live_running import Client, client, header, opened, title

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.tui.browsing import Browsing

__all__ = ["client"]


@pytest.fixture
async def run(client: Client) -> AsyncIterator[Browsing]:
    """The browser on a session whose client thinks."""
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: header(run) == ["◐ thinking 59s"])
        yield run


async def seen_until(run: Browsing, what: str) -> set[str]:
    """Give what stood over the transcript until that is WHAT."""
    seen: set[str] = set()

    def is_there() -> bool:
        seen.update(header(run))
        return header(run) == [what]

    await run.until(is_there)
    return seen


async def test_a_turn_that_ends_is_never_called_interrupted(run: Browsing, client: Client) -> None:
    client.tell("idle")
    await asyncio.sleep(0.15)
    client.say("Fixed.", stop="end_turn")
    assert not any("interrupted" in line for line in await seen_until(run, "○ Fixed."))
    await run.until(lambda: "○ idle" in title(run))


async def test_what_it_does_next_is_not_taken_back(run: Browsing, client: Client) -> None:
    client.tell("idle")
    await asyncio.sleep(0.1)
    client.tell("waiting", "permission prompt")
    await run.until(lambda: header(run)[0].startswith("◆ waits for you"))
    await asyncio.sleep(0.5)
    assert header(run)[0].startswith("◆ waits for you")
