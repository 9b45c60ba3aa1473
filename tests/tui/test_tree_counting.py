from __future__ import annotations

from dataclasses import replace

from cc_session_tui.tui.screens.tree_counting import Uncounted, counts_of
from cc_session_tui.tui.widgets.header import Counts
from cc_session_tui.tui.widgets.session_tree_rows import Options, arrange, rows_of
from tests.tui.tree_factories import client_of, project, session

SHOP = project("/shop", session("busy", running="busy"), session("asks", running="waiting"), session("over"))
CLIENTS = [each.running for each in SHOP.sessions if each.running]


def test_of_clients_those_count_as_running_whose_session_is_listed() -> None:
    new = client_of("unwritten", "waiting")
    assert counts_of([SHOP, project("/api")], [*CLIENTS, new], 5) == Counts(2, 3, 2, 5, 1, 1)


def test_two_clients_in_one_session_both_run() -> None:
    counts = counts_of([SHOP], [*CLIENTS, replace(CLIENTS[0], pid=2)], 0)
    assert (counts.running, counts.new) == (3, 0)


def test_sessions_are_read_whole_once_for_their_marks_and_large_ones_not_unasked() -> None:
    large, read = session("large", size=30 << 20), session("read", records=7)
    options = Options(opened=frozenset({"/w"}))
    rows = rows_of(arrange([project("/w", session("a"), large, read)], options, {}), options)
    uncounted = Uncounted()
    assert [each.session_id for each in uncounted.take(rows)] == ["a"]
    assert uncounted.take(rows) == []
