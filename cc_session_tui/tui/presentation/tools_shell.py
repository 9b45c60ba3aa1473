"""Bash, and what reads or ends a shell in the background."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import field, text, whole
from cc_session_tui.tui.presentation.highlight import coloured
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line, rest
from cc_session_tui.tui.presentation.plain import count_lines, lines_of, one_line
from cc_session_tui.tui.presentation.tool_view import (
    MOST_SHORT,
    ToolView,
    error_facts,
    is_error,
    output,
    result_text,
)
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.words import count_words, duration_words, seconds_between, size_words
from cc_session_tui.tui.presentation.wrap import Spans, fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look

_MOST_OF_FACTS: Final = 20
"""Cells that name and facts take of the line, about."""
_EXIT: Final = re.compile(r"(?:Error: )?Exit code (\d+)\n?")


def _command(call: ToolCall) -> str:
    return text(call.input, "command").strip("\n")


def _subject(call: ToolCall, look: Look) -> Spans:
    first, _, rest = _command(call).partition("\n")
    spans = [Segment(one_line(first), look.palette.text)]
    return [*spans, Segment(" …", look.palette.dim)] if rest else spans


def _exit_code(call: ToolCall) -> str:
    found = _EXIT.match(result_text(call)) if is_error(call) else None
    return found[1] if found else ""


def _output(call: ToolCall) -> str:
    """What the model saw of the output; the client's own copy where only that has its colours."""
    data = call.result.data if call.result else None
    own = "\n".join(part for part in (text(data, "stdout"), text(data, "stderr")) if part)
    if "\x1b" in own and not is_error(call):
        return own
    return _EXIT.sub("", result_text(call), count=1) if _exit_code(call) else result_text(call)


def _facts(call: ToolCall, look: Look) -> list[str]:
    data = call.result.data if call.result else None
    facts = [f"exit {_exit_code(call)}"] if _exit_code(call) else []
    if is_error(call) and not facts:
        return error_facts(call, look)
    if field(data, "interrupted") is True:
        facts.append("interrupted")
    if field(call.input, "run_in_background") is True:
        facts.append("in the background")
    if kept := whole(data, "persistedOutputSize"):
        facts.append(f"{size_words(kept)} kept in a file")
    lines = count_lines(_output(call))
    if lines and not (is_short(call) if look.opened is None else look.opened):
        facts.append(count_words(lines, "line"))
    return [*facts, *_duration(call)]


def _duration(call: ToolCall) -> list[str]:
    if is_error(call) or call.result is None:
        return []
    seconds = seconds_between(call.time, call.result.time)
    return [] if seconds is None else [duration_words(seconds)]


def _body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    command = _command(call)
    if "\n" in command or len(command) > width - _MOST_OF_FACTS:
        yield from _whole_command(command, width, look)
    style = look.palette.wrong if is_error(call) and not _exit_code(call) else None
    yield from output(_output(call) or "no output" * (call.result is not None), width, look, style)


def _whole_command(command: str, width: int, look: Look) -> Iterator[Line]:
    shown, more = window(command, width, look.most_lines)
    for spans in coloured(lines_of(shown), "bash", look.palette):
        for row in fold(spans, max(width - BODY_INDENT - 2, 2)):
            yield Line([Segment(" " * BODY_INDENT)], [Segment(" "), *row], look.palette.fence)
    yield from rest(more)


def is_short(call: ToolCall) -> bool:
    """Whether command and output take few lines."""
    return bool(_output(call)) and count_lines(_command(call)) - 1 + count_lines(_output(call)) <= MOST_SHORT


BASH: Final = ToolView(subject=_subject, facts=_facts, body=_body, is_short=is_short, explains_errors=False)
"""Bash."""
