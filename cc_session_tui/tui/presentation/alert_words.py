"""What an alert says, and how a terminal is made to show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.alerts import Reason
from cc_session_tui.tui.presentation.plain import one_line

if TYPE_CHECKING:
    from cc_session_tui.core.store.alerts import Alert

_MOST: Final = 120
_ESCAPE, _BELL = "\x1b", "\x07"


def alert_words(alert: Alert, title: str) -> str:
    """What ALERT says of the session called TITLE, one visible line.

    It begins with a word: of a text that begins with a number some terminals make something else.
    """
    asks = f" ({alert.client.waiting_for})" if alert.client.waiting_for else ""
    state = "Claude is done" if alert.reason is Reason.DONE else f"Claude asks{asks}"
    return one_line(f"{state}: {title}", _MOST)


def notification(text: str, *, in_tmux: bool) -> str:
    """The control sequence (OSC 9) that has a terminal show TEXT on the desktop.

    IN_TMUX it is wrapped for the terminal around, and passed on where `allow-passthrough` is set.
    """
    safe = one_line(text, _MOST).encode("utf-8", "replace").decode("utf-8")
    sequence = f"{_ESCAPE}]9;{safe}{_BELL}"
    return f"{_ESCAPE}Ptmux;{sequence.replace(_ESCAPE, _ESCAPE * 2)}{_ESCAPE}\\" if in_tmux else sequence
