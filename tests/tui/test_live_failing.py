"""Where live mode cannot go on, that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.watching.looking import Looker
from tests.tui.browsing import browsing

if TYPE_CHECKING:
    import pytest

    from cc_session_tui.demo import Demo


async def test_a_store_that_cannot_be_looked_at_is_told_once(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_looker: Looker) -> list[object]:
        raise ZeroDivisionError("nobody")

    monkeypatch.setattr(Looker, "all", fail)
    async with browsing(demo.claude_dir, home=demo.home) as run:
        told = "Watching stopped: ZeroDivisionError: nobody. f5 reads what was written."
        await run.until(lambda: told in run.notices)
        assert run.notices.count(told) == 1


async def test_a_change_that_cannot_be_shown_is_told(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_browser: LiveBrowser, _change: object) -> None:
        raise ZeroDivisionError("nobody")

    monkeypatch.setattr(LiveBrowser, "take_tree_change", fail)
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        (demo.claude_dir / "projects" / "-new").mkdir()
        (demo.claude_dir / "projects" / "-new" / "new.jsonl").write_bytes(b"{}\n")
        await run.until(lambda: any("Watching stopped: ZeroDivisionError" in notice for notice in run.notices))
