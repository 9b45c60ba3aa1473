from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.session_tree_sort import Order, age, last_active, seconds, sort_key
from tests.tui.tree_factories import NOW, session


@pytest.mark.parametrize(
    ("ago", "shown"),
    [
        (0, "now"),
        (-5, "now"),
        (59, "now"),
        (60, "1m"),
        (3599, "59m"),
        (3600, "1h"),
        (86399, "23h"),
        (86400, "1d"),
        (13 * 86400, "13d"),
        (15 * 86400, "2w"),
        (100 * 86400, "3mo"),
        (364 * 86400, "12mo"),
        (800 * 86400, "2y"),
    ],
)
def test_an_age_is_shown_in_the_largest_unit_that_fits(ago: float, shown: str) -> None:
    assert age(NOW - ago, NOW) == shown


@given(st.floats(min_value=-1e9, max_value=1e9))
def test_an_age_takes_at_most_four_cells(ago: float) -> None:
    assert len(age(NOW - ago, NOW)) <= 4


@pytest.mark.parametrize("time", ["", "yesterday", "2026-13-45T00:00:00Z", "1", "\ud800"])
def test_a_time_that_is_none_counts_as_unknown(time: str) -> None:
    assert seconds(time) == 0


def test_a_session_was_active_when_its_last_record_says_so_else_when_its_file_was_written() -> None:
    assert last_active(session("a", modified="2026-01-02T03:04:05Z")) == 1767323045
    assert last_active(session("a", hours_ago=2)) == NOW - 7200


def test_each_order_puts_other_sessions_first() -> None:
    big = session("big", "zebra", hours_ago=5, size=9000, created="2026-01-01T00:00:00Z")
    new = session("new", "mouse", hours_ago=1, size=10, created="2025-01-01T00:00:00Z")
    first = session("first", "Ant", hours_ago=9, size=100, created="2026-05-01T00:00:00Z")
    found = {order: min([big, new, first], key=lambda s: sort_key(order, s)).session_id for order in Order}
    assert found == {Order.ACTIVE: "new", Order.CREATED: "first", Order.SIZE: "big", Order.TITLE: "first"}
