"""Which entries can be folded, and which start out opened."""

from __future__ import annotations

from cc_session_tui.core.transcript.entries import Compaction, Entry, ForkPoint, Kind, Raw, Run, Text, ToolCall
from cc_session_tui.tui.presentation.plain import count_lines
from cc_session_tui.tui.presentation.runs import has_inside
from cc_session_tui.tui.presentation.texts import is_long
from cc_session_tui.tui.presentation.tool_view import MOST_SHORT
from cc_session_tui.tui.presentation.tools import view_of

_ALWAYS_WHOLE = frozenset({Kind.PROMPT, Kind.REPLY, Kind.IMAGE})


def is_foldable(entry: Entry) -> bool:
    """Whether there is more of ENTRY than its one line."""
    match entry:
        case Text(kind=Kind.THINKING):
            return bool(entry.text.strip())
        case Text():
            return entry.kind not in _ALWAYS_WHOLE and entry.kind is not Kind.GAP and is_long(entry)
        case Run():
            return has_inside(entry)
        case Compaction():
            return bool(entry.summary)
        case ToolCall() | Raw() | ForkPoint():
            return True
        case _:
            return False


def opens(entry: Entry) -> bool:
    """Whether ENTRY is shown opened until somebody folds it: what is said, and short edits and outputs."""
    match entry:
        case ToolCall():
            return view_of(entry).is_short(entry)
        case Text(kind=Kind.COMMAND):
            return count_lines(entry.text) <= MOST_SHORT
        case _:
            return entry.kind in _ALWAYS_WHOLE
