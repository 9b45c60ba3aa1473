"""The tools that read and write files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.diff import Change, change_lines, change_words, compared, created, edited, patched
from cc_session_tui.tui.presentation.fields import field, mapping, text, whole
from cc_session_tui.tui.presentation.highlight import coloured, language_of
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line, rest
from cc_session_tui.tui.presentation.plain import count_lines, line_of
from cc_session_tui.tui.presentation.tool_view import (
    MOST_SHORT,
    ToolView,
    is_error,
    never,
    output,
    result_lines,
    result_text,
)
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.words import count_words, path_words
from cc_session_tui.tui.presentation.wrap import Spans, fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look

_NUMBERED: Final = re.compile(r" *(\d+)(?:\t|→)(.*)", re.DOTALL)
_DIGITS: Final = 4


def _path(call: ToolCall) -> str:
    return text(call.input, "file_path", "notebook_path", "path")


def _file_subject(call: ToolCall, look: Look) -> Spans:
    spans = [Segment(path_words(_path(call), look), look.palette.text)]
    first, most = whole(call.input, "offset"), whole(call.input, "limit")
    if first is not None or most is not None:
        last = f"{(first or 1) + most - 1}" if most else ""
        spans.append(Segment(f"  {first or 1}\N{EN DASH}{last}", look.palette.dim))
    if field(call.input, "replace_all") is True:
        spans.append(Segment("  all", look.palette.dim))
    return spans


def _read_facts(call: ToolCall, look: Look) -> list[str]:
    del look
    data = call.result.data if call.result else None
    file = mapping(field(data, "file"))
    kind = text(data, "type")
    if kind == "file_unchanged":
        return ["unchanged"]
    if (pages := whole(file, "numPages", "count")) is not None and kind in {"pdf", "parts"}:
        return [count_words(pages, "page")]
    lines = whole(file, "numLines")
    return (
        [count_words(count_lines(result_text(call)) if lines is None else lines, "line")] if result_text(call) else []
    )


def _read_body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    if is_error(call):
        yield from result_lines(call, width, look)
        return
    shown, more = window(result_text(call), width - BODY_INDENT, look.most_lines)
    numbers, code = _numbered(shown.removesuffix("\n").split("\n") if shown else [])
    for number, spans in zip(numbers, coloured(code, language_of(_path(call)), look.palette), strict=True):
        label = number.rjust(_DIGITS)
        for row in fold(spans, max(width - BODY_INDENT - _DIGITS - 2, 2)):
            yield Line([Segment(" " * BODY_INDENT), Segment(f"{label}  ", look.palette.faint), *row])
            label = " " * _DIGITS
    yield from rest(more)


def _numbered(lines: list[str]) -> tuple[list[str], list[str]]:
    """The line numbers that the client wrote before each line, and the lines without them."""
    numbers, code = [], []
    for line in lines:
        match = _NUMBERED.match(line)
        numbers.append(match[1] if match else "")
        code.append(line_of(match[2] if match else line))
    return numbers, code


def _change(call: ToolCall, most: int) -> Change:
    """What CALL changed; at most MOST rows of each side where it is too long to compare."""
    data = call.result.data if call.result else None
    original = text(data, "originalFile")
    patch = patched(field(data, "structuredPatch"))
    if patch.rows:
        return patch
    if edits := field(call.input, "edits"):
        return edited(edits, original, most)
    if "old_string" in mapping(call.input):
        return compared(text(call.input, "old_string"), text(call.input, "new_string"), original, most)
    content = text(call.input, "content", "new_source")
    return compared(original, content, original, most) if original else created(content, most)


def _edit_facts(call: ToolCall, look: Look) -> list[str]:
    del look
    data = call.result.data if call.result else None
    facts = ["new file"] if text(data, "type") == "create" else []
    facts.append(change_words(_change(call, MOST_SHORT)))
    return [*facts, "changed by the user"] if field(data, "userModified") is True else facts


def _edit_body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    if is_error(call):
        yield from output(result_text(call), width, look, look.palette.wrong)
    yield from change_lines(_change(call, look.most_lines), width, look.most_lines, look.palette)


def _edit_is_short(call: ToolCall) -> bool:
    change = _change(call, MOST_SHORT)
    return not is_error(call) and len(change.rows) + change.more <= MOST_SHORT


READ: Final = ToolView(subject=_file_subject, facts=_read_facts, body=_read_body, is_short=never)
"""Read."""
EDIT: Final = ToolView(subject=_file_subject, facts=_edit_facts, body=_edit_body, is_short=_edit_is_short)
"""Edit, MultiEdit, Write, NotebookEdit."""
