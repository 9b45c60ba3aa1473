from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.transcript_heights import Heights
from cc_session_tui.tui.widgets.transcript_window import Line, Window

SOME = st.lists(st.integers(1, 30), min_size=1, max_size=60)
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("scroll"), st.integers(-60, 60)),
        st.tuples(st.just("jump"), st.integers(-10, 900)),
        st.tuples(st.just("reveal"), st.integers(0, 59)),
        st.tuples(st.just("go"), st.integers(0, 59)),
        st.tuples(st.just("end"), st.just(0)),
    ),
    max_size=12,
)


def all_lines(heights: list[int]) -> list[Line]:
    return [Line(entry, line) for entry, height in enumerate(heights) for line in range(height)]


def window_on(heights: list[int], rows: int = 10, guess: int = 2) -> Window:
    window = Window(Heights(len(heights), lambda _: guess), lambda at: heights[at], rows)
    window.settle()
    return window


def do(window: Window, heights: list[int], move: str, number: int) -> None:
    if move == "scroll":
        window.scroll_by(number)
    elif move == "jump":
        window.jump_to(number)
    elif move == "end":
        window.go_end()
    elif number < len(heights):
        window.reveal(number) if move == "reveal" else window.go(number)


@given(SOME, st.integers(1, 40), MOVES)
def test_the_window_always_shows_lines_that_follow_each_other_and_wastes_no_row(
    heights: list[int], rows: int, moves: list[tuple[str, int]]
) -> None:
    window, everything = window_on(heights, rows), all_lines(heights)
    for move in moves:
        do(window, heights, *move)
        shown = list(window.lines())
        first = everything.index(shown[0])
        assert shown == everything[first : first + rows]
        assert len(shown) == min(rows, len(everything))
        assert window.at_end == (shown[-1] == everything[-1])


@given(SOME, st.integers(1, 40), st.integers(0, 800), st.integers(-200, 200))
def test_scrolling_moves_by_exactly_so_many_lines_whatever_was_guessed(
    heights: list[int], rows: int, start: int, lines: int
) -> None:
    window, everything = window_on(heights, rows, guess=7), all_lines(heights)
    window.jump_to(start)
    before = everything.index(next(window.lines()))
    window.scroll_by(lines)
    last = max(0, len(everything) - rows)
    assert everything.index(next(window.lines())) == min(max(before + lines, 0), last)


@given(SOME, st.integers(1, 40), st.integers(0, 800), st.data())
def test_an_entry_that_fits_is_revealed_whole(heights: list[int], rows: int, start: int, data: st.DataObject) -> None:
    window = window_on(heights, rows)
    window.jump_to(start)
    entry = data.draw(st.integers(0, len(heights) - 1))
    window.reveal(entry)
    span = window.span_of(entry)
    assert span is not None
    if heights[entry] <= rows:
        assert span.start >= 0
        assert span.end <= rows


def test_what_is_in_the_window_already_is_revealed_without_a_move() -> None:
    window = window_on([3, 3, 3, 3, 3, 3, 3])
    window.scroll_by(2)
    window.reveal(1)
    assert window.top == (0, 2)


@given(SOME, st.integers(1, 40), st.data())
def test_going_to_a_line_puts_it_at_the_row_that_was_asked_for(
    heights: list[int], rows: int, data: st.DataObject
) -> None:
    window = window_on(heights, rows, guess=5)
    entry = data.draw(st.integers(0, len(heights) - 1))
    line = data.draw(st.integers(0, heights[entry] - 1))
    row = data.draw(st.integers(0, rows - 1))
    window.go(entry, line, row)
    shown = list(window.lines())
    everything = all_lines(heights)
    at = everything.index(Line(entry, line))
    fits = at >= row and len(everything) - at >= rows - row
    assert Line(entry, line) in shown
    assert not fits or shown[row] == (entry, line)


def test_a_jump_beyond_the_end_shows_the_last_line_at_the_bottom() -> None:
    window = window_on([5] * 100, guess=1)
    window.jump_to(window.heights.total)
    assert list(window.lines())[-1] == (99, 4)
    assert window.at_end


def test_the_distance_from_the_beginning_is_exact_where_all_above_was_measured() -> None:
    window = window_on([4] * 50, guess=1)
    for _ in range(12):
        window.scroll_by(10)
    assert window.y == 120


def test_opening_at_the_end_measures_only_what_is_shown() -> None:
    measured: set[int] = set()

    def measure(at: int) -> int:
        measured.add(at)
        return 2

    window = Window(Heights(317_000, lambda _: 3), measure, 40)
    window.go_end()
    assert window.at_end
    assert len(measured) <= 21
    assert min(measured) > 316_900


def test_an_empty_transcript_has_an_empty_window() -> None:
    window = window_on([])
    window.go_end()
    window.scroll_by(3)
    window.scroll_by(-3)
    window.jump_to(50)
    assert list(window.lines()) == []
    assert window.whole() == []
    assert window.at_end
