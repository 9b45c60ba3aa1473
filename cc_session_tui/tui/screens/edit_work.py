"""One step in the editing of a session, taken in a thread: the edit, and what is shown of it then."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.leaf import grown_leaf
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.edit_fates import Growth
    from cc_session_tui.tui.screens.edit_marks import Marks
    from cc_session_tui.tui.screens.edit_state import Edits, State
    from cc_session_tui.tui.screens.reading_pane import Wanted
    from cc_session_tui.tui.screens.target import Target


class Step(NamedTuple):
    """A step: an edit, or a way back; neither shows the draft as it is."""

    change: Callable[[State], State] | None = None
    """Makes the next state of the present one; runs in a thread."""
    undo: bool = False
    redo: bool = False
    grow: bool = False
    """Look what happened to the file meanwhile."""


class Shown(NamedTuple):
    """What is on the screen when a step is asked for."""

    target: Target
    document: Document | None
    wanted: Wanted
    place: tuple[int, int]
    """Row and block of the entry under the cursor; (-1, -1) where there is none."""


class Made(NamedTuple):
    """What a step made."""

    shown: Shown
    edits: Edits
    state: State
    """The state to go to."""
    document: Document
    view: View
    leaf: int | None
    """Row of the leaf of the branch that is shown; None for the active one."""
    marks: Marks | None
    """What is edited; None where that is as it was."""
    key: Key | None
    """The entry to look at then."""
    growth: Growth | None = None
    """What happened to the file, where that was looked at."""


def make(shown: Shown, edits: Edits | None, step: Step) -> Made:
    """Take STEP in what is SHOWN, of which EDITS were made.

    Raises:
        SessionError: it cannot be done.
    """
    from cc_session_tui.core.editing.draft import Draft  # noqa: PLC0415 - not needed to read
    from cc_session_tui.tui.screens.edit_marks import marks_of  # noqa: PLC0415
    from cc_session_tui.tui.screens.edit_state import Edits  # noqa: PLC0415

    edits = edits if edits is not None else Edits(Draft.open_copy(shown.target.path))
    state = step.change(edits.now) if step.change is not None else edits.now
    old, index = shown.document, state.draft.index
    document = old if old is not None and old.index.source is index.source else Document(index)
    leaf = shown.wanted.leaf
    if leaf is not None and document is not old:
        leaf = _moved(old.index, index, leaf) if old is not None else None
    view = document.view(shown.wanted.view, shown.wanted.detail, leaf)
    return Made(
        shown, edits, state, document, view, leaf, marks_of(edits.base.index, state), _key(state, shown, document)
    )


def make_grown(shown: Shown, edits: Edits) -> Made:
    """See what happened to the file of EDITS, which is SHOWN, and go on from there.

    Raises:
        SessionError: it cannot be read.
    """
    from cc_session_tui.tui.screens.edit_growing import grow  # noqa: PLC0415 - not needed to read

    old = shown.document
    count = len(old.index) if old is not None else 0

    def read_on(index: Index) -> None:
        if old is not None and old.index is index:
            old.extend()
        else:
            index.extend()

    growth = grow(edits, read_on)
    edits, index = growth.edits, growth.edits.now.draft.index
    document = old if old is not None and old.index is index else Document(index)
    leaf = shown.wanted.leaf
    if leaf is not None and document is old:
        leaf = grown_leaf(index, leaf, max(0, count - 1))
    view = document.view(shown.wanted.view, shown.wanted.detail, leaf)
    return Made(shown, edits, edits.now, document, view, leaf, None, None, growth)


def _key(state: State, shown: Shown, document: Document) -> Key | None:
    """The entry to look at: what is new, else the one that was under the cursor."""
    index = document.index
    if state.focus in index.rows:
        return Key(index.offset[index.rows[state.focus]], 0)
    row, block = shown.place
    if row < 0 or shown.document is None:
        return None
    now = _moved(shown.document.index, index, row)
    return Key(index.offset[now], block) if now is not None else None


def _moved(old: Index, new: Index, row: int) -> int | None:
    from cc_session_tui.tui.screens.edit_choice import row_in  # noqa: PLC0415 - not needed to read

    at = row if old is new else row_in(old, new, row)
    return at if at >= 0 else None
