from __future__ import annotations

from cc_session_tui.core.store.models import Project, SessionState
from cc_session_tui.tui.widgets.session_tree_rows import (
    Options,
    Row,
    RowKind,
    arrange,
    opened_at_start,
    rows_of,
)
from cc_session_tui.tui.widgets.session_tree_sort import Order
from tests.tui.tree_factories import project, session, subagent


def listed(projects: list[Project], options: Options) -> list[str]:
    return [name_of(row) for row in rows_of(arrange(projects, options, {}), options)]


def name_of(row: Row) -> str:
    if row.kind is RowKind.GAP:
        return ""
    if row.subagent:
        return f"{'>' * (row.depth + 1)}{row.subagent.agent_id}"
    return row.session.session_id if row.session else row.project.path if row.project else "?"


SHOP = project("/shop", session("old", "Cart", hours_ago=9), session("new", "Totals", hours_ago=1))
API = project("/api", session("limits", "Rate limits", hours_ago=3))
EVERYTHING = Options(opened=frozenset({"/shop", "/api"}))


def test_projects_and_their_sessions_come_newest_first_with_a_gap_between_unfolded_ones() -> None:
    assert listed([API, SHOP], EVERYTHING) == ["/shop", "new", "old", "", "/api", "limits"]


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
