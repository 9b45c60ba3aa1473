from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Key
from textual.widgets import Input

from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.screens.compose_area import ComposeArea
from cc_session_tui.tui.screens.compose_screen import ComposeScreen
from tests.tui.browsing import NOW, Browsing, browsing
from tests.tui.test_live_following import Growing

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_keys_that_are_pressed_before_the_tree_has_lines_count_once_it_has(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    growing = Growing(tmp_path, 2)
    for number in range(3):
        growing.path.with_name(f"{number}.jsonl").write_bytes(growing.path.read_bytes())
    app = CcSessionsApp(tmp_path, clock=lambda: NOW)
    async with app.run_test(size=size, notifications=True) as pilot:
        run = Browsing(app, pilot)
        run.tree.focus()
        for key in ("G", "enter"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        assert not run.tree.rows
        await run.until(lambda: run.focused == "transcript" and run.opened)
        row = run.tree.row
        assert row is not None
        assert row.session is not None
        assert row.session.file.path.name == run.opened
        assert run.tree.cursor > 1


async def test_keys_that_are_pressed_in_an_empty_tree_do_not_wait_for_what_comes(tmp_path: Path) -> None:
    (tmp_path / "projects").mkdir()
    async with browsing(tmp_path) as run:
        run.tree.focus()
        await run.press("G", "enter")
        growing = Growing(tmp_path, 2)
        await run.until_opened(growing.path.name)
        assert run.focused == "tree"
