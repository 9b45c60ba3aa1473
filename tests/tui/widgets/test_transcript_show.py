"""Another view, another size, other colours: what is read stays where it is."""

from __future__ import annotations

from datetime import UTC, date
from pathlib import Path
from typing import TYPE_CHECKING

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Key
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.presentation.themes import CC_DARK, CC_LIGHT
from cc_session_tui.tui.widgets.transcript_reading import Surroundings
from tests.tui import factories
from tests.tui.widgets.transcript_fakes import call, said, texts, view_of
from tests.tui.widgets.transcript_host import Hosted, hosting

if TYPE_CHECKING:
    import pytest
    from rich.style import Style

SESSION = next(
    path
    for path in sorted((Path(__file__).parents[2] / "data" / "sessions" / "2.1.332").glob("projects/*/*.jsonl"))
    if b"compact_boundary" in path.read_bytes()
)


def styles(hosted: Hosted, row: int) -> list[Style]:
    """The styles in a row of the screen."""
    page = hosted.transcript.render_lines(hosted.transcript.scrollable_content_region.reset_offset)
    return [segment.style for segment in page[row] if segment.style is not None]


async def test_another_view_of_the_session_keeps_the_selected_entry_at_its_row() -> None:
    entries = texts(*[2] * 90)
    async with hosting(view_of(*entries), at=45) as hosted:
        row = hosted.row("entry 45 line 0")
        hosted.transcript.show(view_of(*entries[::5], name="file"))
        await hosted.settle()
        assert hosted.row("entry 45 line 0") == row
        assert hosted.host.keys[-1] == Key(45_000, 0)


async def test_another_session_is_shown_at_its_end() -> None:
    async with hosting(view_of(*texts(*[2] * 90)), at=45) as hosted:
        hosted.transcript.show(view_of(*texts(*[2] * 50), path=Path("other.jsonl")))
        await hosted.settle()
        assert hosted.lines[-1] == "entry 49 line 1"
        assert hosted.transcript.follow


async def test_a_view_that_grows_is_followed_at_its_end_until_one_scrolls_up() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30])) as hosted:
        hosted.transcript.show(view_of(*entries[:40]))
        await hosted.settle()
        assert (hosted.lines[-1], hosted.transcript.cursor) == ("entry 39 line 1", 39)
        await hosted.press("pageup")
        assert not hosted.transcript.follow
        before = hosted.lines
        hosted.transcript.show(view_of(*entries[:50]))
        await hosted.settle()
        assert hosted.lines == before
        await hosted.press("G")
        assert hosted.transcript.follow
        hosted.transcript.show(view_of(*entries))
        await hosted.settle()
        assert hosted.lines[-1] == "entry 59 line 1"


async def test_following_can_be_turned_off_and_on() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30])) as hosted:
        hosted.transcript.action_toggle_follow()
        hosted.transcript.show(view_of(*entries))
        await hosted.settle()
        assert hosted.lines[-1] == "entry 29 line 1"
        hosted.transcript.action_toggle_follow()
        await hosted.settle()
        assert hosted.lines[-1] == "entry 59 line 1"


async def test_scrolling_down_to_the_end_follows_again() -> None:
    async with hosting(view_of(*texts(*[2] * 60))) as hosted:
        await hosted.press("pageup")
        assert not hosted.transcript.follow
        await hosted.press("pagedown")
        assert hosted.transcript.follow


async def test_an_anchor_that_the_tail_does_not_have_is_gone_to_in_the_whole() -> None:
    entries = texts(*[2] * 90)
    async with hosting(None) as hosted:
        hosted.transcript.show(view_of(*entries[70:]), entries[20].key)
        await hosted.settle()
        assert hosted.lines[-1] == "entry 89 line 1"
        hosted.transcript.show(view_of(*entries))
        await hosted.settle()
        assert hosted.transcript.selected == entries[20].key
        assert "entry 20 line 0" in hosted.lines


async def test_an_anchor_that_is_missing_is_forgotten_when_one_goes_elsewhere() -> None:
    entries = texts(*[2] * 90)
    async with hosting(None) as hosted:
        hosted.transcript.show(view_of(*entries[70:]), entries[20].key)
        await hosted.settle()
        await hosted.press("k")
        hosted.transcript.show(view_of(*entries))
        await hosted.settle()
        assert hosted.transcript.selected == entries[88].key


async def test_a_result_that_arrives_is_drawn_in_its_call() -> None:
    before = [*texts(*[1] * 3), call(3, text="")]
    async with hosting(view_of(*before)) as hosted:
        await hosted.press("l")
        hosted.transcript.show(view_of(*before[:3], call(3, text="it has come")))
        await hosted.settle()
        assert "it has come" in "".join(hosted.lines)


async def test_another_size_keeps_the_selected_entry_on_screen() -> None:
    words = "many words that are to be wrapped " * 20
    entries = [said(f"entry {at}", words, at=at) for at in range(60)]
    async with hosting(view_of(*entries), size=(100, 20), at=30) as hosted:
        row = hosted.row("entry 30")
        for size in [(50, 20), (120, 40), (30, 12), (100, 20)]:
            await hosted.pilot.resize_terminal(*size)
            await hosted.settle()
            assert "entry 30" in hosted.lines
            assert max(len(line) for line in hosted.lines) <= size[0]
        assert hosted.row("entry 30") == row


async def test_what_is_followed_stays_at_its_end_in_another_size() -> None:
    async with hosting(view_of(*texts(*[2] * 60)), size=(80, 30)) as hosted:
        await hosted.pilot.resize_terminal(60, 12)
        await hosted.settle()
        assert hosted.lines[-1] == "entry 59 line 1"


async def test_another_theme_draws_all_in_its_colours() -> None:
    async with hosting(view_of(call(0, text="x"), call(1, text="x"))) as hosted:
        for theme in (CC_LIGHT, CC_DARK):
            hosted.host.register_theme(theme)
            hosted.host.theme = theme.name
            await hosted.settle()
            colours = {style.color.name for style in styles(hosted, 0) if style.color is not None}
            assert theme.variables["cc-tool"] in colours


async def test_without_colours_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with hosting(view_of(*factories.entries())) as hosted:
        for row in range(len(hosted.lines)):
            for style in styles(hosted, row):
                for colour in (style.color, style.bgcolor):
                    assert colour is None or colour.triplet is None or len(set(colour.triplet)) == 1


async def test_paths_and_times_are_shown_for_the_surroundings() -> None:
    read = factories.tool_call("Read", {"file_path": "/home/me/work/app.py"}, factories.result("x"))
    async with hosting(view_of(read)) as hosted:
        assert "/home/me/work/app.py" in hosted.lines[0]
        around = Surroundings(home="/home/me", cwd="/home/me/work", today=date(2026, 11, 30), zone=UTC)
        hosted.transcript.surround(around)
        await hosted.settle()
        assert "Read app.py" in hosted.lines[0]


async def test_the_views_of_a_real_session_keep_the_place_when_one_goes_around() -> None:
    document = Document.open(SESSION)
    async with hosting(document.view(ViewName.HISTORY, 3), size=(100, 30)) as hosted:
        await hosted.press("g", *["}"] * 1, "j")
        selected, page = hosted.transcript.selected, hosted.lines
        for name in (ViewName.FILE, ViewName.HISTORY):
            hosted.transcript.show(document.view(name, 3))
            await hosted.settle()
            assert hosted.transcript.selected == selected
        assert hosted.lines == page


async def test_a_transcript_is_empty_again_when_it_is_cleared() -> None:
    async with hosting(view_of(*texts(2, 2))) as hosted:
        hosted.transcript.clear()
        await hosted.settle()
        assert not any(hosted.lines)
        assert hosted.transcript.view is None


async def test_a_session_that_waits_for_room_has_no_cursor_of_the_one_before() -> None:
    async with hosting(view_of(*texts(*[2] * 90))) as hosted:
        hosted.transcript.display = False
        await hosted.settle()
        shorter = view_of(*texts(*[2] * 5), path=Path("other.jsonl"))
        hosted.transcript.show(shorter, Key(2_000, 0))
        assert (hosted.transcript.view, hosted.transcript.cursor, hosted.transcript.selected) == (shorter, -1, None)
        hosted.transcript.find("entry")
        hosted.transcript.action_previous_branch()
        hosted.transcript.show(view_of(*texts(*[2] * 6), path=Path("other.jsonl")))
        hosted.transcript.display = True
        await hosted.settle()
        assert (hosted.transcript.cursor, hosted.transcript.selected) == (2, Key(2_000, 0))
