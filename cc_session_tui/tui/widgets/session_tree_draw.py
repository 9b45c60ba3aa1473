"""A line of the tree, drawn: mark, title, age."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cc_session_tui.core.store.models import SessionState
from cc_session_tui.tui.presentation.grounds import on_selected
from cc_session_tui.tui.presentation.words import size_words
from cc_session_tui.tui.widgets.session_tree_filter import spans
from cc_session_tui.tui.widgets.session_tree_live import live_parts, mark_of, state_words, subagent_parts
from cc_session_tui.tui.widgets.session_tree_look import Parts
from cc_session_tui.tui.widgets.session_tree_names import note_of, shown_path, title_of
from cc_session_tui.tui.widgets.session_tree_rows import RowKind
from cc_session_tui.tui.widgets.session_tree_running import ClientState, client_of, most_urgent, state_of
from cc_session_tui.tui.widgets.session_tree_sort import Order, age, created, last_active

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cc_session_tui.core.store.models import Project, Session
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.widgets.session_tree_look import Styled, TreeLook
    from cc_session_tui.tui.widgets.session_tree_rows import Row

_BOLD = Style(bold=True)
_ITALIC = Style(italic=True)


def draw_row(row: Row, look: TreeLook, *, selected: bool, focused: bool) -> Strip:
    """ROW in LOOK.width cells; the selected one has a ground, and is bold where the tree is FOCUSED."""
    parts = _parts(row, look)
    if parts is None:
        return Strip.blank(look.width)
    if selected and focused:
        parts = parts._replace(text=[(text, style + _BOLD) for text, style in parts.text])
    strip = _compose(parts, look)
    return on_selected(strip, look.palette) if selected else strip


def _parts(row: Row, look: TreeLook) -> Parts | None:
    if row.subagent is not None:
        return subagent_parts(row.subagent, row.depth, look)
    if row.session is not None:
        is_live = row.kind is RowKind.LIVE
        return live_parts(row.session, look) if is_live else _session_parts(row, row.session, look)
    return _project_parts(row, row.project, look) if row.project is not None else None


def _project_parts(row: Row, project: Project, look: TreeLook) -> Parts:
    palette, note = look.palette, note_of(project)
    return Parts(
        head=[(" ▾ " if row.unfolded else " ▸ ", palette.dim)],
        text=[(shown_path(project.path, look.home), palette.strong if row.unfolded else palette.text)],
        note=[*([(f" {note}", palette.structure + _ITALIC)] if note else []), *_inside(row, project, look)],
        right=(str(row.below), palette.dim),
        is_path=True,
    )


def _inside(row: Row, project: Project, look: TreeLook) -> list[Styled]:
    """The mark of what runs in a folded PROJECT."""
    client = most_urgent(project.sessions, look.lives) if not row.unfolded else None
    return [(" ", look.palette.dim), mark_of(client, look)] if client is not None else []


def _session_parts(row: Row, session: Session, look: TreeLook) -> Parts:
    palette = look.palette
    return Parts(
        head=[("   ", palette.dim), _mark(session, look), (" ", palette.dim)],
        text=[(title_of(session), palette.text if session.meta.title else palette.dim)],
        note=_beside(row, palette),
        right=_right(session, look),
    )


def _beside(row: Row, palette: Palette) -> list[Styled]:
    """What stands after the title of a session: the beginning of its id where it needs one, how much is folded."""
    short_id = [(f" {row.short_id}", palette.dim)] if row.short_id else []
    return [*short_id, *([(f" +{row.below}", palette.faint)] if row.unfolded is False else [])]


def _mark(session: Session, look: TreeLook) -> Styled:
    """What is the matter with SESSION: it waits for the user, is edited, runs, is damaged, cannot be read."""
    palette, name, client = look.palette, session.file.name, client_of(session, look.lives)
    if name in look.edited and (client is None or state_of(client) is not ClientState.WAITING):
        return "✎", palette.structure
    if client is not None:
        return mark_of(client, look)
    if name in look.broken or session.meta.damaged_lines > 0 or session.meta.state is SessionState.UNREADABLE:
        return "!", palette.wrong
    return " ", palette.dim


def _right(session: Session, look: TreeLook) -> Styled:
    """What stands at the right: what the tree is sorted by, or what the client does."""
    dim = look.palette.dim
    if look.order is Order.SIZE:
        return size_words(session.file.size), dim
    if look.order is Order.CREATED:
        return age(created(session), look.now), dim
    client = client_of(session, look.lives)
    return state_words(client, look) if client is not None else (age(last_active(session), look.now), dim)


def _compose(parts: Parts, look: TreeLook) -> Strip:
    """PARTS in one line; the text is cut where there is no room."""
    query = look.query if parts.is_searched else ()
    text = Strip([segment for part in parts.text for segment in _highlighted(*part, query, look.palette)])
    room = _room(parts, look)
    text = _cut(parts, text, max(0, room - _width(parts.note)))
    body = Strip([*text, *(Segment(*part) for part in parts.note)]).adjust_cell_length(room)
    segments = [*(Segment(*part) for part in parts.head), *body, Segment(" "), Segment(*parts.right), Segment(" ")]
    return Strip(segments).adjust_cell_length(look.width)


def _room(parts: Parts, look: TreeLook) -> int:
    """How many cells there are for text and note."""
    return max(0, look.width - _width(parts.head) - _width([parts.right]) - 2)


def _width(parts: Iterable[Styled]) -> int:
    return sum(cell_len(text) for text, _ in parts)


def _cut(parts: Parts, strip: Strip, room: int) -> Strip:
    """STRIP, the text of PARTS, in ROOM cells."""
    if strip.cell_length <= room:
        return strip
    ellipsis = Segment("…" if room else "", parts.text[-1][1])
    left = max(0, room - 1)
    if parts.is_path:
        end = strip.text[len(strip.text) - left :].find("/") if strip.text.isascii() else -1
        return Strip([ellipsis, *strip.crop(strip.cell_length - left + max(end, 0), strip.cell_length)])
    return Strip([*strip.crop(0, left), ellipsis])


def _highlighted(text: str, style: Style, query: Sequence[str], palette: Palette) -> list[Segment]:
    """TEXT with what QUERY matches highlighted."""
    segments: list[Segment] = []
    at = 0
    for start, end in spans(query, text):
        segments += [Segment(text[at:start], style), Segment(text[start:end], style + palette.find)]
        at = end
    return [*segments, Segment(text[at:], style)]
