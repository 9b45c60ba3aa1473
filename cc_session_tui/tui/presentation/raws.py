"""Records of a kind that nothing here knows, and bytes that are no record: shown as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.core.transcript.entries import Kind, Raw
from cc_session_tui.tui.presentation.json_view import json_lines
from cc_session_tui.tui.presentation.lines import Line, indented
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tool_view import output
from cc_session_tui.tui.presentation.words import size_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.tui.presentation.look import Look

_MOST_OF_HINT: Final = 300


def raw(entry: Raw, width: int, look: Look) -> Iterator[Line]:
    """The lines of ENTRY; LOOK says whether it is opened."""
    if entry.kind is Kind.DAMAGED:
        return _damaged(entry, width, look)
    return _unknown(entry, width, look)


def _unknown(entry: Raw, width: int, look: Look) -> Iterator[Line]:
    palette = look.palette
    label = one_line(entry.label, 200) or "?"
    facts = "" if entry.resumed else "not resumed"
    hint = "" if look.opened else "  unknown record, kept as it is"
    yield Line(
        [Segment("? ", palette.dim), Segment(label, palette.dim), Segment(hint, palette.hint)],
        right=[Segment(facts, palette.dim)],
    )
    if not look.opened:
        return
    if entry.record is None:
        yield from output(_decoded(entry.data), width, look)
        return
    for line in json_lines(entry.record, max(width - 2, 4), palette):
        yield from indented([Line(line.spans)])


def _damaged(entry: Raw, width: int, look: Look) -> Iterator[Line]:
    palette = look.palette
    label = one_line(entry.label, 200) or "damaged line"
    hint = "" if look.opened else f"  {one_line(_decoded(entry.data[:_MOST_OF_HINT]))}"
    yield Line(
        [Segment("! ", palette.wrong), Segment(label, palette.wrong), Segment(hint, palette.hint)],
        right=[Segment(size_words(entry.size or len(entry.data)), palette.dim)],
    )
    if look.opened:
        yield from output(_decoded(entry.data), width, look, palette.wrong)


def _decoded(data: bytes) -> str:
    r"""DATA as text, with what is no UTF-8 as `\xff`."""
    return data.decode("utf-8", "backslashreplace")
