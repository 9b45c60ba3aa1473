from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.live import Live
from cc_session_tui.core.transcript.doing import Activity
from cc_session_tui.tui.widgets.session_tree_running import (
    ClientState,
    client_of,
    count_waiting,
    most_urgent,
    next_running,
    state_of,
)
from tests.tui.tree_factories import client_of as client
from tests.tui.tree_factories import project, session

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import RunningClient

SHOP = project("/shop", session("busy", running="busy"), session("idle", running="idle"), session("over"))
API = project("/api", session("asks", running="waiting"), session("also", running="waiting"))
ALL = [SHOP, API]


def walk(current: str, steps: int, seen: set[RunningClient]) -> list[str]:
    """Where the key goes, pressed so often."""
    found = []
    for _ in range(steps):
        way = next_running(ALL, f"/store/{current}.jsonl", seen)
        assert way is not None
        current = way[1].session_id
        seen |= {way[1].running} if way[1].running else set()
        found.append(current)
    return found


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("waiting", ClientState.WAITING),
        ("busy", ClientState.WORKING),
        ("shell", ClientState.SHELL),
        ("idle", ClientState.IDLE),
        ("", ClientState.IDLE),
        ("frobnicating", ClientState.IDLE),
    ],
)
def test_what_a_client_does_is_told_by_its_status(status: str, state: ClientState) -> None:
    assert state_of(client("a", status)) is state


def test_from_anywhere_the_way_goes_to_those_that_wait_then_on_through_all_that_runs() -> None:
    for current in ("", "over", "busy", "idle"):
        assert walk(current, 5, set()) == ["asks", "also", "busy", "idle", "asks"]


def test_what_waits_and_was_seen_is_not_gone_to_again_before_its_turn() -> None:
    seen = {each.running for each in API.sessions if each.running}
    assert walk("busy", 2, seen) == ["idle", "asks"]


def test_what_waits_anew_comes_first_again() -> None:
    asks, also = (each.running for each in API.sessions)
    assert asks
    assert also
    assert walk("busy", 1, {replace(asks, updated_ms=1), also}) == ["asks"]


def test_there_is_no_way_where_nothing_runs() -> None:
    assert next_running([project("/a", session("over"))], "", set()) is None


def test_those_that_wait_are_counted() -> None:
    assert count_waiting([client("a", "waiting"), client("b", "busy"), client("c", "waiting")]) == 2


def test_the_most_urgent_is_told_by_what_was_heard_last() -> None:
    found = most_urgent(SHOP.sessions, {})
    assert found
    assert found.session_id == "busy"
    heard = client("idle", "waiting", 1)
    assert most_urgent(SHOP.sessions, {"/store/idle.jsonl": Live(heard, Activity())}) == heard


def test_what_is_older_than_what_the_store_tells_does_not_count() -> None:
    one = session("a", running="busy", seconds=5)
    assert client_of(one, {"/store/a.jsonl": Live(client("a", "idle", 9), Activity())}) == one.running
    assert client_of(session("a"), {"/store/a.jsonl": Live(client("a", "idle"), Activity())}) is None
