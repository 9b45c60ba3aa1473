"""A session whose file is gone, while it is read or before, says so as long as it is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from textual.color import Color

from cc_session_tui.tui.config import Config
from cc_session_tui.tui.presentation.palette import contrast
from cc_session_tui.tui.widgets.live_header import LiveHeader
from tests.core.transcript.script import use
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.test_live import append_now, watches
from tests.tui.test_live_following import Growing, begun, status
from tests.tui.test_live_lead import tell
from tests.tui.test_live_running import Client, client, header, opened, title

if TYPE_CHECKING:
    from pathlib import Path

    from textual.widget import Widget

__all__ = ["client"]

GONE = "The file of this session is gone. What was read of it stays."


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    return Growing(tmp_path / "claude", 30)


async def busy(run: Browsing, client: Client) -> None:
    """Wait until the session is shown, and what its client does."""
    await opened(run, client)
    await run.until(lambda: watches(run, client.path) and header(run) and "● busy" in title(run))


@pytest.mark.parametrize("width", [80, 120, 200])
async def test_a_running_session_whose_file_is_gone_says_that_and_nothing_else_until_it_is_back(
    client: Client, width: int
) -> None:
    client.tell("busy")
    data = client.path.read_bytes()
    async with browsing(client.claude_dir, open_session=client.path, size=(width, 24)) as run:
        await busy(run, client)
        assert "follow" in status(run)
        client.path.unlink()
        await run.until(lambda: "file gone · record" in status(run))
        await run.until(lambda: run.notices == [GONE])
        run.app.clear_notifications()
        for _ in range(5):  # what is heard of the client is no news of the file
            client.tell("busy")
            await run.pilot.pause(0.1)
        assert "file gone" in status(run)
        assert "follow" not in status(run)
        assert "busy" not in title(run)
        assert header(run) == []
        client.path.write_bytes(data)
        await run.until(lambda: "follow" in status(run) and "● busy" in title(run) and header(run))
        assert "file gone" not in status(run)


async def test_that_a_file_is_gone_is_not_told_any_longer_than_it_is(growing: Growing) -> None:
    data = growing.path.read_bytes()
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        for _ in range(2):
            growing.path.unlink()
            await run.until(lambda: run.notices == [GONE])
            growing.path.write_bytes(data)
            await run.until(lambda: GONE not in run.notices)
            run.app.clear_notifications()
        growing.add()
        await growing.seen(run)


async def test_an_edited_session_whose_file_is_gone_is_not_followed_either(growing: Growing) -> None:
    data = growing.path.read_bytes()
    tell(growing.claude_dir, growing.path.stem, "busy")
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await run.until(lambda: "● busy" in title(run))
        await run.press("x")
        await run.until(lambda: bool(run.browser.reading_pane.edits))
        growing.path.unlink()
        await run.until(lambda: "file gone" in status(run))
        await run.until(lambda: "busy" not in title(run))
        assert "follow" not in status(run)
        growing.path.write_bytes(data)
        await run.until(lambda: "file gone" not in status(run))
        await run.until(lambda: "● busy" in title(run))


async def test_a_notice_that_goes_as_the_browser_ends_is_painted_over_nothing(client: Client) -> None:
    async with browsing(client.claude_dir) as run:
        app = run.app
        app._paint_anew()
    assert not app.screen_stack
    app._paint_anew()


async def test_a_subagent_whose_file_is_gone_says_so_until_it_is_back(client: Client) -> None:
    client.say(use("a1", "Agent", subagent_type="Explore", description="look around"))
    agent = client.agent("x", use("g1", "Read", file_path="/p/app.py"))
    client.tell("busy")
    data = agent.read_bytes()
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: len(header(run)) == 2)
        await run.pilot.click(LiveHeader, offset=(10, 1))
        await run.until_opened(agent.name)
        await run.until(lambda: "follow" in status(run))
        agent.unlink()
        await run.until(lambda: "file gone" in status(run))
        agent.write_bytes(data)
        await run.until(lambda: "file gone" not in status(run) and "follow" in status(run))


async def test_another_session_is_not_gone_with_the_one_that_was_open(client: Client) -> None:
    other = client.path.with_name("dddddddd-0000-4000-8000-000000000000.jsonl")
    other.write_bytes(client.path.read_bytes())
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: watches(run, client.path))
        client.path.unlink()
        await run.until(lambda: "file gone" in status(run))
        await run.until(lambda: run.browser.tree_pane.session_of(client.path) is None)
        await run.press("escape", "home", "down", "enter")
        await run.until_opened(other.name)
        await run.until(lambda: "file gone" not in status(run) and "follow" in status(run))


async def test_a_session_that_is_gone_when_it_is_opened_is_read_when_it_is_back(client: Client) -> None:
    data = client.path.read_bytes()
    client.path.unlink()
    async with browsing(client.claude_dir, open_session=client.path, size=(80, 24)) as run:
        pane = run.browser.reading_pane
        await run.until(lambda: pane.failure.startswith("The file of this session is gone."))
        assert status(run) == ""
        assert not run.notices
        await run.until(lambda: "prune" not in lines_of(run.browser.query_one("#footer"))[0])
        client.path.write_bytes(data)
        await opened(run, client)
        assert not pane.failure
        assert not run.browser.query_one("#failure").display
        await run.until(lambda: "prune" in lines_of(run.browser.query_one("#footer"))[0])


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 40)])
async def test_what_is_told_covers_neither_what_goes_on_nor_the_end(client: Client, size: tuple[int, int]) -> None:
    client.tell("busy")
    for name in "abc":
        client.agent(name, use("g1", "Read", file_path="/p/app.py"), toolUseId=name)
    async with browsing(client.claude_dir, open_session=client.path, size=size) as run:
        await opened(run, client)
        await run.until(lambda: len(header(run)) == 4)
        run.app.notify("A word on what has happened, and on what can be done about it by a key.")
        await run.until(lambda: run.browser.query("Toast") and run.browser.query_one("Toast").region)
        await run.until(lambda: run.browser.query_one("Toast").region.y == run.transcript.region.y)
        toast = run.browser.query_one("Toast")
        assert toast.region.bottom < run.transcript.region.bottom - 1
        client.end()
        await run.until(lambda: not header(run))
        await run.until(lambda: run.browser.query_one("Toast").region.y == run.transcript.region.y)


@pytest.mark.parametrize("theme", ["cc-dark", "cc-light"])
async def test_what_is_told_stands_on_a_ground_of_its_own(client: Client, theme: str) -> None:
    async with browsing(client.claude_dir, open_session=client.path, config=Config(theme=theme)) as run:
        await opened(run, client)
        run.app.notify("A word on what has happened.")
        await run.until(lambda: run.browser.query("Toast"))
        ground, text = run.browser.query_one("Toast").background_colors[1], run.app.current_theme.foreground
        assert contrast(ground, run.transcript.background_colors[1]) > 1.2
        assert contrast(ground, Color.parse(text or "")) > 4.5


def has_room(toast: Widget) -> bool:
    return bool(toast.region)


async def test_all_that_is_told_is_there_to_the_last_word(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path, size=(80, 24)) as run:
        await opened(run, client)
        for length in range(30, 45):
            run.app.clear_notifications()
            words = f"{'a' * (length - 5)} last"
            run.app.notify(words)
            await run.until(lambda: len(run.browser.query("Toast")) == 1)
            toast = run.browser.query_one("Toast")
            await run.until(partial(has_room, toast))
            assert any("last" in line for line in lines_of(toast)), length


async def test_a_line_that_is_appended_is_no_loss(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        append_now(growing.path, b'{"type":"mode","mode":"plan"}\n')
        await growing.seen(run)
        assert "file gone" not in status(run)
