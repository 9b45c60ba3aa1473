"""What a person typed: every line as it was typed, with code, emphasis and @mentions in colours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.fence import fence
from cc_session_tui.tui.presentation.lines import Line
from cc_session_tui.tui.presentation.plain import lines_of
from cc_session_tui.tui.presentation.wrap import Spans, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.tui.presentation.palette import Palette

_FENCE: Final = re.compile(r" {0,3}(```+|~~~+)\s*([\w+#.-]*)\s*$")
_MARKS: Final = re.compile(
    r"(?<!`)`(?P<code>[^`]+)`(?!`)"
    r"|(?<![\w*])\*\*(?P<strong>[^\s*](?:[^*]*[^\s*])?)\*\*(?![\w*])"
    r"|(?<![\w*/])\*(?P<em>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*/])"
    r"|(?<![\w@.])(?P<mention>@[\w./~-]*\w)"
)
_BOLD: Final = Style(bold=True)
_ITALIC: Final = Style(italic=True)


def prompt(text: str, width: int, palette: Palette) -> Iterator[Line]:
    """The lines of a prompt, at most WIDTH cells wide."""
    lines = iter(lines_of(text.strip("\n")))
    for line in lines:
        if opening := _FENCE.match(line):
            yield from _fence(opening, lines, width, palette)
        else:
            yield from (Line(row) for row in wrap(_marked(line, palette), width))


def _fence(opening: re.Match[str], lines: Iterator[str], width: int, palette: Palette) -> Iterator[Line]:
    inside: list[str] = []
    for line in lines:
        closing = _FENCE.match(line)
        if closing and closing[1].startswith(opening[1]) and not closing[2]:
            break
        inside.append(line)
    return fence(inside, opening[2], width, palette)


def _marked(line: str, palette: Palette) -> Spans:
    if "`" not in line and "*" not in line and "@" not in line:
        return [Segment(line, palette.text)]
    spans: Spans = []
    at = 0
    for match in _MARKS.finditer(line):
        spans.append(Segment(line[at : match.start()], palette.text))
        spans.append(_mark(match, palette))
        at = match.end()
    spans.append(Segment(line[at:], palette.text))
    return [span for span in spans if span.text]


def _mark(match: re.Match[str], palette: Palette) -> Segment:
    styles = {
        "code": palette.code,
        "strong": palette.text + _BOLD,
        "em": palette.text + _ITALIC,
        "mention": palette.claude,
    }
    kind = match.lastgroup or "code"
    return Segment(match[kind], styles[kind])
