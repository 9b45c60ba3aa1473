"""Tops of chains that change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.editing.repairs.tops import Tops


def plain_top(up: list[int], row: int) -> int | None:
    """The top above ROW by walking up; None where that ends in a circle."""
    seen = set()
    while up[row] >= 0 and row not in seen:
        seen.add(row)
        row = up[row]
    return None if row in seen else row


@given(
    st.integers(1, 12).flatmap(lambda size: st.lists(st.integers(-1, size - 1), min_size=size, max_size=size)),
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20),
)
def test_tops_are_those_of_a_walk_while_tops_are_hung_elsewhere(up: list[int], moves: list[tuple[int, int]]) -> None:
    tops = Tops(up)
    for top, above in ((a % len(up), b % len(up)) for a, b in moves):
        if up[top] < 0 and plain_top(up, above) not in {top, None}:
            up[top] = above
            tops.hang(top, above)
        for row in range(len(up)):
            if (expected := plain_top(up, row)) is not None:
                assert tops.top_of(row) == expected


def test_a_circle_that_was_cut_has_a_top() -> None:
    tops = Tops([2, 0, 1, 0])
    assert tops.top_of(3) in {0, 1, 2}
    tops.cut(1)
    assert [tops.top_of(row) for row in range(4)] == [1, 1, 1, 1]
