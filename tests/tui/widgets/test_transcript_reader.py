from __future__ import annotations

import gc
from typing import TYPE_CHECKING
from weakref import ref

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.transcript.entries import Key
from cc_session_tui.tui.widgets.transcript_reader import FIRST_LINES, Place, Reader
from tests.tui.widgets.transcript_fakes import FakePainter, call, said, texts, view_of

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import Entry


def reader_of(*entries: Entry, rows: int = 10, place: Place | None = None) -> Reader:
    """A reader of ENTRIES, at the beginning unless at a PLACE."""
    reader = Reader(FakePainter(), view_of(*entries), rows, place or Place())
    if place is None:
        reader.go_first()
    return reader


def shown(reader: Reader) -> list[str]:
    """The text in the window, without gutter."""
    return [reader.strips(line.entry)[line.line].text[2:].rstrip() for line in reader.window.lines()]


def row_of(reader: Reader, at: int) -> int:
    span = reader.window.span_of(at)
    assert span is not None
    return span.start


def test_a_session_opens_at_its_end() -> None:
    reader = Reader(FakePainter(), view_of(*texts(3, 3, 3, 3, 3)), 10)
    assert shown(reader)[-1] == "entry 4 line 2"
    assert reader.cursor == 4


def test_down_goes_from_entry_to_entry() -> None:
    reader = reader_of(*texts(1, 2, 3))
    reader.step_down()
    reader.step_down()
    assert reader.cursor == 2
    reader.step_down()
    assert reader.cursor == 2


def test_down_goes_line_by_line_through_an_entry_that_is_higher_than_the_window() -> None:
    reader = reader_of(*texts(2, 25, 2), rows=10)
    reader.step_down()
    assert (reader.cursor, shown(reader)[-1]) == (1, "entry 1 line 7")
    for line in range(8, 25):
        reader.step_down()
        assert (reader.cursor, shown(reader)[-1]) == (1, f"entry 1 line {line}")
    reader.step_down()
    assert (reader.cursor, shown(reader)[-1]) == (2, "entry 2 line 1")


def test_up_goes_line_by_line_through_an_entry_that_is_higher_than_the_window() -> None:
    reader = reader_of(*texts(2, 25, 2), rows=10)
    reader.go_last()
    reader.step_up()
    assert (reader.cursor, shown(reader)[0]) == (1, "entry 1 line 17")
    for line in range(16, -1, -1):
        reader.step_up()
        assert (reader.cursor, shown(reader)[0]) == (1, f"entry 1 line {line}")
    reader.step_up()
    assert (reader.cursor, shown(reader)[0]) == (0, "entry 0 line 0")


@given(st.lists(st.integers(1, 30), min_size=1, max_size=20), st.integers(1, 15))
def test_going_down_and_up_again_visits_each_entry_in_order(heights: list[int], rows: int) -> None:
    reader = reader_of(*texts(*heights), rows=rows)
    down, up = [0], []
    for _ in range(sum(heights) + len(heights)):
        reader.step_down()
        down.append(reader.cursor)
        assert reader.window.span_of(reader.cursor) is not None
    for _ in range(sum(heights) + len(heights)):
        up.append(reader.cursor)
        reader.step_up()
        assert reader.window.span_of(reader.cursor) is not None
    assert sorted(set(down)) == list(range(len(heights)))
    assert down == sorted(down)
    assert up == sorted(up, reverse=True)
    assert reader.cursor == 0


def test_a_cursor_that_was_scrolled_away_comes_back_at_the_next_step() -> None:
    reader = reader_of(*texts(*[2] * 40), rows=10)
    reader.window.scroll_by(30)
    reader.step_down()
    assert reader.cursor == 15
    reader.window.scroll_by(-20)
    reader.step_up()
    assert reader.cursor == 9


def test_a_page_takes_the_cursor_along_and_the_last_page_takes_it_to_the_last_entry() -> None:
    reader = reader_of(*texts(*[2] * 12), rows=10)
    reader.window.scroll_by(10)
    reader.carry_cursor(10)
    assert reader.cursor == 5
    reader.window.scroll_by(10)
    reader.carry_cursor(10)
    assert reader.cursor == 11
    reader.window.scroll_by(-100)
    reader.carry_cursor(-100)
    assert reader.cursor == 0


def test_folding_keeps_the_entry_at_its_row() -> None:
    reader = reader_of(*texts(*[6] * 12), rows=20)
    reader.cursor = 5
    reader.window.reveal(5)
    reader.window.scroll_by(3)
    row = row_of(reader, 5)
    reader.fold(5, opened=False)
    assert row_of(reader, 5) == row
    assert shown(reader)[row] == "▸ folded"
    reader.fold(5, opened=True)
    assert row_of(reader, 5) == row


def test_folding_and_unfolding_all_keeps_the_selected_entry_at_its_row() -> None:
    entries = [call(at, text="x\ny\nz") for at in range(80)]
    reader = reader_of(*entries, rows=20)
    reader.jump(40)
    row = row_of(reader, 40)
    reader.fold_all(opened=True)
    assert (row_of(reader, 40), reader.cursor) == (row, 40)
    assert "z" in shown(reader)
    reader.fold_all(opened=False)
    assert (row_of(reader, 40), reader.cursor) == (row, 40)
    assert "z" not in shown(reader)


def test_folding_all_forgets_what_was_folded_one_by_one() -> None:
    reader = reader_of(call(0, text="x"), call(1, text="x"))
    reader.fold(1, opened=True)
    reader.fold_all(opened=False)
    assert not reader.is_open(1)


def test_another_view_of_the_session_is_shown_at_the_same_row() -> None:
    entries = texts(*[3] * 60)
    reader = reader_of(*entries, rows=20)
    reader.jump(30)
    row = row_of(reader, 30)
    reader.turn_to(view_of(*entries[::3], name="file"), follow=False)
    assert reader.selected == entries[30].key
    assert row_of(reader, 10) == row


def test_where_the_selected_entry_is_not_in_the_other_view_the_nearest_before_it_is_taken() -> None:
    entries = texts(*[3] * 60)
    reader = reader_of(*entries, rows=20)
    reader.jump(31)
    row = row_of(reader, 31)
    reader.turn_to(view_of(*entries[::3], name="file"), follow=False)
    assert reader.selected == entries[30].key
    assert row_of(reader, 10) == row


def test_the_top_line_is_kept_where_the_cursor_is_not_in_the_window() -> None:
    entries = texts(*[3] * 60)
    reader = reader_of(*entries, rows=20)
    reader.window.go(40, 1)
    reader.turn_to(view_of(*entries[20:], name="file"), follow=False)
    assert shown(reader)[0] == "entry 40 line 1"


def test_a_view_that_grew_keeps_the_place_and_the_measured_heights() -> None:
    entries = texts(*[3] * 60)
    reader = reader_of(*entries[:50], rows=20)
    reader.window.go(20)
    reader.cursor = 21
    y = reader.window.y
    reader.turn_to(view_of(*entries), follow=False)
    assert (reader.window.y, reader.cursor) == (y, 21)
    assert shown(reader)[0] == "entry 20 line 0"
    reader.go_last()
    assert shown(reader)[-1] == "entry 59 line 2"


def test_a_view_that_is_followed_stays_at_its_end_and_takes_the_cursor_along() -> None:
    entries = texts(*[3] * 60)
    reader = Reader(FakePainter(), view_of(*entries[:50]), 20)
    reader.turn_to(view_of(*entries[:55]), follow=True)
    assert (shown(reader)[-1], reader.cursor) == ("entry 54 line 2", 54)
    reader.cursor = 52
    reader.turn_to(view_of(*entries), follow=True)
    assert (shown(reader)[-1], reader.cursor) == ("entry 59 line 2", 52)


def test_a_tail_that_was_read_whole_keeps_its_lines_where_they_are() -> None:
    entries = texts(*[3] * 600)
    reader = Reader(FakePainter(guessed=9), view_of(*entries[540:]), 20)
    reader.window.scroll_by(-17)
    before = shown(reader)
    reader.turn_to(view_of(*entries), follow=False)
    assert shown(reader) == before


def test_another_height_keeps_the_selected_entry_at_its_row() -> None:
    reader = reader_of(*texts(*[3] * 60), rows=20)
    reader.jump(30)
    row = row_of(reader, 30)
    reader.resize(30, follow=False)
    assert row_of(reader, 30) == row
    assert len(shown(reader)) == 30


def test_another_width_keeps_the_place_in_a_long_entry() -> None:
    entries = texts(2, 100, 2)
    reader = reader_of(*entries, rows=10)
    reader.cursor = 1
    reader.window.go(1, 50)
    reader.view.entries = texts(2, 200, 2)  # type: ignore[attr-defined]
    reader.redraw(follow=False)
    assert shown(reader)[0] == "entry 1 line 100"


def test_an_entry_is_drawn_once_while_nothing_changes() -> None:
    painter = FakePainter()
    reader = Reader(painter, view_of(*texts(*[2] * 400)), 20)
    for _ in range(30):
        reader.step_up()
    for _ in range(30):
        reader.step_down()
    assert len(painter.drawn) == len(set(painter.drawn))


def test_no_more_than_96_drawings_are_kept() -> None:
    reader = reader_of(*texts(*[1] * 2000), rows=20)
    for _ in range(100):
        reader.window.scroll_by(20)
    assert len(reader.drawings) == 96


def test_only_what_changed_is_drawn_again_in_a_new_view() -> None:
    painter = FakePainter()
    entries = texts(*[1] * 10)
    reader = Reader(painter, view_of(*entries), 20)
    painter.drawn.clear()
    entries[4] = said("now otherwise", at=4)
    reader.turn_to(view_of(*entries, said("new", at=10)), follow=True)
    assert sorted(painter.drawn) == [Key(4000, 0), Key(10_000, 0)]
    assert "now otherwise" in shown(reader)


def test_a_view_is_not_kept_for_what_was_drawn_of_it() -> None:
    entries = texts(*[1] * 60)
    reader = Reader(FakePainter(), view_of(*entries), 20)
    first = ref(reader.view)
    for number in range(60, 120):
        entries.append(said("new", at=number))
        reader.turn_to(view_of(*entries), follow=True)
    gc.collect()
    assert len(reader.drawings) > 60
    assert first() is None


def test_an_entry_that_is_cut_shows_more_lines_when_asked() -> None:
    reader = reader_of(*texts(FIRST_LINES + 500), rows=10)
    assert reader.window.height(0) == FIRST_LINES + 1
    assert reader.show_more(0)
    assert reader.window.height(0) == FIRST_LINES + 500
    assert not reader.show_more(0)


def test_nothing_can_be_done_in_an_empty_view_and_nothing_breaks() -> None:
    reader = Reader(FakePainter(), view_of(), 10)
    reader.step_down()
    reader.step_up()
    reader.carry_cursor(10)
    reader.fold_all(opened=True)
    assert reader.selected is None
    reader.turn_to(view_of(*texts(2, 2)), follow=True)
    assert shown(reader)[-1] == "entry 1 line 1"
