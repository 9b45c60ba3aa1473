"""Which records a view shows, in which order, and what it leaves out."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.builder import Builder, Mark
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.core.transcript.layout import FORK, GAP, Item, Layout
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.part import place_of
from cc_session_tui.core.transcript.recent import Recent
from cc_session_tui.core.transcript.views import Settled, View, ViewName

if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping, Sequence

    from cc_session_tui.core.chain.history import Chain
    from cc_session_tui.core.transcript.reading import Reading

TOP: Final = -1
"""Key of `strays` for those before the first record."""
_WHY_BY_TYPE: Final = {"(damaged)": "damaged lines", "(blank)": "blank lines", "progress": "progress"}
_WHY_BY_KIND: Final = {Kind.STATE: "session records", Kind.UNKNOWN: "unknown records"}
_META: Final = int(Flag.META)
_SIDECHAIN: Final = int(Flag.SIDECHAIN)
_TALK: Final = frozenset({Shape.USER, Shape.ASSISTANT, Shape.QUEUED})


@dataclass(frozen=True, slots=True)
class Scene:
    """What a view is made of."""

    reading: Reading
    chain: Chain
    """The conversation to show."""
    context: array[int]
    """Rows that a resume with this chain's leaf sends, in order."""
    sent: bytes
    """By row: 1 where it is in `context`."""
    resumed: bytes
    """By row: 1 where a resume of the session sends it."""
    whole: bool
    """Whether the file's beginning is there; else parents may be missing only because they stand before it."""
    cut: int = -1
    """The row above which nothing changes when the file grows; -1 where all may."""


class Start(NamedTuple):
    """What a view goes on from."""

    row: int
    """The first row to add."""
    mark: Mark
    layout: Layout
    """The entries before it."""
    seen: bytes
    """By row before it: 1 where an entry shows it."""
    hidden: Mapping[str, int]
    """What is left out before it."""
    recent: Recent
    """Entries before it that were looked at."""


def arrange(name: ViewName, detail: int, scene: Scene) -> View:
    """The view NAME in DETAIL of SCENE."""
    return _arranged(name, detail, scene, Start(0, Mark(), Layout(), b"", {}, Recent()))


def rearrange(view: View, scene: Scene, cut: int) -> View:
    """VIEW as it is now that the file has grown to SCENE; before the record in row CUT nothing has changed."""
    settled = view.settled
    if settled is None or settled.row != cut:
        return arrange(view.name, view.detail, scene)
    end = settled.mark.entries
    start = Start(cut, settled.mark, view.layout.before(end), view.seen[:cut], settled.hidden, view.recent.before(end))
    return _arranged(view.name, view.detail, scene, start)


def _arranged(name: ViewName, detail: int, scene: Scene, start: Start) -> View:
    reading, chain, cut = scene.reading, scene.chain, scene.cut
    builder = Builder(reading, detail, _shown(name, scene), (start.mark, start.layout, start.seen))
    if name is ViewName.FILE:
        builder.add_rows(range(start.row, len(reading)), {}, {}, cut)
    elif name is ViewName.CONTEXT:
        builder.add_rows(_from(scene.context, start.row), {}, {}, cut)
    else:
        rows, strays = _from(chain.rows, start.row), _strays(reading, chain, start.row)
        builder.add_rows(rows, _between(scene, start.row), strays, cut)
    seen = bytes(builder.seen)
    settled_rows = max(cut, start.row)
    above = Counter(start.hidden) + _hidden(reading, chain, seen, range(start.row, settled_rows))
    hidden = above + _hidden(reading, chain, seen, range(settled_rows, len(seen)))
    settled = Settled(cut, builder.mark, above) if builder.mark is not None else None
    return View(name, detail, reading, chain, builder.layout, seen, scene.resumed, hidden, settled, start.recent)


def _from(rows: array[int], cut: int) -> array[int]:
    """ROWS from the row CUT on."""
    return rows[place_of(rows, cut) :] if cut else rows


def _shown(name: ViewName, scene: Scene) -> Sequence[int] | None:
    """By row: 1 where the view shows it; None for the file view, where each row stands for itself."""
    if name is ViewName.FILE:
        return None
    return scene.sent if name is ViewName.CONTEXT else scene.chain.shown


def _between(scene: Scene, start: int) -> dict[int, list[Item]]:
    """What stands between records, from the row START on: forks and gaps, by the row that follows."""
    before: dict[int, list[Item]] = defaultdict(list)
    for row, spans in scene.chain.forks.items():
        first = next((span.first for span in spans if span.active), -1)
        if first >= start and (scene.whole or row >= 0):
            before[first].append(Item(row, FORK))
    for row in scene.chain.gaps if scene.whole else ():
        before[row].append(Item(row, GAP))
    return before


def _strays(reading: Reading, chain: Chain, start: int) -> dict[int, list[int]]:
    """Unknown records and damaged lines from row START on that are in no chain, by the row shown before them."""
    index = reading.index
    is_stray = [n.kind in (Kind.UNKNOWN, Kind.DAMAGED) for n in reading.natures]
    strays: dict[int, list[int]] = defaultdict(list)
    if not any(is_stray):
        return strays
    anchor: int | None = TOP
    for row in range(start, len(reading)):
        if chain.shown[row]:
            anchor = row
        elif is_stray[index.kind[row]]:
            if anchor is not None and not index.flags[row] & Flag.BLANK:
                strays[anchor].append(row)
        elif reading.shape(row) in _TALK:
            anchor = None
    return strays


def _hidden(reading: Reading, chain: Chain, seen: bytes, rows: range) -> Counter[str]:
    """How many of ROWS no entry shows, by why."""
    by_kind = [_WHY_BY_TYPE.get(n.type) or _WHY_BY_KIND.get(n.kind) for n in reading.natures]
    part = slice(rows.start, rows.stop)
    count: Counter[str] = Counter()
    for row, kind, is_seen in zip(rows, reading.index.kind[part], seen[part], strict=True):
        if not is_seen:
            count[by_kind[kind] or _why_hidden(reading, chain, row)] += 1
    return count


def _why_hidden(reading: Reading, chain: Chain, row: int) -> str:
    """Why no entry shows a record of a conversation."""
    flags = reading.index.flags[row]
    if chain.shown[row]:
        if reading.is_blank(row):
            return "empty texts"
        return "injected" if flags & _META or reading.shape(row) not in _TALK else "messages"
    if row in reading.index.superseded:
        return "repeated records"
    return "sidechains" if flags & _SIDECHAIN else "other branches"
