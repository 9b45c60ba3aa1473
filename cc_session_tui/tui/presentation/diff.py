"""What an edit changed: rows with a sign and a line number, from the client's patch, or compared here."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import field, items, text, whole
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line
from cc_session_tui.tui.presentation.plain import lines_of
from cc_session_tui.tui.presentation.wrap import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.style import Style

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.tui.presentation.palette import Palette

_CONTEXT: Final = 3
_MOST_COMPARED: Final = 2000
_LEAST_DIGITS: Final = 3


class Row(NamedTuple):
    """One line of a diff."""

    sign: str
    """`+`, `-`, a blank for context, `⋯` between two hunks."""
    number: int
    """Line number, of the new file but for removed lines; 0 where unknown."""
    text: str


def patch_rows(patch: JSON) -> list[Row]:
    """The rows of a `structuredPatch` (clients 2.0 and later); none where it is no patch."""
    rows: list[Row] = []
    for hunk in items(patch):
        if rows:
            rows.append(Row("⋯", 0, ""))
        old, new = whole(hunk, "oldStart") or 0, whole(hunk, "newStart") or 0
        for line in items(field(hunk, "lines")):
            if isinstance(line, str) and line:
                rows.append(Row(line[0] if line[0] in "+-" else " ", old if line[0] == "-" else new, line[1:]))
                old, new = old + (line[0] in " -"), new + (line[0] in " +")
    return rows


@lru_cache(maxsize=8)
def compared_rows(before: str, after: str, original: str = "") -> list[Row]:
    """The rows that lead from BEFORE to AFTER; numbered where BEFORE is found in ORIGINAL, the whole file."""
    place = original.find(before) if original and before else -1
    start = original.count("\n", 0, place) + 1 if place >= 0 else 0
    old, new = _split(before), _split(after)
    if len(old) + len(new) > _MOST_COMPARED or not old or not new:
        return [*_all("-", old, start), *_all("+", new, start)]
    rows: list[Row] = []
    for group in SequenceMatcher(None, old, new, autojunk=True).get_grouped_opcodes(_CONTEXT):
        if rows:
            rows.append(Row("⋯", 0, ""))
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                rows += _all(" ", new[new_from:new_to], start and start + new_from)
                continue
            rows += _all("-", old[old_from:old_to], start and start + old_from)
            rows += _all("+", new[new_from:new_to], start and start + new_from)
    return rows


def added_rows(content: str) -> list[Row]:
    """The rows of a new file."""
    return _all("+", _split(content), 1)


def edited_rows(edits: JSON, original: str = "") -> list[Row]:
    """The rows of several `old_string` and `new_string`, one after the other."""
    rows: list[Row] = []
    for edit in items(edits):
        if rows:
            rows.append(Row("⋯", 0, ""))
        rows += compared_rows(text(edit, "old_string"), text(edit, "new_string"), original)
    return rows


def change_words(rows: Sequence[Row]) -> str:
    """How many lines were added and removed."""
    added, removed = (sum(row.sign == sign for row in rows) for sign in "+-")
    return (
        " ".join(words for words in (f"+{added}" * bool(added), f"\N{MINUS SIGN}{removed}" * bool(removed)) if words)
        or "no change"
    )


def diff_lines(rows: Sequence[Row], width: int, palette: Palette) -> Iterator[Line]:
    """ROWS as lines with numbers, folded to WIDTH cells."""
    digits = max(_LEAST_DIGITS, len(str(max((row.number for row in rows), default=0))))
    for row in rows:
        yield from _row_lines(row, digits, width, palette)


def _row_lines(row: Row, digits: int, width: int, palette: Palette) -> Iterator[Line]:
    indent = Segment(" " * BODY_INDENT)
    number = str(row.number or "").rjust(digits)
    if row.sign == "⋯":
        yield Line([indent, Segment("⋯".rjust(digits), palette.faint)])
        return
    fill, ink = _styles(row.sign, palette)
    shown = lines_of(row.text.removesuffix("\r")) if row.sign == " " else lines_of(row.text)
    for piece in fold([Segment(" ".join(shown), ink)], max(width - BODY_INDENT - digits - 3, 2)):
        cells = [Segment(number, fill or palette.faint), Segment(f" {row.sign} ", fill or palette.dim), *piece]
        yield Line([indent], cells, fill) if fill else Line([indent, *cells])
        number = " " * digits


def _styles(sign: str, palette: Palette) -> tuple[Style | None, Style]:
    if sign == "+":
        return palette.added, palette.added
    return (palette.removed, palette.removed) if sign == "-" else (None, palette.dim)


def _split(content: str) -> list[str]:
    return content.removesuffix("\n").split("\n") if content else []


def _all(sign: str, lines: Sequence[str], start: int) -> list[Row]:
    return [Row(sign, start + number if start else 0, line) for number, line in enumerate(lines)]
