"""From an entry to strips: what it says, framed by the gutter bar that tells who speaks and whether it is resumed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rich.segment import Segment

from cc_session_tui.core.transcript.entries import (
    Compaction,
    Entry,
    ForkPoint,
    Kind,
    Raw,
    Run,
    Speaker,
    Text,
    ToolCall,
)
from cc_session_tui.tui.presentation.folds import opens
from cc_session_tui.tui.presentation.headline import lead
from cc_session_tui.tui.presentation.heights import height
from cc_session_tui.tui.presentation.lines import Line, strip_of, text_width
from cc_session_tui.tui.presentation.raws import raw
from cc_session_tui.tui.presentation.runs import is_file, run
from cc_session_tui.tui.presentation.structure import compaction, fork, gap
from cc_session_tui.tui.presentation.texts import notice, said, thought
from cc_session_tui.tui.presentation.tool_call import tool_call
from cc_session_tui.tui.presentation.tool_view import is_error
from cc_session_tui.tui.presentation.words import count_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.style import Style
    from textual.strip import Strip

    from cc_session_tui.tui.presentation.look import Look

__all__ = ["draw", "height"]

_LEAST_WIDTH: Final = 20
"""Narrower lines are laid out for this width, and cropped."""
_SOLID: Final = "▌"
_DOTTED: Final = "┊"
_MOST_COUNTED: Final = 4
_SAID: Final = frozenset({Kind.PROMPT, Kind.REPLY, Kind.IMAGE})
_SPOKEN: Final = _SAID | {Kind.THINKING, Kind.COMMAND}


def draw(entry: Entry, width: int, look: Look) -> list[Strip]:
    """ENTRY as strips of exactly WIDTH cells, its blank line and headline first where it starts a turn.

    Styles have no background but where it means something: the widget lays them on its own.
    """
    if look.opened is None:
        look = replace(look, opened=opens(entry))
    laid_out = max(width, _LEAST_WIDTH)
    lines = _windowed(_lines(entry, text_width(laid_out), look), look)
    bars = _bar(entry, _speaker_style(entry, look)), _bar(entry, _style(entry, look))
    head = lead(entry, look)
    strips = [strip_of(line, bars[0], laid_out) for line in head]
    strips += [strip_of(line, bars[1], laid_out) for line in lines]
    return strips if width == laid_out else [strip.crop(0, width) for strip in strips]


def _lines(entry: Entry, width: int, look: Look) -> Iterator[Line]:
    make = _MAKERS.get(type(entry), gap)
    return make(entry, width, look)


def _text(entry: Text, width: int, look: Look) -> Iterator[Line]:
    if entry.kind in _SAID:
        return said(entry, width, look)
    if entry.kind is Kind.THINKING:
        return thought(entry, width, look)
    return gap(entry, width, look) if entry.kind is Kind.GAP else notice(entry, width, look)


def _windowed(lines: Iterator[Line], look: Look) -> list[Line]:
    """The lines that are shown, the last one saying how many are not."""
    shown: list[Line] = []
    hidden = 0
    for line in lines:
        if line.more:
            hidden += line.more
        elif len(shown) < look.most_lines:
            shown.append(line)
        elif (hidden := hidden + 1) > _MOST_COUNTED * look.most_lines:
            break
    if hidden:
        more = count_words(hidden, "more line")
        shown.append(Line([Segment(f"… {more}", look.palette.dim)]))
    return shown


def _bar(entry: Entry, style: Style) -> Segment:
    return Segment(_SOLID if entry.resumed else _DOTTED, style)


def _speaker_style(entry: Entry, look: Look) -> Style:
    return look.palette.person if entry.speaker is Speaker.USER else look.palette.claude


def _style(entry: Entry, look: Look) -> Style:
    """The colour of the gutter bar."""
    palette = look.palette
    if isinstance(entry, Compaction | ForkPoint):
        return palette.structure
    if _is_wrong(entry):
        return palette.wrong
    if isinstance(entry, ToolCall) or (isinstance(entry, Run) and is_file(entry)):
        return palette.tool
    return _speaker_style(entry, look) if entry.kind in _SPOKEN else palette.faint


def _is_wrong(entry: Entry) -> bool:
    if isinstance(entry, ToolCall):
        return is_error(entry)
    return entry.kind is Kind.DAMAGED or (isinstance(entry, Text | Run) and entry.is_error)


_MAKERS: Final[dict[type[Entry], Callable[[Any, int, Look], Iterator[Line]]]] = {
    ToolCall: tool_call,
    Text: _text,
    Run: run,
    Compaction: compaction,
    ForkPoint: fork,
    Raw: raw,
}
