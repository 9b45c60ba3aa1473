"""Lists to choose from, in terminals of any size."""

from __future__ import annotations

from textual.app import App, ComposeResult

from cc_session_tui.tui.widgets.choices import Choices


class Host(App[None]):
    CSS = "Choices { border: round red; }"

    def compose(self) -> ComposeResult:
        yield Choices(*"abcdef")


async def test_every_key_works_in_a_list_without_room() -> None:
    async with Host().run_test(size=(1, 1)) as pilot:
        await pilot.press("pagedown", "pageup", "down", "pagedown", "up", "pageup", "end", "home", "enter")
        assert pilot.app.query_one(Choices).highlighted == 0
