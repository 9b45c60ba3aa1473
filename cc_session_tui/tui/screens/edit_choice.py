"""What an edit is about: the records and blocks behind entries, and everything of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.chain.history import Chain, chain_of
from cc_session_tui.core.editing.edits import choosing, slimming
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.edit_state import edited_by, pruned_by

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.edits.edited import Edited
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.edit_state import State

    Change = Callable[[State], State]

_WHOLE: Final = -1
_NO_RECORD: Final = {Kind.FORK: "a fork is no record: prune in its branch", Kind.GAP: "a gap is no record"}
_BIG: Final = 10_000
_BYTES_A_TOKEN: Final = 4
_IMAGE: Final = b'"image"'


class Picked(NamedTuple):
    """Records and content blocks of an index."""

    rows: frozenset[int]
    """Whole records."""
    blocks: dict[int, set[int]]
    """Row -> numbers of blocks."""


def picked(view: View, positions: Iterable[int]) -> Picked:
    """What the entries at POSITIONS of VIEW show: a block where it is one, else their records.

    Raises:
        EditError: an entry shows no record, or a part of a text.
    """
    rows: set[int] = set()
    blocks: dict[int, set[int]] = {}
    for at in positions:
        kind, block, its = view.kind(at), view.key(at).block, view.rows(at)
        if kind in _NO_RECORD or not its:
            raise EditError(_NO_RECORD.get(kind, "there is no record to prune"))
        if block < _WHOLE:
            raise EditError("this is a part of a text: edit the text instead")
        if block >= 0:
            blocks.setdefault(its[0], set()).add(block)
        else:
            rows.update(its)
    return Picked(frozenset(rows), blocks)


def in_index(what: Picked, old: Index, new: Index) -> Picked:
    """WHAT, of OLD, as it stands in NEW; what is not there any more is left out."""
    if old is new:
        return what
    rows = {row: row_in(old, new, row) for row in (*what.rows, *what.blocks)}
    blocks = {rows[row]: numbers for row, numbers in what.blocks.items() if rows[row] >= 0}
    return Picked(frozenset(rows[row] for row in what.rows if rows[row] >= 0), blocks)


def row_in(old: Index, new: Index, row: int) -> int:
    """The row of NEW with the record at ROW of OLD; -1 where it has none."""
    uuid = old.uuid_of(row)
    if uuid is not None:
        return new.rows.get(uuid, -1)
    if row < len(new) and old.base == new.base == 0 and old.raw(row) == new.raw(row):
        return row
    line = old.raw(row)
    return next((at for at in range(len(new)) if new.length[at] == len(line) and new.raw(at) == line), -1)


class Offer(NamedTuple):
    """Something that can be pruned at once."""

    label: str
    records: int
    size: int
    """Bytes of these records, or blocks."""
    change: Change
    """Does it."""

    @property
    def tokens(self) -> int:
        """About how many tokens that is."""
        return self.size // _BYTES_A_TOKEN


def offers(state: State, row: int) -> list[Offer]:
    """What can be pruned at once in STATE, around ROW and by kind; what there is nothing of is left out."""
    index = state.draft.index
    found = [*_around(index, row), *_by_kind(index), *_slimmed(index)]
    return [offer for offer in found if offer.records]


def _around(index: Index, row: int) -> Iterator[Offer]:
    chain = chain_of(index)
    ways = (("this turn", choosing.turn), ("all that follows", choosing.after), ("all that is before", choosing.before))
    for label, rows_of in ways:
        try:
            yield _of_rows(index, label, rows_of(index, chain, row))
        except EditError:
            continue  # not from here: outside of the conversation, or a trim that would not begin with a prompt
    yield _of_rows(index, "branches not taken", _abandoned(index, chain))


def _abandoned(index: Index, chain: Chain) -> list[int]:
    """The rows of all branches that leave CHAIN."""
    firsts = [span.first for spans in chain.forks.values() for span in spans if not span.active]
    return sorted({row for first in firsts for row in choosing.branch(index, first)})


def _by_kind(index: Index) -> Iterator[Offer]:
    thoughts = slimming.thinking(index)
    sizes = sum(index.length[row] for row in thoughts)
    yield Offer("thinking", len(thoughts), sizes, lambda state: pruned_by(state, (), thoughts, "prune thinking"))
    yield _of_rows(index, "injected context", choosing.injected(index))
    for kind in ("progress", "file-history-snapshot"):
        yield _of_rows(index, f"{kind} records", choosing.of_kind(index, kind))


def _of_rows(index: Index, label: str, rows: Sequence[int]) -> Offer:
    size = sum(index.length[row] for row in rows)
    return Offer(label, len(rows), size, lambda state: pruned_by(state, rows, None, f"prune {label}"))


def _slimmed(index: Index) -> Iterator[Offer]:
    """What is cut, and keeps its place; sizes are those of the records, of which a little stays."""
    users = [row for row in range(len(index)) if index.kind_of(row) == "user"]
    images = [row for row in users if _IMAGE in index.raw(row)]
    results = [row for row in users if index.length[row] > _BIG and _has_result(index, row)]
    yield _of_cut(index, "images (a note stays)", images, slimming.without_images)
    label = f"results over {_BIG // 1000} kB (a note stays)"
    yield _of_cut(index, label, results, lambda draft: slimming.without_results_over(draft, _BIG))


def _has_result(index: Index, row: int) -> bool:
    return any(block.type == "tool_result" for block in index.blocks(row))


def _of_cut(index: Index, label: str, rows: Sequence[int], cut: Callable[[Draft], Edited]) -> Offer:
    size = sum(index.length[row] for row in rows)
    return Offer(label, len(rows), size, lambda state: edited_by(state, cut, f"cut {label}"))
