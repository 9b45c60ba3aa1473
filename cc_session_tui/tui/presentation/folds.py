"""Which entries start out opened."""

from __future__ import annotations

from cc_session_tui.core.transcript.entries import Entry, Kind, Text, ToolCall
from cc_session_tui.tui.presentation.plain import count_lines
from cc_session_tui.tui.presentation.tool_view import MOST_SHORT
from cc_session_tui.tui.presentation.tools import view_of

_ALWAYS_WHOLE = frozenset({Kind.PROMPT, Kind.REPLY, Kind.IMAGE})


def opens(entry: Entry) -> bool:
    """Whether ENTRY is shown opened until somebody folds it: what is said, and short edits and outputs."""
    match entry:
        case ToolCall():
            return view_of(entry).is_short(entry)
        case Text(kind=Kind.COMMAND):
            return count_lines(entry.text) <= MOST_SHORT
        case _:
            return entry.kind in _ALWAYS_WHOLE
