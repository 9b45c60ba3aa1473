"""Where the tree's cursor and its lines go when its lines are others than before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.tui.widgets.session_tree_rows import RowKind

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cc_session_tui.core.store.models import Project
    from cc_session_tui.tui.widgets.session_tree_rows import Row

_NO_PLACE: Final = frozenset({RowKind.GAP, RowKind.LIVE})


def find(rows: Sequence[Row], identity: Hashable) -> int:
    """Number of the line of IDENTITY (see `Row.identity`); -1 where there is none."""
    return next((at for at, row in enumerate(rows) if row.identity == identity), -1)


def first_session(rows: Sequence[Row]) -> int:
    """Number of the first line with a session; -1 where there is none."""
    return next((at for at, row in enumerate(rows) if row.kind is RowKind.SESSION), -1)


def nearest(rows: Sequence[Row], at: int, step: int = 1) -> int:
    """The line at AT, or the next in direction STEP, or else the other, that can be selected; -1 where none can."""
    for direction in (step, -step):
        place = at
        while 0 <= place < len(rows):
            if rows[place].kind not in _NO_PLACE:
                return place
            place += direction
    return -1


def selectable(rows: Sequence[Row], at: int) -> int:
    """What a click on line AT selects: it, or the session that it tells of; -1: nothing."""
    if not 0 <= at < len(rows) or rows[at].kind is RowKind.GAP:
        return -1
    return at - 1 if rows[at].kind is RowKind.LIVE else at


def place_of(rows: Sequence[Row], before: Row | None, cursor: int, *, searching: bool) -> int:
    """Where the cursor goes that was on the line BEFORE, number CURSOR.

    To it, its session, its project; while SEARCHING, or where nothing was selected, to the first session.
    """
    if before is None:
        return max(first_session(rows), nearest(rows, 0))
    names = [before.identity]
    if searching:
        names.append(rows[first_session(rows)].identity if rows else None)
    else:
        names += [before.session and before.session.file.name, before.project and before.project.path]
    places = (find(rows, name) for name in names if name is not None)
    return next((place for place in places if place >= 0), nearest(rows, min(cursor, len(rows) - 1)))


class Sight(NamedTuple):
    """What is in sight: lines, from the one at the top."""

    rows: Sequence[Row]
    top: int
    height: int
    cursor: int

    @property
    def cursor_line(self) -> int | None:
        """The line of the screen that the cursor is on; None where it is out of sight."""
        line = self.cursor - self.top
        return line if self.cursor >= 0 and 0 <= line < self.height else None

    def top_of(self, rows: Sequence[Row], cursor: int) -> int:
        """Which of ROWS is to be at the top, so that what is in sight stays where it is.

        The cursor, now at CURSOR, stays on its line; where it is out of sight, the first line that is still there does.
        """
        if self.cursor_line is not None:
            return cursor - self.cursor_line
        places = {row.identity: at for at, row in enumerate(rows) if row.kind is not RowKind.GAP}
        shown = enumerate(self.rows[self.top : self.top + self.height])
        tops = (places[row.identity] - line for line, row in shown if row.identity in places)
        return next(tops, self.top)


def is_rearranged(before: Sequence[Row], now: Sequence[Row]) -> bool:
    """Whether NOW has other lines than BEFORE, or the same in another order."""
    return [(row.kind, row.identity) for row in before] != [(row.kind, row.identity) for row in now]


def is_drawn_alike(one: Row | None, other: Row | None) -> bool:
    """Whether lines ONE and OTHER look the same, as far as the rows tell."""
    if one is None or other is None:
        return one is other
    if one[:1] + one[4:] != other[:1] + other[4:] or one.subagent != other.subagent or one.session != other.session:
        return False
    return one.session is not None or _project_line(one.project) == _project_line(other.project)


def _project_line(project: Project | None) -> object:
    """What is drawn of PROJECT; while it is folded, also of what runs in it."""
    if project is None:
        return None
    running = [session.running for session in project.sessions if session.running is not None]
    return project.path, project.is_path, project.exists, project.note, running


def with_news(before: Sequence[Row], now: Sequence[Row]) -> tuple[Row, ...]:
    """The lines of BEFORE, in their places, with what NOW tells of them."""
    news = {row.identity: row for row in now if row.kind is not RowKind.GAP}
    return tuple(news.get(row.identity, row) for row in before)
