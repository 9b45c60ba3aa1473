"""A record as highlighted JSON, line by line, with big strings cut until they are asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rich.segment import Segment

from cc_session_tui.tui.presentation.plain import visible
from cc_session_tui.tui.presentation.words import size_words
from cc_session_tui.tui.presentation.wrap import Spans, fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.tui.presentation.palette import Palette

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in the record: keys and list positions from the top."""

MOST_OF_STRING: Final = 400
"""Characters of a string that are shown while it is not opened."""


class JsonLine(NamedTuple):
    """One line of the view."""

    spans: Spans
    path: Path
    """Of the value that the line shows, or begins or ends."""
    is_cut: bool = False
    """Whether the value is a string of which only the beginning is shown; add `path` to `opened` to show it all."""


class _Item(NamedTuple):
    """Something still to be written: a value with what stands before and after it, or (no value) a closing bracket."""

    value: JSON
    path: Path
    depth: int
    before: Spans
    after: str
    closing: str = ""


def json_lines(value: JSON, width: int, palette: Palette, opened: Collection[Path] = ()) -> Iterator[JsonLine]:
    """VALUE as JSON, indented and folded to WIDTH cells; made as it is asked for, so take no more than is shown.

    Args:
        value: Any JSON value; a record, mostly.
        width: Cells of a line.
        palette: The colours.
        opened: Paths of the big strings that are to be shown whole.
    """
    waiting = [_Item(value, (), 0, [], "")]
    while waiting:
        item = waiting.pop()
        is_open = isinstance(item.value, dict | list) and item.value and not item.closing
        spans, is_cut = _opening(item, palette) if is_open else _leaf(item, palette, item.path in opened)
        indent = Segment(" " * min(2 * item.depth, width // 2))
        for row in fold([*item.before, *spans], max(width - len(indent.text), 2)):
            yield JsonLine([indent, *row], item.path, is_cut)
        if is_open:
            waiting += reversed(_inside(item, palette))


def _opening(item: _Item, palette: Palette) -> tuple[Spans, bool]:
    return [Segment("{" if isinstance(item.value, dict) else "[", palette.dim)], False


def _inside(item: _Item, palette: Palette) -> list[_Item]:
    """What stands between the brackets of an object or an array, and the closing one."""
    inside: list[_Item] = []
    if isinstance(item.value, dict):
        last = len(item.value) - 1
        for number, (key, value) in enumerate(item.value.items()):
            before = [Segment(_quoted(key[:MOST_OF_STRING]), palette.person), Segment(": ", palette.dim)]
            inside.append(_Item(value, (*item.path, key), item.depth + 1, before, "," if number < last else ""))
    elif isinstance(item.value, list):
        last = len(item.value) - 1
        for number, value in enumerate(item.value):
            inside.append(_Item(value, (*item.path, number), item.depth + 1, [], "," if number < last else ""))
    closing = "}" if isinstance(item.value, dict) else "]"
    return [*inside, _Item(None, item.path, item.depth, [], item.after, closing)]


def _leaf(item: _Item, palette: Palette, opened: bool) -> tuple[Spans, bool]:
    if item.closing:
        return [Segment(item.closing + item.after, palette.dim)], False
    after = [Segment(item.after, palette.dim)] if item.after else []
    value = item.value
    if not isinstance(value, str):
        return [Segment(json.dumps(value), palette.structure), *after], False
    if opened or len(value) <= MOST_OF_STRING:
        return [Segment(_quoted(value), palette.tool), *after], False
    rest = size_words(len(value.encode("utf-8", "surrogatepass")))
    return [
        Segment(_quoted(value[:MOST_OF_STRING])[:-1], palette.tool),
        Segment(f"… {rest}", palette.dim),
        *after,
    ], True


def _quoted(text: str) -> str:
    return visible(json.dumps(text, ensure_ascii=False))
