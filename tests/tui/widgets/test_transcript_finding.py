from __future__ import annotations

from textual.widgets import Input, Static

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.widgets.transcript_find import Found
from cc_session_tui.tui.widgets.transcript_find_bar import FindBar
from tests.tui.widgets.transcript_fakes import call, said, texts, view_of
from tests.tui.widgets.transcript_host import Hosted, hosting


def marked(hosted: Hosted, style: str) -> list[str]:
    """The text on screen in one of the palette's styles."""
    wanted = getattr(hosted.transcript.palette, style).bgcolor
    page = hosted.transcript.render_lines(hosted.transcript.scrollable_content_region.reset_offset)
    rows = ("".join(part.text for part in strip if part.style and part.style.bgcolor == wanted) for strip in page)
    return [row for row in rows if row]


def count(hosted: Hosted) -> str:
    """What the find bar says."""
    return str(hosted.host.query_one("#find-count", Static).content).strip()


async def test_the_first_match_from_where_one_is_is_shown_while_one_types() -> None:
    async with hosting(view_of(*texts(*[2] * 60)), at=10) as hosted:
        await hosted.press("slash", *"entry 3")
        assert hosted.transcript.cursor == 30
        assert marked(hosted, "find_current") == ["entry 3"]
        await hosted.press("9")
        assert hosted.transcript.cursor == 39
        assert count(hosted) == "1 of 2"


async def test_matches_on_screen_are_marked_and_the_current_one_apart() -> None:
    async with hosting(view_of(*texts(*[2] * 5))) as hosted:
        await hosted.press("slash", *"LINE 1", "enter")
        assert marked(hosted, "find") == ["line 1"] * 4
        assert marked(hosted, "find_current") == ["line 1"]


async def test_next_and_previous_go_around_and_the_count_says_where_one_is() -> None:
    async with hosting(view_of(*texts(*[2] * 17)), at=0) as hosted:
        await hosted.press("slash", *"line 1", "enter")
        assert (count(hosted), hosted.host.focused) == ("1 of 17", hosted.transcript)
        await hosted.press("n", "n")
        assert (str(hosted.transcript.found), hosted.transcript.cursor) == ("3 of 17", 2)
        await hosted.press("N", "N", "N")
        assert (str(hosted.transcript.found), hosted.transcript.cursor) == ("17 of 17", 16)
        await hosted.press("n")
        assert (str(hosted.transcript.found), hosted.transcript.cursor) == ("1 of 17", 0)


async def test_next_goes_on_from_where_one_went_meanwhile() -> None:
    async with hosting(view_of(*texts(*[2] * 17)), at=0) as hosted:
        await hosted.press("slash", *"line 1", "enter", "j", "j", "j", "j", "n")
        assert hosted.transcript.cursor == 5


async def test_escape_goes_back_to_where_the_search_began() -> None:
    async with hosting(view_of(*texts(*[2] * 60)), at=30) as hosted:
        before = hosted.lines
        await hosted.press("slash", *"entry 7", "escape")
        assert (hosted.lines, hosted.transcript.cursor) == (before, 30)
        assert hosted.transcript.found == Found()
        assert not marked(hosted, "find")
        assert not hosted.host.query_one(FindBar).display
        assert hosted.host.focused is hosted.transcript


async def test_escape_in_the_transcript_leaves_the_search_and_stays() -> None:
    async with hosting(view_of(*texts(*[2] * 60)), at=30) as hosted:
        await hosted.press("slash", *"entry 7", "enter", "escape")
        assert hosted.transcript.cursor == 7
        assert not marked(hosted, "find")
        assert not marked(hosted, "find_current")


async def test_a_folded_entry_that_holds_the_match_is_unfolded_while_one_is_at_it() -> None:
    thought = said("first", "a needle", at=3, kind=Kind.THINKING)
    entries = [*texts(1, 1, 1), thought, call(4, text="hay\nneedle"), said("a needle", at=5)]
    async with hosting(view_of(*entries), at=0) as hosted:
        assert not marked(hosted, "find")
        folded = hosted.lines
        await hosted.press("slash", *"needle", "enter")
        assert (hosted.transcript.cursor, marked(hosted, "find_current")) == (3, ["needle"])
        await hosted.press("n")
        assert (hosted.transcript.cursor, marked(hosted, "find_current")) == (4, ["needle"])
        await hosted.press("n")
        assert (hosted.transcript.cursor, hosted.lines) == (5, folded)


async def test_what_was_unfolded_for_a_match_is_folded_again_on_escape() -> None:
    entries = [*texts(1, 1, 1), said("first", "a needle", at=3, kind=Kind.THINKING)]
    async with hosting(view_of(*entries), at=0) as hosted:
        before = hosted.lines
        await hosted.press("slash", *"needle")
        assert hosted.lines != before
        await hosted.press("escape")
        assert hosted.lines == before


async def test_nothing_found_is_said_and_one_stays() -> None:
    async with hosting(view_of(*texts(*[2] * 60)), at=30) as hosted:
        await hosted.press("slash", *"[/]")
        assert (count(hosted), hosted.transcript.cursor) == ("no match", 30)
        await hosted.press("enter", "n", "N")
        assert hosted.transcript.cursor == 30


async def test_what_is_added_is_searched_too_and_one_stays_at_the_match() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:40]), at=0) as hosted:
        await hosted.press("slash", *"line 1", "enter", "n")
        before = hosted.lines
        hosted.transcript.show(view_of(*entries))
        await hosted.settle()
        assert str(hosted.transcript.found) == "2 of 60"
        assert hosted.lines == before


async def test_another_view_is_searched_anew_and_one_stays_where_one_is() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries), at=0) as hosted:
        await hosted.press("slash", *"line 1", "enter", "n", "n", "n", "n")
        hosted.transcript.show(view_of(*entries[::2], name="file"))
        await hosted.settle()
        assert (hosted.transcript.cursor, hosted.transcript.found.total) == (2, 30)
        await hosted.press("n")
        assert (hosted.transcript.cursor, str(hosted.transcript.found)) == (3, "4 of 30")


async def test_all_of_a_long_session_is_searched_without_holding_up_keys() -> None:
    async with hosting(view_of(*texts(*[1] * 20_000)), at=10_000) as hosted:
        hosted.transcript.find("line")
        hosted.transcript.action_cursor_down()
        assert hosted.transcript.cursor == 10_001
        await hosted.settle()
        assert (hosted.transcript.found.total, hosted.transcript.found.done) == (20_000, True)


async def test_the_bar_keeps_the_query_and_offers_it_again() -> None:
    async with hosting(view_of(*texts(*[2] * 10)), at=0) as hosted:
        await hosted.press("slash", *"entry 7", "enter", "slash")
        assert hosted.host.query_one(Input).value == "entry 7"
        await hosted.press(*"entry 8", "enter")
        assert hosted.transcript.cursor == 8
