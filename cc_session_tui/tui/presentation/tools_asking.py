"""Questions to the user, plans to agree on, skills: what the tool does is in its input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import field, items, mapping, text
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line, indented, rest
from cc_session_tui.tui.presentation.markdown import markdown
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tool_view import ToolView, is_error, never, output, result_lines, result_text
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.words import count_words
from cc_session_tui.tui.presentation.wrap import Spans, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.style import Style

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look


def _questions(call: ToolCall) -> list[JSON]:
    return items(field(call.input, "questions")) or ([call.input] if text(call.input, "question") else [])


def _answers(call: ToolCall) -> dict[str, str]:
    """Answer by question, from toolUseResult."""
    answers = mapping(field(call.result.data if call.result else None, "answers"))
    return {question: _answer(answer) for question, answer in answers.items()}


def _answer(answer: JSON) -> str:
    if isinstance(answer, list):
        return ", ".join(part for part in answer if isinstance(part, str))
    return answer if isinstance(answer, str) else ""


def _ask_subject(call: ToolCall, look: Look) -> Spans:
    questions = _questions(call)
    return [Segment(one_line(text(questions[0], "question", "header")), look.palette.text)] if questions else []


def _ask_facts(call: ToolCall, look: Look) -> list[str]:
    del look
    questions, answers = _questions(call), _answers(call)
    if len(questions) == 1 and len(answers) == 1:
        return [one_line(next(iter(answers.values()))[:40])]
    return [count_words(len(answers), "answer")] if answers else []


def _ask_body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    answers = _answers(call)
    for question in _questions(call):
        words = text(question, "question", "header")
        yield from _wrapped("", words, width, look.palette.strong)
        yield from _options(question, answers.get(words, ""), width, look)
    if not answers:
        yield from result_lines(call, width, look)


def _options(question: JSON, answer: str, width: int, look: Look) -> Iterator[Line]:
    labels = [text(option, "label") for option in items(field(question, "options"))]
    chosen = {part.strip() for part in answer.split(",")} | {answer}
    for label, option in zip(labels, items(field(question, "options")), strict=True):
        words = " — ".join(part for part in (label, text(option, "description")) if part)
        is_chosen = label in chosen
        style = look.palette.text if is_chosen else look.palette.dim
        yield from _wrapped("● " if is_chosen else "○ ", words, width, style)
    if answer and not chosen.intersection(labels):
        yield from _wrapped("● ", answer, width, look.palette.text)


def _wrapped(mark: str, words: str, width: int, style: Style) -> Iterator[Line]:
    for row in wrap([Segment(one_line(words), style)], max(width - BODY_INDENT - len(mark), 2)):
        yield Line([Segment(" " * BODY_INDENT), Segment(mark, style), *row])
        mark = " " * len(mark)


def _plan(call: ToolCall) -> str:
    data = call.result.data if call.result else None
    return text(call.input, "plan") or text(data, "plan")


def _plan_subject(call: ToolCall, look: Look) -> Spans:
    first = next((line for line in _plan(call)[:4000].split("\n") if line.strip(" #")), "")
    return [Segment(one_line(first.strip(" #")), look.palette.text)]


def _plan_facts(call: ToolCall, look: Look) -> list[str]:
    del call, look
    return ["approved"]


def _plan_body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    inner = width - BODY_INDENT
    shown, more = window(_plan(call), inner, look.most_lines)
    yield from indented(markdown(shown, inner, look.palette))
    yield from rest(more)
    if is_error(call):
        yield from output(result_text(call), width, look, look.palette.wrong)


ASK: Final = ToolView(subject=_ask_subject, facts=_ask_facts, body=_ask_body, is_short=never)
"""AskUserQuestion."""
PLAN: Final = ToolView(subject=_plan_subject, facts=_plan_facts, body=_plan_body, is_short=never)
"""ExitPlanMode."""
