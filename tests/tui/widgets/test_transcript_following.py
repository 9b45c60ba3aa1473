"""A view that grows while it is read: the end is followed or not, and all that was set up stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.geometry import Offset
from textual.selection import Selection

from cc_session_tui.core.transcript.entries import Key
from tests.tui.widgets.transcript_fakes import call, said, texts, view_of
from tests.tui.widgets.transcript_host import Hosted, hosting

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import Entry


async def grow(hosted: Hosted, *entries: Entry, **changes: object) -> None:
    hosted.transcript.show(view_of(*entries, **changes))
    await hosted.settle()


# follow


@pytest.mark.parametrize("keys", [["g"], ["k"], ["pageup"], ["ctrl+u"], ["slash", *"entry 3", "enter"]])
async def test_a_move_away_from_the_last_entry_ends_following_also_where_all_is_on_screen(keys: list[str]) -> None:
    async with hosting(view_of(*texts(*[2] * 5))) as hosted:
        assert hosted.transcript.follow
        await hosted.press(*keys)
        assert not hosted.transcript.follow


async def test_who_is_at_the_top_of_a_short_session_loses_nothing_from_view_when_it_grows() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:5])) as hosted:
        await hosted.press("g")
        await grow(hosted, *entries)
        assert hosted.lines[:2] == ["entry 0 line 0", "entry 0 line 1"]
        assert (hosted.transcript.cursor, hosted.transcript.below) == (0, 50)


async def test_the_last_entry_is_left_and_gone_to_again() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30])) as hosted:
        await hosted.press("k")
        assert not hosted.transcript.follow
        await hosted.press("j")
        assert hosted.transcript.follow
        await grow(hosted, *entries)
        assert (hosted.lines[-1], hosted.transcript.cursor) == ("entry 59 line 1", 59)


async def test_the_wheel_follows_at_the_end_and_leaves_the_cursor_where_it_is() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30]), at=5) as hosted:
        assert not hosted.transcript.follow
        for _ in range(30):
            await hosted.post(events.MouseScrollDown(hosted.transcript, 5, 5, 0, 1, 0, False, False, False, 5, 5))
        assert hosted.transcript.follow
        await grow(hosted, *entries)
        assert (hosted.lines[-1], hosted.transcript.cursor) == ("entry 59 line 1", 5)


async def test_unfolding_what_reaches_beyond_the_window_ends_following_and_nothing_jumps() -> None:
    entries = [*texts(*[2] * 20), call(20, text="\n".join(f"result {line}" for line in range(60)))]
    async with hosting(view_of(*entries)) as hosted:
        await hosted.press("l")
        assert not hosted.transcript.follow
        before = hosted.lines
        await grow(hosted, *entries, said("more", at=21))
        assert hosted.lines == before
        assert hosted.transcript.below == 1


async def test_folding_does_not_begin_to_follow() -> None:
    entries = [*texts(*[2] * 20), call(20, text="result")]
    async with hosting(view_of(*entries)) as hosted:
        hosted.transcript.action_toggle_follow()
        await hosted.press("l", "h")
        assert not hosted.transcript.follow


async def test_who_gives_up_a_search_follows_again() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30])) as hosted:
        await hosted.press("slash", *"entry 3")
        assert not hosted.transcript.follow
        await grow(hosted, *entries)
        await hosted.press("escape")
        assert hosted.transcript.follow
        assert hosted.lines[-1] == "entry 59 line 1"


# what is new below


async def test_what_is_new_below_is_counted_until_one_gets_there() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30])) as hosted:
        await hosted.press("g")
        assert hosted.transcript.below == 0
        await grow(hosted, *entries[:42])
        assert hosted.transcript.below == 12
        await hosted.press("G")
        assert hosted.transcript.below == 0
        await hosted.press("g")
        await grow(hosted, *entries)
        assert hosted.transcript.below == 18


async def test_each_view_counts_its_own_entries() -> None:
    entries = texts(*[2] * 300)
    async with hosting(view_of(*entries[:150])) as hosted:
        await hosted.press("g")
        await grow(hosted, *entries)
        assert hosted.transcript.below == 150
        await grow(hosted, *entries[::5], detail=1)
        assert hosted.transcript.below == 30
        await grow(hosted, *entries)
        assert hosted.transcript.below == 150
        await grow(hosted, *entries[:140:2], detail=2, read_to=300_000)
        assert hosted.transcript.below == 0
        await grow(hosted, *entries)
        assert hosted.transcript.below == 150


# what stays


async def test_an_entry_that_grows_while_its_middle_is_read_stays_at_its_line() -> None:
    long = [f"line {line}" for line in range(60)]
    before = [*texts(2, 2), said(*long[:40], at=2)]
    async with hosting(view_of(*before)) as hosted:
        await hosted.press("up", "up", "up")
        lines = hosted.lines
        await grow(hosted, *before[:2], said(*long, at=2))
        assert hosted.lines == lines


async def test_folds_stay_when_the_view_grows() -> None:
    entries = [*(call(at, text=f"result {at}") for at in range(4)), *texts(*[1] * 30)[4:]]
    async with hosting(view_of(*entries[:8])) as hosted:
        await hosted.press("g", "h", "j", "j", "h")
        opened = [line for line in hosted.lines if "result" in line]
        await grow(hosted, *entries)
        assert [line for line in hosted.lines if "result" in line] == opened
        assert len(opened) == 2


async def test_text_that_is_selected_stays_so_when_the_view_grows_and_when_another_is_shown() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30]), at=28) as hosted:
        hosted.host.screen.selections = {
            hosted.transcript: Selection(Offset(2, 28 << 20), Offset(7, (28 << 20) + 1)),
        }
        text = hosted.host.screen.get_selected_text()
        assert text == "entry 28 line 0\nentry"
        await grow(hosted, *entries)
        assert hosted.host.screen.get_selected_text() == text
        await grow(hosted, *entries[::2], detail=1)
        assert hosted.host.screen.get_selected_text() == text
        await grow(hosted, *entries[::3], detail=3)
        assert not hosted.host.screen.get_selected_text()


async def test_matches_are_counted_on_and_the_current_one_stays() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries[:30]), at=0) as hosted:
        await hosted.press("slash", *"line 1", "enter", "n", "n")
        assert str(hosted.transcript.found) == "3 of 30"
        lines = hosted.lines
        await grow(hosted, *entries)
        assert (str(hosted.transcript.found), hosted.lines) == ("3 of 60", lines)


async def test_the_current_match_stays_in_another_view_that_has_it() -> None:
    entries = texts(*[2] * 60)
    async with hosting(view_of(*entries), at=0) as hosted:
        await hosted.press("slash", *"line 1", "enter", "n", "n", "n", "n")
        await grow(hosted, *entries[::2], detail=1)
        assert str(hosted.transcript.found) == "3 of 30"


async def test_a_result_that_arrives_late_is_searched_too() -> None:
    calls = [call(0), call(1), *texts(*[1] * 5)[2:]]
    async with hosting(view_of(*calls), at=3) as hosted:
        await hosted.press("slash", *"needle", "enter")
        assert (str(hosted.transcript.found), hosted.transcript.cursor) == ("no match", 3)
        await grow(hosted, call(0, text="a needle"), *calls[1:], said("needle", at=9))
        assert (str(hosted.transcript.found), hosted.transcript.cursor) == ("- of 2", 3)


async def test_a_cursor_in_the_middle_stays_at_its_row_when_something_above_it_grows() -> None:
    calls = [call(at, text="x") for at in range(3)]
    async with hosting(view_of(*calls, *texts(*[2] * 10)[3:]), at=5) as hosted:
        row = hosted.row("entry 5 line 0")
        await grow(hosted, *calls[:2], call(2, text="x\ny\nz"), *texts(*[2] * 10)[3:])
        assert hosted.transcript.selected == Key(5000, 0)
        assert abs(hosted.row("entry 5 line 0") - row) <= 2
