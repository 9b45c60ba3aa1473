"""What an edit changed: rows with a sign and a line number, from the client's patch, or compared here."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.segment import Segment

from cc_session_tui.tui.presentation.fields import field, items, text, whole
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line, rest
from cc_session_tui.tui.presentation.plain import count_lines, visible
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.wrap import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.style import Style

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.tui.presentation.palette import Palette

_CONTEXT: Final = 3
_MOST_COMPARED: Final = 1000
"""Lines of both sides together."""
_MOST_OF_ROW: Final = 50
"""Lines that one row may take."""
_LEAST_DIGITS: Final = 3


class Row(NamedTuple):
    """One line of a diff."""

    sign: str
    """`+`, `-`, a blank for context, `⋯` between two hunks."""
    number: int
    """Line number, of the new file but for removed lines; 0 where unknown."""
    text: str


_GAP: Final = Row("⋯", 0, "")
"""Stands between two places of a file."""


class Change(NamedTuple):
    """What an edit did to a file."""

    rows: list[Row]
    added: int = 0
    removed: int = 0
    more: int = 0
    """Rows that are not among `rows`, because there are too many."""


def patched(patch: JSON) -> Change:
    """The change that a `structuredPatch` describes (clients 2.0 and later); without rows where it is no patch."""
    rows: list[Row] = []
    for hunk in items(patch):
        if rows:
            rows.append(_GAP)
        old, new = whole(hunk, "oldStart") or 0, whole(hunk, "newStart") or 0
        for line in items(field(hunk, "lines")):
            if isinstance(line, str) and line:
                rows.append(Row(line[0] if line[0] in "+-" else " ", old if line[0] == "-" else new, line[1:]))
                old, new = old + (line[0] in " -"), new + (line[0] in " +")
    return _counted(rows)


def compared(before: str, after: str, original: str, most: int) -> Change:
    """The change from BEFORE to AFTER; numbered where BEFORE is found in ORIGINAL, the whole file.

    Long texts are not compared: all of BEFORE goes, all of AFTER comes, and at most MOST rows of each are made.
    """
    place = original.find(before) if original and before else -1
    start = original.count("\n", 0, place) + 1 if place >= 0 else 0
    removed, added = count_lines(before), count_lines(after)
    if removed + added <= _MOST_COMPARED and removed and added:
        return _counted(_compared(_split(before, removed), _split(after, added), start))
    rows = [*_all("-", _split(before, most), start), *_all("+", _split(after, most), start)]
    return Change(rows, added, removed, removed + added - len(rows))


def created(content: str, most: int) -> Change:
    """The change that makes a file."""
    rows = _all("+", _split(content, most), 1)
    return Change(rows, count_lines(content), 0, count_lines(content) - len(rows))


def edited(edits: JSON, original: str, most: int) -> Change:
    """Several changes of `old_string` to `new_string`, one after the other."""
    changes = [compared(text(edit, "old_string"), text(edit, "new_string"), original, most) for edit in items(edits)]
    rows = [row for change in changes for row in (_GAP, *change.rows)][1:]
    sums = (sum(numbers) for numbers in zip(*((c.added, c.removed, c.more) for c in changes), strict=True))
    return Change(rows, *sums)


def change_words(change: Change) -> str:
    """How many lines were added and removed."""
    added, removed = f"+{change.added:,}", f"\N{MINUS SIGN}{change.removed:,}"
    return " ".join(filter(None, (added * bool(change.added), removed * bool(change.removed)))) or "no change"


def change_lines(change: Change, width: int, most: int, palette: Palette) -> Iterator[Line]:
    """The first MOST rows of CHANGE as lines with numbers, folded to WIDTH cells."""
    rows = change.rows[:most]
    digits = max(_LEAST_DIGITS, len(str(max((row.number for row in rows), default=0))))
    for row in rows:
        yield from _row_lines(row, digits, width, palette)
    yield from rest(change.more + len(change.rows) - len(rows))


def _counted(rows: list[Row]) -> Change:
    signs = Counter(row.sign for row in rows)
    return Change(rows, signs["+"], signs["-"])


def _compared(old: list[str], new: list[str], start: int) -> list[Row]:
    rows: list[Row] = []
    for group in SequenceMatcher(None, old, new).get_grouped_opcodes(_CONTEXT):
        if rows:
            rows.append(_GAP)
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                rows += _all(" ", new[new_from:new_to], start and start + new_from)
                continue
            rows += _all("-", old[old_from:old_to], start and start + old_from)
            rows += _all("+", new[new_from:new_to], start and start + new_from)
    return rows


def _row_lines(row: Row, digits: int, width: int, palette: Palette) -> Iterator[Line]:
    indent = Segment(" " * BODY_INDENT)
    number = str(row.number or "").rjust(digits)
    if row is _GAP:
        yield Line([indent, Segment("⋯".rjust(digits), palette.faint)])
        return
    fill, ink = _styles(row.sign, palette)
    shown, more = window(row.text, width, _MOST_OF_ROW)
    for piece in fold([Segment(visible(shown).expandtabs(4), ink)], max(width - BODY_INDENT - digits - 3, 2)):
        cells = [Segment(number, fill or palette.faint), Segment(f" {row.sign} ", fill or palette.dim), *piece]
        yield Line([indent], cells, fill) if fill else Line([indent, *cells])
        number = " " * digits
    yield from rest(more)


def _styles(sign: str, palette: Palette) -> tuple[Style | None, Style]:
    if sign == "+":
        return palette.added, palette.added
    return (palette.removed, palette.removed) if sign == "-" else (None, palette.dim)


def _split(content: str, most: int) -> list[str]:
    """The first MOST lines of CONTENT."""
    return content.removesuffix("\n").split("\n", most)[:most] if content else []


def _all(sign: str, lines: Sequence[str], start: int) -> list[Row]:
    return [Row(sign, start + number if start else 0, line) for number, line in enumerate(lines)]
