"""Which records a view shows, in which order, and what it leaves out."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.builder import Builder
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.core.transcript.layout import FORK, GAP, Item, Layout
from cc_session_tui.core.transcript.natures import Shape
from cc_session_tui.core.transcript.part import place_of
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
    resumed: bytes
    """By row: 1 where a resume of the session sends it."""
    whole: bool
    """Whether the file's beginning is there; else parents may be missing only because they stand before it."""
    prompt: int = -1
    """The row above which nothing changes when the file grows; -1 where all may."""


def arrange(name: ViewName, detail: int, scene: Scene) -> View:
    """The view NAME in DETAIL of SCENE."""
    return _arranged(name, detail, scene, Start(0, Layout(), b"", {}))


def rearrange(view: View, scene: Scene, cut: int) -> View:
    """VIEW as it is now that the file has grown to SCENE; up to the prompt in row CUT nothing has changed."""
    position = view.layout.position_of(Item(cut, 0))
    settled = view.settled
    shown = _shown(view.name, scene)
    is_shown = position >= 0 and view.layout.first(position) == Item(cut, 0) and (shown is None or shown[cut])
    if settled.row != cut or not is_shown:
        return arrange(view.name, view.detail, scene)
    start = Start(cut, view.layout.before(position), view.seen[:cut], settled.hidden)
    return _arranged(view.name, view.detail, scene, start)


class Start(NamedTuple):
    """What a view goes on from."""

    row: int
    """The first row to add."""
    layout: Layout
    """The entries before it."""
    seen: bytes
    """By row before it: 1 where an entry shows it."""
    hidden: Mapping[str, int]
    """What is left out before it."""


def _arranged(name: ViewName, detail: int, scene: Scene, start: Start) -> View:
    reading, chain = scene.reading, scene.chain
    builder = Builder(reading, detail, _shown(name, scene), start.layout, start.seen)
    if name is ViewName.FILE:
        builder.add_rows(range(start.row, len(reading)), {}, {})
    elif name is ViewName.CONTEXT:
        builder.add_rows(_from(scene.context, start.row), {}, {})
    else:
        builder.add_rows(_from(chain.rows, start.row), _between(scene, start), _strays(reading, chain, start.row))
    seen = bytes(builder.seen)
    prompt = max(scene.prompt, start.row)
    above = Counter(start.hidden) + _hidden(reading, chain, seen, range(start.row, prompt))
    hidden = above + _hidden(reading, chain, seen, range(prompt, len(seen)))
    settled = Settled(scene.prompt, above)
    return View(name, detail, reading, chain, builder.layout, seen, scene.resumed, hidden, settled)


def _from(rows: array[int], cut: int) -> array[int]:
    """ROWS from the row CUT on."""
    return rows[place_of(rows, cut) :] if cut else rows


def marks(rows: Sequence[int], count: int) -> bytearray:
    """By row, of COUNT rows: 1 for those in ROWS."""
    found = bytearray(count)
    for row in rows:
        found[row] = 1
    return found


def _shown(name: ViewName, scene: Scene) -> bytearray | None:
    """By row: 1 where the view shows it; None for the file view, where each row stands for itself."""
    if name is ViewName.FILE:
        return None
    return marks(scene.context, len(scene.reading)) if name is ViewName.CONTEXT else scene.chain.shown


def _between(scene: Scene, start: Start) -> dict[int, list[Item]]:
    """What stands between records: forks and gaps, by the row that follows; what stands before START is there."""
    before: dict[int, list[Item]] = defaultdict(list)
    for row, spans in scene.chain.forks.items():
        first = next((span.first for span in spans if span.active), -1)
        if first >= 0 and (scene.whole or row >= 0):
            before[first].append(Item(row, FORK))
    for row in scene.chain.gaps if scene.whole else ():
        before[row].append(Item(row, GAP))
    if len(start.layout):
        before.pop(start.row, None)
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
