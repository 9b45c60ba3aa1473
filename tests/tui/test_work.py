"""Work in threads: a file that is written anew is short for a moment."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from cc_session_tui.core.errors import ReadError
from cc_session_tui.tui.screens import work as module
from cc_session_tui.tui.screens.work import Ticket, patiently


class Short:
    """Work on a file that cannot be read so many times."""

    def __init__(self, times: int, *, valid: bool = True) -> None:
        self.times, self.valid, self.tried = times, valid, 0

    def __call__(self, ticket: Ticket) -> None:
        self.tried += 1
        ticket.valid = self.valid
        if self.tried <= self.times:
            raise ReadError("a.jsonl is shorter than it was")


def test_what_can_be_read_a_moment_later_is_no_failure() -> None:
    work = Short(3)
    patiently(work)(Ticket(Widget()))
    assert work.tried == 4


def test_what_nobody_wants_any_more_is_not_tried_again() -> None:
    work = Short(3, valid=False)
    with pytest.raises(ReadError):
        patiently(work)(Ticket(Widget()))
    assert work.tried == 1


def test_what_stays_so_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.1)
    work = Short(10**6)
    with pytest.raises(ReadError):
        patiently(work)(Ticket(Widget()))
    assert work.tried > 1
