from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.store.models import Project, SessionState
from cc_session_tui.tui.widgets.session_tree_rows import (
    Kept,
    Options,
    Row,
    RowKind,
    arrange,
    is_unfolded,
    opened_at_start,
    rows_of,
    running_in,
    toggle,
    unfold_started,
)
from cc_session_tui.tui.widgets.session_tree_sort import Order
from tests.tui.tree_factories import client_of, project, session, subagent


def listed(projects: list[Project], options: Options) -> list[str]:
    return [name_of(row) for row in rows_of(arrange(projects, options, {}), options)]


def name_of(row: Row) -> str:
    if row.kind in {RowKind.GAP, RowKind.LIVE}:
        return "" if row.kind is RowKind.GAP else "~"
    if row.subagent:
        return f"{'>' * (row.depth + 1)}{row.subagent.agent_id}"
    return row.session.session_id if row.session else row.project.path if row.project else "?"


SHOP = project("/shop", session("old", "Cart", hours_ago=9), session("new", "Totals", hours_ago=1))
API = project("/api", session("limits", "Rate limits", hours_ago=3))
DEEP = frozenset({"/store/one.jsonl"})
EVERYTHING = Options(opened=frozenset({"/shop", "/api"}))


def test_projects_and_their_sessions_come_newest_first_with_a_gap_between_unfolded_ones() -> None:
    assert listed([API, SHOP], EVERYTHING) == ["/shop", "new", "old", "", "/api", "limits"]


def test_subagents_may_be_nested_deeper_than_python_calls_itself() -> None:
    many = 3000
    agents = [subagent(f"a{at}", parent_agent_id=f"a{at - 1}" if at else "") for at in range(many)]
    deep = project("/deep", session("one", "One", subagents=agents))
    rows = rows_of(arrange([deep], EVERYTHING, {}), EVERYTHING._replace(opened=frozenset({"/deep"}), folds=DEEP))
    assert [row.depth for row in rows if row.kind is RowKind.SUBAGENT] == list(range(many))


def test_only_a_project_that_changed_is_sorted_anew() -> None:
    known: dict[str, Kept] = {}
    before = arrange([API, SHOP], EVERYTHING, {}, known).projects
    grown = replace(API, sessions=(*API.sessions, session("newest", hours_ago=0)))
    after = arrange([grown, SHOP], EVERYTHING, {}, known).projects
    assert [project.path for project in after] == ["/api", "/shop"]
    assert after[1] is before[0]
    by_title = arrange([grown, SHOP], EVERYTHING._replace(order=Order.TITLE), {}, known)
    assert by_title == arrange([grown, SHOP], EVERYTHING._replace(order=Order.TITLE), {})


def test_folded_projects_stand_close_together() -> None:
    assert listed([API, SHOP], Options()) == ["/shop", "/api"]


def test_a_project_is_folded_and_unfolded_again() -> None:
    folded = Options(opened=EVERYTHING.opened, folds=frozenset({"/shop"}))
    assert listed([API, SHOP], folded) == ["/shop", "", "/api", "limits"]
    again = Options(opened=EVERYTHING.opened, folds=frozenset())
    assert listed([API, SHOP], again) == listed([API, SHOP], EVERYTHING)


def test_a_filter_unfolds_what_it_finds_and_puts_the_best_match_first() -> None:
    other = project("/other", session("x", "Shopping list", hours_ago=0))
    assert listed([API, SHOP, other], Options(query="shop")) == ["/other", "x", "", "/shop", "new", "old"]


def test_what_a_filter_leaves_out_is_counted() -> None:
    arranged = arrange([API, SHOP], Options(query="limits"), {})
    assert (arranged.sessions, arranged.filtered, arranged.hidden) == (1, 2, 0)


def test_sessions_without_a_conversation_and_those_of_claude_p_can_be_hidden() -> None:
    minor = [session("empty", state=SessionState.EMPTY), session("sdk", "By a script", entrypoint="sdk-cli")]
    mixed = project("/shop", session("new", "Totals"), *minor)
    only = project("/only", session("sdk2", "Another", entrypoint="sdk-cli"))
    options = Options(opened=frozenset({"/shop", "/only"}), hide=True)
    assert listed([mixed, only], options) == ["/shop", "new"]
    assert arrange([mixed, only], options, {}).hidden == 3


def test_subagents_stand_below_their_session_and_below_each_other() -> None:
    agents = [subagent("a"), subagent("b", parent_agent_id="a"), subagent("c"), subagent("d", parent_agent_id="gone")]
    with_agents = project("/shop", session("new", "Totals", subagents=agents))
    assert listed([with_agents], EVERYTHING) == ["/shop", "new", ">a", ">>b", ">c", ">d"]


def test_many_subagents_are_folded_until_asked_for() -> None:
    busy = session("new", "Totals", subagents=[subagent(str(number)) for number in range(9)])
    options = Options(opened=frozenset({"/shop"}))
    assert listed([project("/shop", busy)], options) == ["/shop", "new"]
    unfolded = Options(opened=options.opened, folds=frozenset({busy.file.name}))
    assert len(listed([project("/shop", busy)], unfolded)) == 11


def test_the_newest_projects_are_unfolded_at_the_start_and_those_where_something_runs() -> None:
    many = [project(f"/{number}", *(session(f"{number}-{at}") for at in range(15))) for number in range(6)]
    running = project("/running", session("r", running="busy"))
    assert opened_at_start([*many, running]) == {"/0", "/1", "/running"}


def test_even_a_very_large_first_project_is_unfolded() -> None:
    large = project("/large", *(session(str(at)) for at in range(500)))
    assert opened_at_start([large, SHOP]) == {"/large"}


def test_by_title_projects_are_sorted_by_path() -> None:
    options = Options(order=Order.TITLE, opened=frozenset({"/shop"}))
    assert listed([SHOP, API], options) == ["/api", "", "/shop", "old", "new"]


RUNNING = [
    session("idle", "Zebra", hours_ago=0, running="idle", seconds=5),
    session("busy", "Mouse", hours_ago=7, running="busy", seconds=90),
    session("waiting", "Ant", hours_ago=8, running="waiting", seconds=4000),
    session("shell", "Fox", hours_ago=9, running="shell", seconds=50),
    session("over", "Bee", hours_ago=0),
]


def test_running_sessions_stand_on_top_those_that_wait_for_the_user_first() -> None:
    options = Options(opened=frozenset({"/shop"}))
    running = ["waiting", "~", "busy", "~", "shell", "~", "idle", "~"]
    assert listed([project("/shop", *RUNNING)], options) == ["/shop", *running, "over"]


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (Order.SIZE, ["big", "busy"]),
        (Order.CREATED, ["big", "busy"]),
        (Order.TITLE, ["big", "busy"]),
    ],
)
def test_the_other_orders_do_not_put_what_runs_first(order: Order, names: list[str]) -> None:
    big = session("big", "Ant", size=9000, created="2026-05-01T00:00:00Z")
    busy = session("busy", "Zebra", size=10, created="2026-01-01T00:00:00Z", running="busy")
    options = Options(order=order, opened=frozenset({"/shop"}))
    assert [name for name in listed([project("/shop", busy, big)], options) if name not in {"/shop", "~"}] == names


def test_while_a_filter_is_typed_the_best_match_comes_first() -> None:
    busy, other = session("busy", "The workshop", running="busy"), session("other", "Shopping list")
    assert listed([project("/w", busy, other)], Options(query="shop")) == ["/w", "other", "busy", "~"]


PLACES = {"a": "/one", "b": "/one", "c": "/c", "d": "/d"}
STARTED = {"a": 30, "b": 20, "c": 99, "d": 40}
turn = st.tuples(st.floats(0, 99), st.sampled_from(["busy", "idle", "waiting", "shell", ""]), st.floats(0, 9999))
turns = st.fixed_dictionaries(dict.fromkeys(PLACES, turn))


def at(turns: dict[str, tuple[float, str, float]], names: list[str]) -> list[Project]:
    """The projects of PLACES after TURNS: when each session was written to, what its client does, since when."""
    found: dict[str, Project] = {}
    for name in names:
        hours_ago, status, seconds = turns[name]
        client = client_of(name, status, seconds, minutes=STARTED[name])
        path = PLACES[name]
        sessions = found[path].sessions if path in found else ()
        found[path] = project(path, *sessions, session(name, hours_ago=hours_ago)._replace(running=client))
    return list(found.values())


@given(turns, st.permutations("abcd"))
def test_projects_in_which_something_runs_keep_their_places_whatever_their_clients_do(
    turns: dict[str, tuple[float, str, float]], names: list[str]
) -> None:
    """Whatever is written to when, in whatever order the store lists them."""
    assert listed(at(turns, names), Options()) == ["/one", "/d", "/c"]


@given(turns, turns, st.permutations("abcd"))
def test_of_a_project_running_sessions_keep_their_places_while_each_does_the_same(
    before: dict[str, tuple[float, str, float]], after: dict[str, tuple[float, str, float]], names: list[str]
) -> None:
    options = Options(opened=frozenset(PLACES.values()))
    later = {name: (after[name][0], before[name][1], after[name][2]) for name in after}
    assert listed(at(before, list("abcd")), options) == listed(at(later, names), options)


def test_of_sessions_that_do_the_same_the_one_whose_client_started_last_comes_first() -> None:
    old = session("old", running="busy", seconds=1, minutes=50)
    new = session("new", running="busy", seconds=60, minutes=5)
    assert listed([project("/shop", old, new)], EVERYTHING) == ["/shop", "new", "~", "old", "~"]


def test_projects_in_which_something_runs_come_first_the_others_by_what_was_active_last() -> None:
    busy = project("/busy", session("b", hours_ago=9, running="busy", minutes=50))
    idle = project("/idle", session("i", hours_ago=9, running="idle", minutes=40), session("j", hours_ago=2))
    over, older = project("/over", session("o", hours_ago=1)), project("/older", session("p", hours_ago=3))
    assert listed([older, over, busy, idle], Options()) == ["/idle", "/busy", "/over", "/older"]


def test_a_project_is_unfolded_when_a_session_begins_to_run_in_it() -> None:
    shop = project("/shop", session("new", running="busy"))
    options = unfold_started(Options(), running_in([shop, API]))
    assert is_unfolded(shop, options)
    assert not is_unfolded(API, options)


def test_a_project_that_the_user_unfolded_stays_so_when_a_session_begins_to_run_in_it() -> None:
    shop = project("/shop", session("new", running="busy"))
    options = toggle(Options(), Row(RowKind.PROJECT, shop, unfolded=False))
    assert is_unfolded(shop, unfold_started(options, frozenset({"/shop"})))


@pytest.mark.parametrize("opened", [frozenset[str](), frozenset({"/shop"})])
def test_a_project_that_the_user_folded_stays_so(opened: frozenset[str]) -> None:
    options = Options(opened=opened)
    if not opened:
        options = toggle(options, Row(RowKind.PROJECT, SHOP, unfolded=False))
    options = toggle(options, Row(RowKind.PROJECT, SHOP, unfolded=True))
    assert not is_unfolded(SHOP, options)
    assert not is_unfolded(SHOP, unfold_started(options, frozenset({"/shop"})))


def test_of_many_subagents_in_a_running_session_the_last_that_are_not_finished_are_shown() -> None:
    agents = [subagent(str(at), finished=at % 2 == 0) for at in range(12)]
    busy = session("new", running="busy", subagents=agents)
    assert listed([project("/shop", busy)], EVERYTHING) == ["/shop", "new", "~", ">5", ">7", ">9", ">11"]
    (_, row, *_) = rows_of(arrange([project("/shop", busy)], EVERYTHING, {}), EVERYTHING)
    assert (row.unfolded, row.below) == (False, 8)
