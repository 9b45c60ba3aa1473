"""What an alert says."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.store.alerts import Alert, Reason
from cc_session_tui.core.store.models import RunningClient
from cc_session_tui.tui.presentation.alert_words import alert_words, notification


def client(waiting_for: str = "") -> RunningClient:
    return RunningClient(1, "s", "/p", "waiting", waiting_for=waiting_for)


def test_an_alert_names_the_session_and_what_it_does() -> None:
    assert alert_words(Alert(Reason.DONE, client()), "Fix add") == "Claude is done: Fix add"
    assert alert_words(Alert(Reason.ASKS, client("permission prompt")), "x") == "Claude asks (permission prompt): x"


@given(st.text(), st.text(), st.booleans())
def test_no_control_character_of_a_session_reaches_the_terminal(title: str, asks: str, in_tmux: bool) -> None:
    text = alert_words(Alert(Reason.ASKS, client(asks)), title)
    sequence = notification(text, in_tmux=in_tmux)
    inside = re.fullmatch(r"\x1bPtmux;\x1b\x1b\]9;(.*)\x07\x1b\\" if in_tmux else r"\x1b\]9;(.*)\x07", sequence)
    assert inside is not None
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]", inside[1])
    assert inside[1].startswith("Claude ")
    sequence.encode()
