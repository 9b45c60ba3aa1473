"""A session being edited in the browser: what was done, and the way back.

Pruned records stay in the draft that is shown, to be seen, struck, until the save; `result` takes them out.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.editing.edits.closure import closed, gone
from cc_session_tui.core.editing.edits.edited import Edited
from cc_session_tui.core.editing.edits.pruning import prune

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index

    Spot = tuple[int, int]

UNNAMED = "edit"
"""What an edit is called that nobody named."""


class State(NamedTuple):
    """A session after some edits."""

    draft: Draft
    """The session with every edit but the prunes."""
    pruned: frozenset[Spot] = frozenset()
    """What is pruned: rows of `draft`, and numbers of their content blocks (-1 for a record without any)."""
    words: str = UNNAMED
    """What the last edit did."""
    notes: tuple[str, ...] = ()
    """What a person should know of that edit."""
    focus: str = ""
    """uuid of the record to look at after it; empty to stay."""

    @property
    def selection(self) -> dict[int, set[int]]:
        """What is pruned: row -> numbers of blocks."""
        found: dict[int, set[int]] = defaultdict(set)
        for row, block in self.pruned:
            found[row].add(block)
        return dict(found)


def edited_by(state: State, edit: Callable[[Draft], Edited | Draft], words: str) -> State:
    """STATE after EDIT, an edit or a repair of its draft, called WORDS; STATE where that changed nothing.

    Raises:
        EditError: it cannot be done.
    """
    done = edit(state.draft)
    done = done if isinstance(done, Edited) else Edited(done)
    if done.draft.parts == state.draft.parts:
        return state
    pruned = _moved(state.draft.index, done.draft.index, state.pruned)
    return State(done.draft, pruned, words, done.notes, done.added[-1] if done.added else "")


def pruned_by(
    state: State, rows: Iterable[int], blocks: Mapping[int, Iterable[int]] | None = None, words: str = "prune"
) -> State:
    """STATE without ROWS and BLOCKS, and without what cannot stay without them; with them where they are already."""
    selection = closed(state.draft.index, rows, blocks or {})
    spots = frozenset((row, block) for row, numbers in selection.items() for block in numbers)
    if spots <= state.pruned:
        return state._replace(pruned=state.pruned - spots, words=f"take back: {words}", notes=(), focus="")
    return state._replace(pruned=state.pruned | spots, words=words, notes=(), focus="")


def result(state: State) -> Edited:
    """The session that a save of STATE makes. Rows are those of its draft.

    Raises:
        EditError: a line cannot be changed.
    """
    index, selection = state.draft.index, state.selection
    if not selection:
        return Edited(state.draft)
    rows = gone(index, selection)
    return prune(state.draft, rows, {row: blocks for row, blocks in selection.items() if row not in rows})


class Edits:
    """The edits of one session, with undo and redo without limit."""

    def __init__(self, draft: Draft) -> None:
        """No edits of DRAFT, the session as it is."""
        self.base = draft
        """The session as it is."""
        self.now = State(draft)
        """The session as it is shown."""
        self.is_grown = False
        """Whether they were put onto a longer file, of which only the end was compared."""
        self._undone: list[State] = []
        self._done: list[State] = []

    def __len__(self) -> int:
        """How many edits there are."""
        return len(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether an edit was undone, and none made since."""
        return bool(self._undone)

    def go_to(self, state: State) -> None:
        """Have STATE, which an edit made of the present one."""
        if state is not self.now:
            self._done.append(self.now)
            self._undone.clear()
            self.now = state

    def undo(self) -> str:
        """Take the last edit back; return what it did, empty where there is none."""
        return self._go(self._done, self._undone)

    def redo(self) -> str:
        """Do again what was taken back last; return what it did, empty where there is nothing."""
        return self._go(self._undone, self._done)

    @property
    def states(self) -> list[State]:
        """All states, done and undone."""
        return [self.now, *self._done, *self._undone]

    def on(self, base: Draft, moved: Callable[[State], State], *, is_grown: bool = False) -> Edits:
        """The same edits of BASE; MOVED puts a state onto that."""
        edits = Edits(base)
        edits.is_grown = is_grown
        edits.now = moved(self.now)
        edits._done, edits._undone = list(map(moved, self._done)), list(map(moved, self._undone))
        return edits

    def _go(self, source: list[State], target: list[State]) -> str:
        if not source:
            return ""
        left = self.now
        target.append(left)
        self.now = source.pop()
        return (left if target is self._undone else self.now).words


def _moved(old: Index, new: Index, spots: frozenset[Spot]) -> frozenset[Spot]:
    """SPOTS of OLD as they stand in NEW; those whose record is not there any more are left out."""
    rows = {row: _row_in(old, new, row) for row, _ in spots}
    return frozenset((rows[row], block) for row, block in spots if rows[row] >= 0)


def _row_in(old: Index, new: Index, row: int) -> int:
    """The row of NEW that the record at ROW of OLD is at; -1 where it is not there."""
    uuid = old.uuid_of(row)
    if uuid is not None:
        return new.rows.get(uuid, -1)
    line = old.raw(row)
    place = sum(1 for other in range(row) if old.length[other] == len(line) and old.raw(other) == line)
    same = [other for other in range(len(new)) if new.length[other] == len(line) and new.raw(other) == line]
    return same[min(place, len(same) - 1)] if same else -1
