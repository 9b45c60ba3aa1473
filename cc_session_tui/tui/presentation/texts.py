"""What is said: prompts, replies, thinking; and notices: commands, system lines, hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style

from cc_session_tui.core.transcript.entries import Kind, Text
from cc_session_tui.tui.presentation.images import image_lines
from cc_session_tui.tui.presentation.lines import FOLDED, UNFOLDED, Line, indented, rest
from cc_session_tui.tui.presentation.markdown import markdown
from cc_session_tui.tui.presentation.plain import lines_of, one_line
from cc_session_tui.tui.presentation.prompt import prompt
from cc_session_tui.tui.presentation.tool_view import output
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.wrap import wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.tui.presentation.look import Look

_BOLD: Final = Style(bold=True)
_ITALIC: Final = Style(italic=True)
_MOST_OF_HINT: Final = 300
_MOST_ON_LINE: Final = 60


def said(entry: Text, width: int, look: Look) -> Iterator[Line]:
    """A prompt or a reply: always whole, but for what is too long."""
    shown, more = window(entry.text, width, look.most_lines)
    if entry.is_error:
        yield from (Line(row) for line in lines_of(shown) for row in wrap([Segment(line, look.palette.wrong)], width))
    elif entry.kind is Kind.PROMPT:
        yield from prompt(shown, width, look.palette)
    elif shown:
        yield from markdown(shown, width, look.palette)
    yield from rest(more)
    yield from image_lines(entry.images, look.palette)


def thought(entry: Text, width: int, look: Look) -> Iterator[Line]:
    """Thinking: folded to its beginning; some has no text in the file."""
    palette = look.palette
    slanted = palette.dim + _ITALIC
    if not entry.text.strip():
        reason = one_line(entry.label, 80) or "its text is not in the file"
        yield Line([Segment("  thought", slanted), Segment(f"  {reason}", palette.hint)])
        return
    mark = Segment(f"{UNFOLDED if look.opened else FOLDED} ", palette.dim)
    hint = Segment("" if look.opened else f"  {one_line(entry.text, _MOST_OF_HINT)}", palette.hint)
    yield Line([mark, Segment("thought", slanted), hint])
    if look.opened:
        shown, more = window(entry.text, width - 2, look.most_lines)
        lines = lines_of(shown.strip("\n"))
        yield from indented(Line(row) for line in lines for row in wrap([Segment(line, slanted)], max(width - 2, 2)))
        yield from rest(more)


def notice(entry: Text, width: int, look: Look) -> Iterator[Line]:
    """A command's echo or output, a system line, what a hook said: its label and first line, or all of it."""
    palette = look.palette
    words = palette.wrong if entry.is_error else palette.dim if entry.kind is Kind.COMMAND else palette.faint
    label = Segment(one_line(entry.label, 200) or entry.kind.value, _label_style(entry, look))
    mark = Segment(f"{_mark(entry, look)} ", palette.dim)
    if not is_long(entry) or not look.opened:
        shown = one_line(entry.text[:_MOST_OF_HINT].removeprefix(entry.label))
        yield Line([mark, label, Segment(f"  {shown}" if shown else "", words)])
        return
    yield Line([mark, label])
    yield from output(entry.text.strip("\n"), width, look, words)


def _label_style(entry: Text, look: Look) -> Style:
    if entry.is_error:
        return look.palette.wrong
    is_echo = entry.kind is Kind.COMMAND and entry.label.startswith(("/", "!"))
    return look.palette.person + _BOLD if is_echo else look.palette.dim


def _mark(entry: Text, look: Look) -> str:
    return (UNFOLDED if look.opened else FOLDED) if is_long(entry) else "·"


def is_long(entry: Text) -> bool:
    """Whether a notice does not fit on one line."""
    return "\n" in entry.text.strip() or len(entry.text) > _MOST_ON_LINE
