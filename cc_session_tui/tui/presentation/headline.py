"""Who speaks: the line above the first entry of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style

from cc_session_tui.core.transcript.entries import Entry, Kind, Run, Speaker, Text, ToolCall
from cc_session_tui.tui.presentation.lines import NO_BAR, Line
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import model_words, time_words, token_words

if TYPE_CHECKING:
    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.wrap import Spans

_BOLD: Final = Style(bold=True)
_APART: Final = frozenset({Kind.FORK, Kind.COMPACTION, Kind.GAP})


def _has_headline(entry: Entry) -> bool:
    """Whether ENTRY says who speaks."""
    return entry.starts_turn and entry.speaker is not Speaker.NONE and isinstance(entry, Text | ToolCall)


def _has_blank(entry: Entry) -> bool:
    """Whether a blank line sets ENTRY apart from what stands before it."""
    if entry.starts_turn or entry.kind in _APART:
        return True
    return isinstance(entry, Run) and entry.kind is Kind.INJECTED and len(entry.parts) > 1


def lead(entry: Entry, look: Look) -> list[Line]:
    """The blank line and the headline before ENTRY, where it has them."""
    lines = [Line(bar=NO_BAR)] if _has_blank(entry) else []
    return [*lines, _headline(entry, look)] if _has_headline(entry) else lines


def _headline(entry: Entry, look: Look) -> Line:
    palette = look.palette
    tokens = entry.tokens if isinstance(entry, Text | ToolCall) else 0
    facts = [time_words(entry.time, look), f"{token_words(tokens)} tok" if tokens else ""]
    return Line(_who(entry, look), right=[Segment(" · ".join(filter(None, facts)), palette.dim)])


def _who(entry: Entry, look: Look) -> Spans:
    palette = look.palette
    if entry.speaker is Speaker.USER:
        label = one_line(entry.label, 80) if isinstance(entry, Text) and entry.kind is Kind.PROMPT else ""
        return [Segment("You", palette.person + _BOLD), Segment(f"  {label}" if label else "", palette.faint)]
    model = model_words(entry.model[:80]) if isinstance(entry, Text | ToolCall) else ""
    return [Segment("Claude", palette.claude + _BOLD), Segment(f"  {model}" if model else "", palette.faint)]
