"""The tools that look for something, here or on the web: one line with a count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import field, items, mapping, number, text, whole
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tool_view import ToolView, line_facts, never, result_lines
from cc_session_tui.tui.presentation.words import count_words, duration_words, path_words, size_words

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.wrap import Spans


def _subject(call: ToolCall, look: Look) -> Spans:
    """What is looked for, and where."""
    what = one_line(text(call.input, "pattern", "query", "url", "path"))
    spans = [Segment(what, look.palette.text)]
    places = [text(call.input, name) for name in ("path", "glob", "type")] if "pattern" in mapping(call.input) else []
    where = " · ".join(path_words(place[:1000], look) for place in places if place)
    return [*spans, Segment(f"  in {where}", look.palette.dim)] if where else spans


def _data(call: ToolCall) -> JSON:
    return call.result.data if call.result else None


def _grep_facts(call: ToolCall, look: Look) -> list[str]:
    data = _data(call)
    mode = text(data, "mode")
    lines, files, matches = (whole(data, name) for name in ("numLines", "numFiles", "numMatches"))
    if mode == "count" and matches is not None:
        return [count_words(matches, "match")]
    if mode == "content" and lines is not None:
        return [count_words(lines, "line")]
    return line_facts(call, look) if files is None else [count_words(files, "file")]


def _glob_facts(call: ToolCall, look: Look) -> list[str]:
    files = whole(_data(call), "numFiles")
    if files is None:
        return line_facts(call, look)
    return [count_words(files, "file") + (" of more" if field(_data(call), "truncated") is True else "")]


def _fetch_facts(call: ToolCall, look: Look) -> list[str]:
    data = _data(call)
    code, size = whole(data, "code"), whole(data, "bytes")
    facts = [*([str(code)] if code else []), *([size_words(size)] if size else [])]
    took = number(data, "durationMs")
    return [*facts, *([duration_words(took / 1000)] if took else [])] or line_facts(call, look)


def _web_facts(call: ToolCall, look: Look) -> list[str]:
    data = _data(call)
    found = [hit for result in items(field(data, "results")) for hit in items(field(result, "content"))]
    took = number(data, "durationSeconds")
    facts = [*([count_words(len(found), "result")] if found else []), *([duration_words(took)] if took else [])]
    return facts or line_facts(call, look)


GREP: Final = ToolView(subject=_subject, facts=_grep_facts, body=result_lines, is_short=never)
"""Grep."""
GLOB: Final = ToolView(subject=_subject, facts=_glob_facts, body=result_lines, is_short=never)
"""Glob, LS."""
FETCH: Final = ToolView(subject=_subject, facts=_fetch_facts, body=result_lines, is_short=never)
"""WebFetch."""
WEB: Final = ToolView(subject=_subject, facts=_web_facts, body=result_lines, is_short=never)
"""WebSearch, ToolSearch."""
