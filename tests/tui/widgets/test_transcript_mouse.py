from __future__ import annotations

from textual import events
from textual.scrollbar import ScrollTo

from cc_session_tui.tui.widgets.transcript import Transcript
from tests.tui.widgets.transcript_fakes import call, fork, said, texts, view_of
from tests.tui.widgets.transcript_host import Hosted, hosting


def wheel(kind: type[events.MouseEvent]) -> events.MouseEvent:
    """A turn of the wheel over the transcript."""
    return kind(None, 5, 5, 0, 0, 0, False, False, False, 5, 5)


async def click(hosted: Hosted, column: int, row: int, times: int = 1) -> None:
    await hosted.pilot.click(Transcript, offset=(column, row), times=times)
    await hosted.settle()


async def drag(hosted: Hosted, start: tuple[int, int], end: tuple[int, int]) -> None:
    await hosted.pilot.mouse_down(Transcript, offset=start)
    await hosted.pilot.hover(Transcript, offset=end)
    await hosted.pilot.mouse_up(Transcript, offset=end)
    await hosted.settle()


async def test_the_wheel_scrolls_and_leaves_the_cursor_where_it_is() -> None:
    async with hosting(view_of(*texts(*[2] * 60)), at=30) as hosted:
        first = hosted.lines[0]
        await hosted.post(*(wheel(events.MouseScrollDown) for _ in range(3)))
        assert hosted.transcript.cursor == 30
        await hosted.post(*(wheel(events.MouseScrollUp) for _ in range(3)))
        assert hosted.lines[0] == first


async def test_the_wheel_reaches_both_ends_whatever_was_guessed() -> None:
    entries = [said(*["line"] * (1 + at % 7), at=at) for at in range(50)]
    async with hosting(view_of(*entries)) as hosted:
        for _ in range(40):
            await hosted.post(*(wheel(events.MouseScrollUp) for _ in range(5)))
        assert hosted.transcript.scroll_y == 0
        assert hosted.transcript.reader.window.top == (0, 0)  # type: ignore[union-attr]
        for _ in range(40):
            await hosted.post(*(wheel(events.MouseScrollDown) for _ in range(5)))
        assert hosted.transcript.reader.window.at_end  # type: ignore[union-attr]
        assert hosted.transcript.follow


async def test_dragging_the_scrollbar_shows_the_place_at_once_and_both_ends_exactly() -> None:
    entries = [said(*[f"entry {at}"] * (1 + at % 7), at=at) for at in range(2000)]
    async with hosting(view_of(*entries)) as hosted:
        for y in (5, hosted.transcript.virtual_size.height // 2, 0):
            hosted.transcript.post_message(ScrollTo(y=y))
            await hosted.settle()
            assert abs(hosted.transcript.scroll_y - y) <= 10
        assert hosted.transcript.reader.window.top == (0, 0)  # type: ignore[union-attr]
        hosted.transcript.post_message(ScrollTo(y=1_000_000))
        await hosted.settle()
        assert hosted.lines[-1] == "entry 1999"
        assert hosted.transcript.vertical_scrollbar.position == hosted.transcript.max_scroll_y


async def test_a_click_selects_the_entry() -> None:
    async with hosting(view_of(*texts(2, 2, 2, 2))) as hosted:
        await click(hosted, 10, hosted.row("entry 1 line 1"))
        assert hosted.transcript.cursor == 1


async def test_a_click_below_the_end_does_nothing() -> None:
    async with hosting(view_of(*texts(2, 2))) as hosted:
        await click(hosted, 10, 15)
        assert hosted.transcript.cursor == 1


async def test_a_click_on_the_mark_folds_and_unfolds() -> None:
    async with hosting(view_of(call(0, text="a\nb"), said("later", at=1))) as hosted:
        await hosted.press("k", "l")
        row = hosted.row("▾ Bash")
        await click(hosted, 2, row)
        assert hosted.row("▸ Bash") == row
        await click(hosted, 2, row)
        assert hosted.row("▾ Bash") == row


async def test_a_click_on_the_count_of_lines_left_out_shows_more() -> None:
    async with hosting(view_of(said(*(f"line {line}" for line in range(500))))) as hosted:
        await click(hosted, 4, hosted.row("…"))
        await hosted.press("G")
        assert hosted.lines[-1] == "line 499"


async def test_a_click_on_switch_shows_the_next_branch() -> None:
    async with hosting(view_of(fork(0), *texts(1)), size=(120, 20)) as hosted:
        row = hosted.row("2 branches" if any("2 branches" in line for line in hosted.lines) else "3 branches")
        await click(hosted, hosted.lines[row].index("[ ] switch") + 4, row)
        chosen = [event for event in hosted.host.told if isinstance(event, Transcript.BranchChosen)]
        assert [event.leaf for event in chosen] == [101]


async def test_dragging_selects_text_without_the_gutter() -> None:
    async with hosting(view_of(*texts(2, 2, 2))) as hosted:
        await drag(hosted, (8, hosted.row("entry 0 line 1")), (8, hosted.row("entry 1 line 0")))
        assert hosted.host.screen.get_selected_text() == "0 line 1\nentry 1"
        await hosted.press("c")
        assert hosted.host.clipboard == "0 line 1\nentry 1"


async def test_a_selection_stays_on_its_text_while_one_scrolls_and_heights_turn_out_otherwise() -> None:
    entries = [said(*[f"entry {at} line {line}" for line in range(1 + at % 7)], at=at) for at in range(400)]
    async with hosting(view_of(*entries), at=200) as hosted:
        await drag(hosted, (2, hosted.row("entry 200 line 0")), (16, hosted.row("entry 200 line 1")))
        selected = hosted.host.screen.get_selected_text()
        assert selected == "entry 200 line 0\nentry 200 line"
        await hosted.press("g", "G")
        assert hosted.host.screen.get_selected_text() == selected


async def test_a_double_click_selects_the_text_of_the_entry() -> None:
    async with hosting(view_of(*texts(2, 3, 2))) as hosted:
        await click(hosted, 10, hosted.row("entry 1 line 1"), times=2)
        assert hosted.host.screen.get_selected_text() == "entry 1 line 0\nentry 1 line 1\nentry 1 line 2"


async def test_a_selection_is_painted_where_it_is() -> None:
    async with hosting(view_of(*texts(2, 2, 2))) as hosted:
        row = hosted.row("entry 0 line 1")
        await drag(hosted, (8, row), (12, row))
        ground = hosted.transcript.screen.get_component_rich_style("screen--selection").bgcolor
        strip = hosted.transcript.render_lines(hosted.transcript.scrollable_content_region.reset_offset)[row]
        painted = "".join(segment.text for segment in strip if segment.style and segment.style.bgcolor == ground)
        assert painted == "0 lin"
