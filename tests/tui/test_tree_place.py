"""Where the cursor and the lines go when the tree's lines are others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.session_tree_place import (
    Sight,
    find,
    is_rearranged,
    nearest,
    place_of,
    selectable,
    with_news,
)
from cc_session_tui.tui.widgets.session_tree_rows import Options, Row, RowKind, arrange, rows_of
from tests.tui.tree_factories import project, session, subagent

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Project

SELECTABLE = {RowKind.PROJECT, RowKind.SESSION, RowKind.SUBAGENT}
STATES = ["", "busy", "waiting", "idle"]
HEIGHT = 6

_sessions = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(STATES), st.integers(0, 9), st.integers(0, 3)),
    unique_by=lambda drawn: drawn[0],
    max_size=8,
)
_options = st.builds(
    Options, opened=st.frozensets(st.sampled_from(["/one", "/two"])), folds=st.frozensets(st.sampled_from(["/one"]))
)


def _projects(drawn: list[tuple[str, str, int, int]]) -> list[Project]:
    sessions = [
        session(name, running=state, hours_ago=ago, subagents=[subagent(f"{name}{at}") for at in range(agents)])
        for name, state, ago, agents in drawn
    ]
    return [
        project("/one", *(one for one in sessions if one.session_id in "abcd")),
        project("/two", *(one for one in sessions if one.session_id in "efgh")),
    ]


trees = st.builds(lambda drawn, options: rows_of(arrange(_projects(drawn), options, {}), options), _sessions, _options)


def all_open(*sessions: str, running: str = "") -> tuple[Row, ...]:
    """A tree with those sessions, those in RUNNING busy."""
    options = Options(opened=frozenset({"/one"}))
    made = [session(name, hours_ago=ord(name), running="busy" if name in running else "") for name in sessions]
    return rows_of(arrange([project("/one", *made)], options, {}), options)


@given(trees, trees, st.integers(0, 40), st.booleans())
def test_the_cursor_stays_on_its_line_or_goes_to_what_is_above_it(
    before: tuple[Row, ...], now: tuple[Row, ...], at: int, searching: bool
) -> None:
    cursor = nearest(before, min(at, len(before) - 1))
    row = before[cursor] if cursor >= 0 else None
    place = place_of(now, row, cursor, searching=searching)
    assert (place < 0) == (not any(row.kind in SELECTABLE for row in now))
    assert place < 0 or now[place].kind in SELECTABLE
    if row is not None and find(now, row.identity) >= 0:
        assert now[place].identity == row.identity


@given(trees, trees, st.integers(0, 40), st.integers(0, 40))
def test_what_is_in_sight_stays_on_its_line_of_the_screen(
    before: tuple[Row, ...], now: tuple[Row, ...], at: int, top: int
) -> None:
    cursor, top = nearest(before, min(at, len(before) - 1)), min(top, max(0, len(before) - HEIGHT))
    sight = Sight(before, top, HEIGHT, cursor)
    place = place_of(now, before[cursor] if cursor >= 0 else None, cursor, searching=False)
    new_top = sight.top_of(now, place)
    if sight.cursor_line is not None:
        assert place - new_top == cursor - top
        return
    for line, row in enumerate(before[top : top + HEIGHT]):
        if row.kind is not RowKind.GAP and find(now, row.identity) >= 0:
            assert find(now, row.identity) - new_top == line
            return
    assert new_top == top


def test_a_session_that_appears_above_the_cursor_does_not_move_its_line() -> None:
    before, now = all_open(*"bcdefgh"), all_open(*"abcdefgh", running="a")
    assert Sight(before, 0, HEIGHT, 3).top_of(now, find(now, before[3].identity)) == 2


def test_with_the_cursor_out_of_sight_what_is_read_does_not_move() -> None:
    before, now = all_open(*"bcdefgh"), all_open(*"abcdefgh")
    assert Sight(before, 3, 3, 0).top_of(now, 0) == 4


@given(trees, trees)
def test_lines_that_wait_stay_in_their_places_and_tell_what_is_new(
    before: tuple[Row, ...], now: tuple[Row, ...]
) -> None:
    waiting = with_news(before, now)
    assert not is_rearranged(before, waiting)
    news = {row.identity: row for row in now if row.kind is not RowKind.GAP}
    assert all(news.get(row.identity, row) == row for row in waiting if row.kind is not RowKind.GAP)


@given(trees)
def test_each_line_but_a_gap_has_an_identity_of_its_own(rows: tuple[Row, ...]) -> None:
    names = [row.identity for row in rows if row.kind is not RowKind.GAP]
    assert len(set(names)) == len(names)


@given(trees)
def test_a_line_that_tells_what_goes_on_is_never_selected_a_click_on_it_selects_its_session(
    rows: tuple[Row, ...],
) -> None:
    for at, row in enumerate(rows):
        if row.kind is RowKind.LIVE:
            assert rows[selectable(rows, at)].kind is RowKind.SESSION
            assert rows[selectable(rows, at)].session == row.session
        assert nearest(rows, at) < 0 or rows[nearest(rows, at)].kind in SELECTABLE
        assert nearest(rows, at, -1) < 0 or rows[nearest(rows, at, -1)].kind in SELECTABLE


def test_other_titles_are_no_other_lines() -> None:
    before, (name, *_) = all_open("a", "b"), "ab"
    changed = tuple(row._replace(project=row.project and replace(row.project, note=name)) for row in before)
    assert not is_rearranged(before, changed)
    assert is_rearranged(before, all_open("a", "b", running="b"))
