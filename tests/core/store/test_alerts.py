"""When one is told that a client is done, or asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.store.alerts import HELD_SECONDS, Alert, Reason, judge
from cc_session_tui.core.store.models import RunningClient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.store.alerts import Seen

STATUSES = ("", "busy", "shell", "idle", "waiting", "of a later client")


def client(status: str, waiting_for: str = "", session_id: str = "s", pid: int = 1) -> RunningClient:
    return RunningClient(pid, session_id, "/p", status, waiting_for=waiting_for)


def told(steps: Sequence[tuple[str, float]], *, waiting_for: str = "permission prompt") -> list[Reason]:
    """What is told of a client that goes through STEPS: a status, and for how long; looked at as often as asked for."""
    seen: dict[int, Seen] = {}
    found: list[Alert] = []
    now = 0.0
    for status, seconds in steps:
        end, rest = now + seconds, 0.0
        now_client = client(status, waiting_for if status == "waiting" else "")
        while True:
            seen, alerts, wait = judge(seen, [now_client], now + rest)
            found += alerts
            if wait is None or now + rest + wait > end:
                break
            rest += wait
        now = end
    return [alert.reason for alert in found]


@pytest.mark.parametrize("rest", ["idle", "shell"])
def test_a_turn_that_is_over_is_told_when_it_has_held(rest: str) -> None:
    assert told([("idle", 9), ("busy", 9), (rest, 9), ("idle", 9)]) == [Reason.DONE]
    assert told([("idle", 9), ("busy", 9), (rest, 0.9)]) == []


def test_a_question_is_told_once() -> None:
    assert told([("busy", 9), ("waiting", 9), ("waiting", 9)]) == [Reason.ASKS]
    assert told([("busy", 9), ("waiting", 9), ("busy", 9), ("idle", 9)]) == [Reason.ASKS, Reason.DONE]


@pytest.mark.parametrize("between", ["idle", "waiting", ""])
def test_a_flicker_is_none(between: str) -> None:
    assert told([("busy", 9), (between, 0.9), ("busy", 9)]) == []
    assert told([("idle", 9), ("busy", 0.9), ("idle", 9)]) == []


@pytest.mark.parametrize("status", STATUSES)
def test_what_a_client_does_when_it_is_first_seen_is_not_told(status: str) -> None:
    assert told([(status, 99)]) == []


def test_who_answers_and_has_the_client_rest_is_not_told() -> None:
    assert told([("waiting", 9), ("idle", 9)]) == []


def test_a_dialog_that_one_opens_oneself_is_not_told() -> None:
    assert told([("idle", 9), ("waiting", 9)], waiting_for="dialog open") == []
    assert told([("busy", 9), ("waiting", 9)], waiting_for="dialog open") == [Reason.ASKS]
    assert told([("idle", 9), ("waiting", 9)], waiting_for="input needed") == [Reason.ASKS]


@pytest.mark.parametrize("moments", [0.01, 0.3, 0.9])
def test_a_turn_that_ends_soon_after_it_was_let_go_on_is_told(moments: float) -> None:
    asked = [("busy", 9.0), ("waiting", 9.0), ("busy", moments)]
    assert told([*asked, ("idle", 9)]) == [Reason.ASKS, Reason.DONE]
    assert told([*asked, ("waiting", 9), ("idle", 9)]) == [Reason.ASKS]
    assert told([*asked, ("idle", 0.9), ("busy", 9)]) == [Reason.ASKS]


@pytest.mark.parametrize("moments", [0.01, 0.9])
def test_nothing_is_told_of_a_dialog_that_one_opened_and_closed_oneself(moments: float) -> None:
    opened = [("idle", 9.0), ("waiting", 9.0)]
    assert told([*opened, ("idle", 9)], waiting_for="dialog open") == []
    assert told([*opened, ("busy", moments), ("idle", 9)], waiting_for="dialog open") == []
    assert told([*opened, ("busy", 9), ("idle", 9)], waiting_for="dialog open") == [Reason.DONE]


def test_another_session_of_the_same_client_begins_anew() -> None:
    seen, _, _ = judge({}, [client("busy")], 0)
    seen, alerts, wait = judge(seen, [client("idle", session_id="t")], 5)
    assert (alerts, wait) == ((), None)
    assert judge(seen, [], 9) == ({}, (), None)


LIVES = st.lists(st.tuples(st.sampled_from(STATUSES), st.floats(0.01, 5)), max_size=30)


@given(LIVES)
def test_one_is_told_of_what_held_after_work_that_held_and_of_nothing_else(steps: list[tuple[str, float]]) -> None:
    joined: list[tuple[str, float]] = []
    for status, seconds in steps:
        name = "idle" if status == "shell" else status
        if joined and joined[-1][0] == name:
            joined[-1] = (name, joined[-1][1] + seconds)
        else:
            joined.append((name, seconds))
    if any(abs(seconds - HELD_SECONDS) < 0.001 for _, seconds in joined):
        return  # too near to say
    wanted: list[Reason] = []
    held, between = "", set[str]()
    for at, (name, seconds) in enumerate(joined):
        if at and (seconds < HELD_SECONDS or name == held):
            between = set() if name == held else between | {name}
            continue
        if name == "waiting" and at:
            wanted.append(Reason.ASKS)
        elif name == "idle" and (held == "busy" or (held == "waiting" and "busy" in between)):
            wanted.append(Reason.DONE)
        held, between = name, set()
    assert told(steps) == wanted


@given(LIVES, LIVES)
def test_clients_do_not_mix(one: list[tuple[str, float]], other: list[tuple[str, float]]) -> None:
    seen: dict[int, Seen] = {}
    found: list[Alert] = []
    for now, ((first, _), (second, _)) in enumerate(zip(one, other, strict=False)):
        clients = [client(first), replace(client(second), pid=2)]
        seen, alerts, _ = judge(seen, clients, now * 2.0)
        found += alerts
        seen, alerts, _ = judge(seen, clients, now * 2.0 + 1.5)
        found += alerts
    length = min(len(one), len(other))
    alone = told([(status, 2) for status, _ in one[:length]], waiting_for="")
    assert [alert.reason for alert in found if alert.client.pid == 1] == alone
