"""What is new below is counted as one would count by hand, whatever is done meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.transcript_reader import Reader
from tests.tui.widgets.transcript_fakes import FakePainter, texts, view_of

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import Key

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("grow"), st.integers(1, 9)),
        st.tuples(st.just("scroll"), st.integers(-40, 40)),
        st.tuples(st.just("detail"), st.integers(1, 4)),
    ),
    max_size=30,
)


@given(STEPS, st.integers(2, 12))
def test_an_entry_is_new_below_until_it_or_the_end_was_in_the_window(steps: list[tuple[str, int]], rows: int) -> None:
    everything = texts(*[1 + at % 3 for at in range(400)])
    there, detail = 20, 1
    reader = Reader(FakePainter(), view_of(*everything[:there], detail=1), rows)
    known: set[Key] = {entry.key for entry in everything[:there]}
    for what, number in steps:
        if what == "grow":
            there += number
        elif what == "detail":
            detail = number
        else:
            reader.window.scroll_by(number)
        if what != "scroll":
            shown_now = everything[:there:detail]
            reader.turn_to(view_of(*shown_now, detail=detail, read_to=there * 1000), follow=False)
        reader.look()
        shown = [reader.view.key(span.entry) for span in reader.window.spans()]
        bottom = max(shown)
        known |= {entry.key for entry in everything[:there] if reader.window.at_end or entry.key <= bottom}
        in_view = {entry.key for entry in everything[:there:detail]}
        assert reader.below == len(in_view - known)


def test_an_entry_that_changes_is_not_new() -> None:
    entries = texts(*[2] * 30)
    reader = Reader(FakePainter(), view_of(*entries), 10)
    reader.go_first()
    reader.look()
    reader.turn_to(view_of(*entries[:-1], texts(*[9] * 30)[-1]), follow=False)
    assert reader.below == 0


def test_who_follows_has_nothing_below() -> None:
    entries = texts(*[2] * 30)
    reader = Reader(FakePainter(), view_of(*entries[:20]), 10)
    reader.turn_to(view_of(*entries), follow=True)
    reader.look()
    assert reader.below == 0
