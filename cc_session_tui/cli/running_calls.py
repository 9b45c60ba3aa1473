"""What is said of the calls of a session that a client runs now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.store.live import is_about_call
from cc_session_tui.core.transcript.activity import activity_of

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.store.models import RunningClient


def running_calls(index: Index, client: RunningClient | None) -> dict[str, str]:
    """What is said of the calls that CLIENT, if there is one, runs in the session of INDEX, by tool_use id."""
    if client is None or client.status not in {"busy", "waiting"}:
        return {}
    calls = activity_of(index).calls
    found = {call.tool_use_id: "running" for call in calls}
    if calls and is_about_call(client):
        found[calls[0].tool_use_id] = "waits for you"
    return found
