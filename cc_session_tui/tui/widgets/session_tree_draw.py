"""A line of the tree, drawn: mark, title, age."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cc_session_tui.core.store.models import SessionState
from cc_session_tui.tui.presentation.grounds import on_selected
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import size_words
from cc_session_tui.tui.widgets.session_tree_filter import spans
from cc_session_tui.tui.widgets.session_tree_names import note_of, shown_path, subagent_title, title_of
from cc_session_tui.tui.widgets.session_tree_sort import Order, age, created, last_active

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cc_session_tui.core.store.models import Project, Session, Subagent
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.widgets.session_tree_rows import Row

_BOLD = Style(bold=True)
_ITALIC = Style(italic=True)
_STATUS_CELLS = 8
_DEEPEST = 4


class TreeLook(NamedTuple):
    """What all lines have in common."""

    palette: Palette
    width: int
    now: float
    """Seconds since 1970."""
    home: str = ""
    """The home folder, shown as `~`."""
    query: tuple[str, ...] = ()
    """The words of the filter, highlighted."""
    order: Order = Order.ACTIVE
    edited: frozenset[str] = frozenset()
    """Names of the files that have edits which are not saved."""
    broken: frozenset[str] = frozenset()
    """Names of the files that were looked at, and lose something to a resume."""


def draw_row(row: Row, look: TreeLook, *, selected: bool, focused: bool) -> Strip:
    """ROW in LOOK.width cells; the selected one has a ground, and is bold where the tree is FOCUSED."""
    parts = _parts(row, look)
    if parts is None:
        return Strip.blank(look.width)
    if selected and focused:
        text, style = parts.text
        parts = parts._replace(text=(text, style + _BOLD))
    strip = _compose(parts, look)
    return on_selected(strip, look.palette) if selected else strip


_Styled = tuple[str, Style]


class _Parts(NamedTuple):
    """What a line is composed of."""

    head: Sequence[_Styled]
    text: _Styled
    """Cut where there is no room, a path on its left: its end tells more."""
    note: Sequence[_Styled]
    """Stands after the text."""
    right: _Styled
    """Stands at the right edge."""
    is_path: bool = False


def _parts(row: Row, look: TreeLook) -> _Parts | None:
    if row.subagent is not None:
        return _subagent_parts(row.subagent, row.depth, look)
    if row.session is not None:
        return _session_parts(row, row.session, look)
    return _project_parts(row, row.project, look) if row.project is not None else None


def _project_parts(row: Row, project: Project, look: TreeLook) -> _Parts:
    palette, note = look.palette, note_of(project)
    return _Parts(
        head=[(" ▾ " if row.unfolded else " ▸ ", palette.dim)],
        text=(shown_path(project.path, look.home), palette.strong if row.unfolded else palette.text),
        note=[(f" {note}", palette.structure + _ITALIC)] if note else [],
        right=(str(row.below), palette.dim),
        is_path=True,
    )


def _session_parts(row: Row, session: Session, look: TreeLook) -> _Parts:
    palette = look.palette
    return _Parts(
        head=[("   ", palette.dim), _mark(session, look), (" ", palette.dim)],
        text=(title_of(session), palette.text if session.meta.title else palette.dim),
        note=[(f" +{row.below}", palette.faint)] if row.unfolded is False else [],
        right=_right(session, look),
    )


def _subagent_parts(subagent: Subagent, depth: int, look: TreeLook) -> _Parts:
    palette = look.palette
    return _Parts(
        head=[(" " * (5 + 2 * min(depth, _DEEPEST)) + "↳ ", palette.faint)],
        text=(subagent_title(subagent), palette.dim),
        note=[],
        right=(age(subagent.file.mtime_ns / 1e9, look.now), palette.dim),
    )


def _mark(session: Session, look: TreeLook) -> _Styled:
    """What is the matter with SESSION: it is edited, it runs, it is damaged, it cannot be read."""
    palette, name = look.palette, session.file.name
    if name in look.edited:
        return "✎", palette.structure
    if session.running is not None:
        return ("●" if session.running.status == "busy" else "○"), palette.live
    if name in look.broken or session.meta.damaged_lines > 0 or session.meta.state is SessionState.UNREADABLE:
        return "!", palette.wrong
    return " ", palette.dim


def _right(session: Session, look: TreeLook) -> _Styled:
    """What stands at the right: the client's state, or what the tree is sorted by."""
    palette = look.palette
    if look.order is Order.SIZE:
        return size_words(session.file.size), palette.dim
    if look.order is Order.CREATED:
        return age(created(session), look.now), palette.dim
    if session.running is None:
        return age(last_active(session), look.now), palette.dim
    status = one_line(session.running.status)[:_STATUS_CELLS]
    return status, palette.live if status == "busy" else palette.dim


def _compose(parts: _Parts, look: TreeLook) -> Strip:
    """PARTS in one line; the text is cut where there is no room."""
    room = max(0, look.width - _width(parts.head) - _width([parts.right]) - 2)
    text = _cut(parts, Strip(_highlighted(*parts.text, look)), max(0, room - _width(parts.note)))
    body = Strip([*text, *(Segment(*part) for part in parts.note)]).adjust_cell_length(room)
    segments = [*(Segment(*part) for part in parts.head), *body, Segment(" "), Segment(*parts.right), Segment(" ")]
    return Strip(segments).adjust_cell_length(look.width)


def _width(parts: Iterable[_Styled]) -> int:
    return sum(cell_len(text) for text, _ in parts)


def _cut(parts: _Parts, strip: Strip, room: int) -> Strip:
    """STRIP, the text of PARTS, in ROOM cells."""
    if strip.cell_length <= room:
        return strip
    ellipsis = Segment("…" if room else "", parts.text[1])
    left = max(0, room - 1)
    if parts.is_path:
        end = strip.text[len(strip.text) - left :].find("/") if strip.text.isascii() else -1
        return Strip([ellipsis, *strip.crop(strip.cell_length - left + max(end, 0), strip.cell_length)])
    return Strip([*strip.crop(0, left), ellipsis])


def _highlighted(text: str, style: Style, look: TreeLook) -> list[Segment]:
    """TEXT with what the filter matches highlighted."""
    segments: list[Segment] = []
    at = 0
    for start, end in spans(look.query, text):
        segments += [Segment(text[at:start], style), Segment(text[start:end], style + look.palette.find)]
        at = end
    return [*segments, Segment(text[at:], style)]
