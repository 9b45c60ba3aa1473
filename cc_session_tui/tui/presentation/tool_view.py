"""How a tool call is drawn: what it is about, the facts at the right edge, and what stands below when it is opened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.ansi import output_lines
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line, rest
from cc_session_tui.tui.presentation.plain import count_lines, one_line
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.words import count_words
from cc_session_tui.tui.presentation.wrap import Spans, fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.style import Style

    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look

MOST_SHORT: Final = 12
"""Lines of a body that is shown without being asked for."""
_OUTPUT_INDENT: Final = BODY_INDENT + 2
_TAGS: Final = re.compile(r"</?tool_use_error>|^Error: ")
_MOST_OF_ERROR: Final = 60
_REFUSED: Final = "The user doesn't want to "


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolView:
    """How the calls of one tool are drawn."""

    subject: Callable[[ToolCall, Look], Spans]
    """What stands after the tool's name."""
    facts: Callable[[ToolCall, Look], list[str]]
    """What came out of it, after the mark."""
    body: Callable[[ToolCall, int, Look], Iterator[Line]]
    """What stands below it, at most so many cells wide."""
    is_short: Callable[[ToolCall], bool]
    """Whether it is opened without being asked."""
    name: Callable[[ToolCall], str] | None = None
    """The tool's name as it is shown, where that is another."""
    glyph: Callable[[ToolCall], str] | None = None
    """What stands in place of the fold's triangle."""
    explains_errors: bool = True
    """Whether a failed call's facts are the first words of its result."""
    hint: str = ""
    """What a key does with it, at the very right."""


def never(call: ToolCall) -> bool:
    """For tools that start out folded."""
    del call
    return False


def result_text(call: ToolCall) -> str:
    """The text of the result; empty without one."""
    return call.result.text if call.result else ""


def is_error(call: ToolCall) -> bool:
    """Whether the call failed."""
    return call.result is not None and call.result.is_error


def error_facts(call: ToolCall, look: Look) -> list[str]:
    """Why a call failed, in a few words; where it is opened, the whole reason stands below."""
    if look.opened:
        return ["failed"]
    if result_text(call).startswith(_REFUSED):
        return ["rejected by the user"]
    reason = one_line(_TAGS.sub("", result_text(call)[:400]).strip().split("\n", 1)[0])
    return [reason if len(reason) <= _MOST_OF_ERROR else f"{reason[:_MOST_OF_ERROR]}…"] if reason else ["failed"]


def line_facts(call: ToolCall, look: Look) -> list[str]:
    """How many lines the result has."""
    del look
    return [count_words(count_lines(result_text(call)), "line")]


def output(text: str, width: int, look: Look, style: Style | None = None) -> Iterator[Line]:
    """A tool's output as lines below its call, folded to WIDTH cells; colours kept, nothing else obeyed."""
    shown, more = window(text, width - _OUTPUT_INDENT, look.most_lines)
    indent = Segment(" " * _OUTPUT_INDENT)
    for spans in output_lines(shown, style or look.palette.dim, look.palette) if shown else ():
        for row in fold(spans, max(width - _OUTPUT_INDENT, 2)):
            yield Line([indent, *row])
    yield from rest(more)


def result_lines(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    """The result as output, red where it is an error."""
    return output(result_text(call), width, look, look.palette.wrong if is_error(call) else None)
