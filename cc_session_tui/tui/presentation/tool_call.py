"""A tool call: one line, and what stands below when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.images import image_lines, image_words
from cc_session_tui.tui.presentation.lines import FOLDED, UNFOLDED, Line, indented
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tool_view import ToolView, error_facts, is_error
from cc_session_tui.tui.presentation.tools import view_of
from cc_session_tui.tui.presentation.words import WAITS, count_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.wrap import Spans

_BOLD = Style(bold=True)


def tool_call(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    """The lines of CALL; LOOK says whether it is opened."""
    view = view_of(call)
    yield Line(_head(call, view, look), right=_right(call, view, look), kept=_kept(call, view, look))
    if look.opened:
        yield from view.body(call, width, look)
        images = call.result.images if call.result else ()
        yield from indented(image_lines(images, look.palette))


def _head(call: ToolCall, view: ToolView, look: Look) -> Spans:
    palette = look.palette
    name = one_line((view.name(call) if view.name else call.name)[:200])
    style = (palette.wrong if is_error(call) else palette.tool) + _BOLD
    subject = view.subject(call, look)
    return [
        *_glyph(call, view, look),
        Segment(name or "(no name)", style),
        *([Segment(" "), *subject] if subject else []),
    ]


def _glyph(call: ToolCall, view: ToolView, look: Look) -> Spans:
    palette = look.palette
    if words := look.running.get(call.identity):
        return [Segment("◆ ", palette.structure) if words == WAITS else Segment("◐ ", palette.live)]
    if view.glyph is None:
        return [Segment(f"{UNFOLDED if look.opened else FOLDED} ", palette.dim)]
    glyph = view.glyph(call)
    style = {"✓": palette.tool, "✗": palette.wrong}.get(glyph, palette.dim)
    return [Segment(f"{glyph} ", style)]


def _right(call: ToolCall, view: ToolView, look: Look) -> Spans:
    palette = look.palette
    if call.identity in look.running:
        return []
    is_marked = view.glyph is None and call.result is not None
    mark = "" if not is_marked else "✗ " if is_error(call) else "✓ "
    spans = [Segment((mark + " · ".join(_facts(call, view, look))).rstrip(), palette.dim)]
    if call.repeated:
        spans.append(Segment("  repeated id", palette.structure))
    return spans


def _kept(call: ToolCall, view: ToolView, look: Look) -> Spans:
    """How long CALL runs, or that it waits, and what a key does with it."""
    words = "  ".join(filter(None, (look.running.get(call.identity, ""), view.hint)))
    return [Segment(words, look.palette.dim)] if words else []


def _facts(call: ToolCall, view: ToolView, look: Look) -> list[str]:
    if call.result is None:
        return view.facts(call, look) if view.glyph else ["no result"]
    if is_error(call) and view.explains_errors:
        return error_facts(call, look)
    images = call.result.images
    if images and not call.result.text:
        return [image_words(images[0]) if len(images) == 1 else count_words(len(images), "image")]
    return view.facts(call, look)
