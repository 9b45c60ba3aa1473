"""Any other tool: its name and a short input; opened, the input as JSON and the result."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import mapping
from cc_session_tui.tui.presentation.json_view import json_lines
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tool_view import ToolView, line_facts, never, result_lines, result_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.wrap import Spans

_MOST_FIELDS: Final = 4
_MOST_OF_VALUE: Final = 120


def tool_words(name: str) -> str:
    """The tool NAME as it is shown: `git · log` for `mcp__git__log`, `Agent` for what older clients call `Task`."""
    if name.startswith("mcp__"):
        name = " · ".join(part for part in name.removeprefix("mcp__").split("__", 1) if part)
    return "Agent" if name == "Task" else one_line(name, _MOST_OF_VALUE)


def _name(call: ToolCall) -> str:
    return tool_words(call.name)


def _subject(call: ToolCall, look: Look) -> Spans:
    """The input's only value, or its first fields."""
    fields = list(mapping(call.input).items())
    if len(fields) == 1:
        return [Segment(_short(fields[0][1]), look.palette.text)]
    spans: Spans = []
    for key, value in fields[:_MOST_FIELDS]:
        spans.append(Segment(f"{'  ' if spans else ''}{one_line(key, _MOST_OF_VALUE)} ", look.palette.dim))
        spans.append(Segment(_short(value), look.palette.text))
    return spans


def _short(value: JSON) -> str:
    if isinstance(value, str):
        return one_line(value, _MOST_OF_VALUE)
    if isinstance(value, dict | list):
        return "…" if value else "{}" if isinstance(value, dict) else "[]"
    return json.dumps(value)


def _facts(call: ToolCall, look: Look) -> list[str]:
    return line_facts(call, look) if result_text(call) else []


def _body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    for line in json_lines(call.input, max(width - BODY_INDENT, 4), look.palette):
        yield Line([Segment(" " * BODY_INDENT), *line.spans])
    yield from result_lines(call, width, look)


def _result_name(call: ToolCall) -> str:
    return f"result of {call.name}" if call.name else "result without its call"


def _no_subject(call: ToolCall, look: Look) -> Spans:
    del call, look
    return []


OTHER: Final = ToolView(subject=_subject, facts=_facts, body=_body, is_short=never, name=_name)
"""Every tool without a view of its own."""
RESULT: Final = ToolView(subject=_no_subject, facts=_facts, body=result_lines, is_short=never, name=_result_name)
"""A tool_result that stands by itself."""
