from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.transcript_heights import Heights

SOME = st.lists(st.integers(0, 9), min_size=1, max_size=400)


def known(heights: list[int]) -> Heights:
    found = Heights(len(heights), lambda at: heights[at])
    for at in range(len(heights)):
        found.before(at + 1 if at + 1 < len(heights) else at)
        found.set(at, heights[at])
    return found


@given(SOME)
def test_the_lines_above_an_entry_are_the_sum_of_the_heights_before_it(heights: list[int]) -> None:
    found = known(heights)
    assert [found.before(at) for at in range(len(heights))] == [sum(heights[:at]) for at in range(len(heights))]
    assert found.total == sum(heights)


@given(SOME, st.integers(-5, 3000))
def test_a_line_is_located_in_the_entry_that_holds_it(heights: list[int], y: int) -> None:
    found = known(heights)
    entry, line = found.locate(y)
    lines = [(at, line) for at, height in enumerate(heights) for line in range(height)]
    if 0 <= y < len(lines):
        assert (entry, line) == lines[y]
    else:
        assert 0 <= entry < len(heights)
        assert 0 <= line <= max(0, heights[entry] - 1)


@given(SOME, st.lists(st.integers(1, 9), max_size=300))
def test_heights_that_were_measured_stay_when_entries_are_added(heights: list[int], more: list[int]) -> None:
    everything = [*heights, *more]
    found = Heights(len(heights), lambda at: everything[at])
    for at in range(len(heights)):
        found.set(at, heights[at] + 1)
    found.grow(len(everything))
    measured = [height + 1 for height in heights] + more
    assert [found.before(at) for at in range(len(everything))] == [sum(measured[:at]) for at in range(len(everything))]


def test_what_nobody_looks_at_is_not_guessed_one_by_one() -> None:
    guessed: list[int] = []

    def guess(at: int) -> int:
        guessed.append(at)
        return 3

    heights = Heights(317_000, guess)
    assert heights.total == 3 * 317_000
    assert len(guessed) < 100
    heights.set(200_000, 40)
    assert heights.total == 3 * 317_000 + 37
    assert len(guessed) < 300


def test_an_empty_transcript_has_no_lines() -> None:
    heights = Heights(0, lambda _: 1)
    assert heights.total == 0
    assert heights.before(0) == 0
    heights.grow(3)
    assert heights.total == 3
