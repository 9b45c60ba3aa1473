"""A session that runs: its client, and what goes on in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import RunningClient
    from cc_session_tui.core.transcript.activity import Activity

_ABOUT_CALL: Final = frozenset({"permission prompt", "input needed"})


def is_about_call(client: RunningClient) -> bool:
    """Whether CLIENT waits for something about a call of its last message; a dialog may be about anything (2.1.332)."""
    return client.status == "waiting" and client.waiting_for in _ABOUT_CALL


class Live(NamedTuple):
    """A session that runs, or a subagent that runs in one."""

    client: RunningClient
    """The session's."""
    activity: Activity
    is_subagent: bool = False
    """Whether it is a subagent's: what the client does is not what the subagent does."""
