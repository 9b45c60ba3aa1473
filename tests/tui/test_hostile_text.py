"""What stands in sessions, and in names of files, is shown to the user and never obeyed by the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from textual.widgets import Input

from cc_session_tui.core.editing.backups import Backup
from cc_session_tui.tui.screens.compose_area import ComposeArea
from cc_session_tui.tui.screens.edit_ask import AskScreen, Field
from cc_session_tui.tui.screens.edit_backups import BackupsScreen
from cc_session_tui.tui.screens.weights_screen import Heavy, Weighed, WeightsScreen
from tests.tui.browsing import Browsing, browsing

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from textual.screen import Screen

    from cc_session_tui.demo import Demo

EVIL = "\x1b]52;Q\x07\x1b[31m\x9b1m\u202e\udc80[b]g"
OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u202e\ud800-\udfff]")


def texts(run: Browsing) -> list[str]:
    """The texts of all that is on the screen."""
    return [segment.text for strip in run.app.screen._compositor.render_strips() for segment in strip]


async def is_safe(run: Browsing, screen: Screen[Any] | None = None) -> bool:
    """Whether nothing on the screen, or on a SCREEN that is put over it, would be obeyed; what is harmless is shown."""
    if screen is not None:
        await run.app.push_screen(screen)
    await run.until(lambda: "[b]g" in "".join(texts(run)))
    return not any(OBEYED.search(text) for text in texts(run))


async def test_a_message_is_shown_and_not_obeyed(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        run.app.notify(EVIL, title=EVIL)
        run.browser.notify(EVIL, title=EVIL, markup=True)
        assert await is_safe(run)
        assert any("␛[31m" in notice for notice in run.notices)


async def test_every_form_and_list_keeps_control_characters_from_the_terminal(
    demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder\x1b[31m[b]g").mkdir()
    async with browsing(demo.claude_dir, home=demo.home) as run:
        assert await is_safe(run, AskScreen("Rename", [Field(EVIL, EVIL)], note=EVIL))
        run.app.screen.query_one(Input).value = ""
        run.app.pop_screen()
        ask = AskScreen("Copy", [Field("Folder", "fol", is_folder=True)])
        await run.app.push_screen(ask)
        await run.press("d")
        assert await is_safe(run)
        run.app.pop_screen()
        assert await is_safe(run, BackupsScreen((Backup("1", EVIL, f"/a/{EVIL}/{EVIL}.jsonl", EVIL, 1),)))
        run.app.pop_screen()
        assert await is_safe(run, WeightsScreen(Weighed(1, 1, (Heavy(0, EVIL, 1, 1),))))
        run.app.pop_screen()
        run.browser.mount(ComposeArea(EVIL))
        assert await is_safe(run)
