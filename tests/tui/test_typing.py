from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Key
from textual.widgets import Input

from cc_session_tui.tui.screens.compose_area import ComposeArea
from cc_session_tui.tui.screens.compose_screen import ComposeScreen
from tests.tui.browsing import Browsing, browsing

if TYPE_CHECKING:
    from cc_session_tui.demo import Demo


def press_at_once(run: Browsing, text: str) -> None:
    """All keys before any of them is answered, as a paste or a busy machine has it."""
    for character in text:
        run.app.post_message(Key("slash" if character == "/" else character, character))


@pytest.mark.parametrize(("pane", "line"), [("tree", "#filter"), ("transcript", "#find Input")])
async def test_what_is_typed_quickly_after_a_slash_is_looked_for_and_is_no_command(
    demo: Demo, pane: str, line: str
) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        if pane == "transcript":
            await run.press("enter")
        await run.until(lambda: run.focused == pane)
        press_at_once(run, "/xqD")
        await run.until(lambda: run.browser.query_one(line, Input).value == "xqD")
        assert run.app.screen is run.browser
        assert run.app.is_running


async def test_what_is_typed_quickly_into_the_composer_stands_in_its_text(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter")
        await run.until(lambda: run.focused == "transcript")
        press_at_once(run, "axq")
        await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
        await run.until(lambda: run.app.screen.query(ComposeArea).first().text == "xq")
