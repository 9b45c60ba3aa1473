"""What a save changes in the file: lines dropped, changed, added; every other one stays byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.format.numbering import line_numbers
from cc_session_tui.tui.screens.edit_marks import new_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index


class Touched(NamedTuple):
    """A line that is dropped, changed or added."""

    line: int
    """Its number: in the old file, of an added one in the new."""
    words: str
    """Its kind, or what of it changes."""


class Lines(NamedTuple):
    """What becomes of the lines of a file."""

    dropped: tuple[Touched, ...]
    changed: tuple[Touched, ...]
    added: tuple[Touched, ...]
    before: int
    """Lines of the file as it is."""
    after: int

    @property
    def untouched(self) -> int:
        """Lines that stay byte for byte."""
        return self.before - len(self.dropped) - len(self.changed)


def lines_of(base: Draft, after: Draft) -> Lines:
    """What a save of AFTER makes of the file of BASE. A row counts as a line."""
    old, new = base.index, after.index
    numbers = line_numbers(old), line_numbers(new)
    left = _left(old, after)
    changed, added = [], []
    for row in new_rows(after):
        uuid = new.uuid_of(row)
        was = old.rows.get(uuid, -1) if uuid is not None else _like(old, left, new.kind_of(row))
        if was in left:
            left.remove(was)
            changed.append(Touched(numbers[0][was], _difference(old, was, new, row)))
        else:
            added.append(Touched(numbers[1][row], new.kind_of(row)))
    dropped = tuple(Touched(numbers[0][row], old.kind_of(row)) for row in sorted(left))
    return Lines(dropped, tuple(sorted(changed)), tuple(added), len(old), len(new))


def _left(old: Index, after: Draft) -> set[int]:
    """Rows of OLD, the file as it is, of which AFTER does not have all bytes."""
    kept = _ranges(after)
    left: set[int] = set()
    start, end = next(kept, (0, 0))
    for row in range(len(old)):
        while end and end <= old.offset[row]:
            start, end = next(kept, (0, 0))
        if not start <= old.offset[row] <= old.offset[row] + old.length[row] <= end:
            left.add(row)
    return left


def _ranges(draft: Draft) -> Iterator[tuple[int, int]]:
    """What DRAFT has of its file: from, to; pieces that meet are one."""
    start = end = -1
    for part in draft.parts:
        if isinstance(part, bytes):
            continue
        if part[0] != end:
            if end > start:
                yield start, end
            start = part[0]
        end = part[0] + part[1]
    if end > start:
        yield start, end


def _like(old: Index, left: set[int], kind: str) -> int:
    """The first row LEFT of OLD that is of KIND and has no uuid; -1 where there is none."""
    return next((row for row in sorted(left) if old.kind_of(row) == kind and old.uuid_of(row) is None), -1)


def _difference(old: Index, was: int, new: Index, row: int) -> str:
    """Which fields of a record change."""
    before, after = old.record(was) or {}, new.record(row) or {}
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return ", ".join("content" if name == "message" else name for name in names) or "bytes"
