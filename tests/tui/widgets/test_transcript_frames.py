"""What a key costs, in frames and in drawn entries; counted, not timed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from textual import events

from tests.tui.widgets.transcript_fakes import FakeView, call, texts, view_of
from tests.tui.widgets.transcript_host import CountingDriver, Hosted, hosting

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.views import View

ROWS = 30
MANY = 60_000


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> type[CountingDriver]:
    """The driver of the app, which counts its frames."""
    monkeypatch.setattr("textual.drivers.headless_driver.HeadlessDriver", CountingDriver)
    monkeypatch.setattr(CountingDriver, "frames", 0)
    return CountingDriver


async def cost(hosted: Hosted, *keys: str) -> tuple[int, int]:
    """Frames, and entries drawn, that KEYS cost when they come at once."""
    made = hosted.transcript.reader.drawings.made  # type: ignore[union-attr]
    CountingDriver.frames = 0
    await hosted.post(*(events.Key(key, key if len(key) == 1 else None) for key in keys))
    return CountingDriver.frames, hosted.transcript.reader.drawings.made - made  # type: ignore[union-attr]


@pytest.mark.usefixtures("frames")
@pytest.mark.parametrize(
    "key", ["j", "k", "up", "down", "pageup", "pagedown", "ctrl+u", "ctrl+d", "home", "end", "enter", "z", "Z"]
)
async def test_a_key_costs_one_frame(key: str) -> None:
    entries = [call(at, text="printed") if at % 2 else texts(*[2] * (at + 1))[at] for at in range(100)]
    async with hosting(view_of(*entries), size=(80, ROWS), at=51) as hosted:
        await hosted.press("l", "j", "k")
        frames, made = await cost(hosted, key)
        assert frames == 1
        assert made <= ROWS + 1


@pytest.mark.usefixtures("frames")
@pytest.mark.parametrize("key", ["pageup", "pagedown", "ctrl+u"])
async def test_a_held_key_costs_few_frames_and_draws_only_what_is_seen(key: str) -> None:
    async with hosting(view_of(*texts(*[1] * 4000)), size=(80, ROWS), at=2000) as hosted:
        frames, made = await cost(hosted, *[key] * 60)
        assert frames <= 3
        assert made <= 3 * ROWS
        assert abs(hosted.transcript.cursor - 2000) > 500


@pytest.mark.usefixtures("frames")
async def test_sixty_thousand_entries_open_and_scroll_like_a_hundred() -> None:
    view = FakeView(texts(*[1 + at % 5 for at in range(MANY)]))
    async with hosting(cast("View", view), size=(80, ROWS)) as hosted:
        assert len(set(view.read)) <= ROWS + 1
        for key, most in [("pageup", ROWS), ("k", 2), ("g", ROWS), ("pagedown", ROWS), ("G", ROWS), ("j", 1)]:
            frames, made = await cost(hosted, key)
            assert (frames <= 1, made <= most) == (True, True), key
        assert len(hosted.transcript.reader.drawings) <= 96  # type: ignore[union-attr]


@pytest.mark.usefixtures("frames")
async def test_dragging_the_scrollbar_draws_only_where_it_stops() -> None:
    view = FakeView(texts(*[1 + at % 5 for at in range(MANY)]))
    async with hosting(cast("View", view), size=(80, ROWS)) as hosted:
        made = hosted.transcript.reader.drawings.made  # type: ignore[union-attr]
        hosted.transcript.scroll_y = hosted.transcript.virtual_size.height // 2
        await hosted.settle()
        assert hosted.transcript.reader.drawings.made - made <= ROWS + 1  # type: ignore[union-attr]
        assert MANY // 3 < hosted.transcript.reader.window.top.entry < 2 * MANY // 3  # type: ignore[union-attr]


@pytest.mark.usefixtures("frames")
async def test_an_appended_entry_costs_one_frame_and_is_drawn_alone() -> None:
    entries = texts(*[1] * 300)
    async with hosting(view_of(*entries[:299]), size=(80, ROWS)) as hosted:
        made = hosted.transcript.reader.drawings.made  # type: ignore[union-attr]
        CountingDriver.frames = 0
        hosted.transcript.show(view_of(*entries))
        await hosted.settle()
        assert CountingDriver.frames == 1
        assert hosted.transcript.reader.drawings.made - made == 1  # type: ignore[union-attr]
        assert hosted.lines[-1] == "entry 299 line 0"
