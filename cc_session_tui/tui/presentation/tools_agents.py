"""Agent calls: a line that leads to the subagent's transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import field, number, text, whole
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line, indented, rest
from cc_session_tui.tui.presentation.markdown import markdown
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.prompt import prompt
from cc_session_tui.tui.presentation.tool_view import ToolView, is_error, never, result_lines, result_text
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.words import count_words, duration_words, model_words, token_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.wrap import Spans

_STARTED: Final = frozenset({"async_launched", "running"})


def _data(call: ToolCall) -> JSON:
    return call.result.data if call.result else None


def _is_open(call: ToolCall) -> bool:
    """Whether the call was answered before its agent was done, or is not answered: the records do not tell the end."""
    return call.result is None or text(_data(call), "status") in _STARTED


def _name(call: ToolCall) -> str:
    """Older clients call the tool Task; the model is told Agent."""
    del call
    return "Agent"


def _subject(call: ToolCall, look: Look) -> Spans:
    kind = one_line(text(call.input, "subagent_type", "agentType"))
    words = one_line(text(call.input, "description")[:500])
    return [Segment(" · ".join(part for part in (kind, words) if part), look.palette.text)]


def _glyph(call: ToolCall) -> str:
    return "◌" if call.result is None else "✗" if is_error(call) else "✓"


def _facts(call: ToolCall, look: Look) -> list[str]:
    del look
    data = _data(call)
    facts = [model_words(text(data, "resolvedModel"))] if text(data, "resolvedModel") else []
    if _is_open(call):
        return [*facts, "in the background" if call.result else "no result"]
    if uses := whole(data, "totalToolUseCount"):
        facts.append(count_words(uses, "tool call"))
    if tokens := whole(data, "totalTokens"):
        facts.append(f"{token_words(tokens)} tok")
    if took := number(data, "totalDurationMs"):
        facts.append(duration_words(took / 1000))
    return facts


def _body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    """The prompt it was given, and what it gave back."""
    inner = width - BODY_INDENT
    shown, more = window(text(call.input, "prompt"), inner, look.most_lines)
    yield from indented(prompt(shown, inner, look.palette))
    yield from rest(more)
    if is_error(call):
        yield from result_lines(call, width, look)
        return
    shown, more = window("" if field(_data(call), "isAsync") is True else result_text(call), inner, look.most_lines)
    if shown:
        yield Line([Segment(" " * BODY_INDENT), Segment("↳", look.palette.faint)])
        yield from indented(markdown(shown, inner, look.palette))
    yield from rest(more)


AGENT: Final = ToolView(
    subject=_subject, facts=_facts, body=_body, is_short=never, name=_name, glyph=_glyph, hint="↵ open"
)
"""Agent, and Task of clients before 2.1."""
