"""Steps that an edit of entries takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.editing.edits.branching import switch
from cc_session_tui.core.errors import EditError
from cc_session_tui.tui.presentation.words import count_words
from cc_session_tui.tui.screens.edit_choice import in_index, picked, row_in
from cc_session_tui.tui.screens.edit_state import edited_by, pruned_by
from cc_session_tui.tui.screens.edit_work import Step

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.edit_state import State


def branch_step(index: Index, leaf: int) -> Step:
    """A step after which a resume takes the branch with the record at row LEAF of INDEX."""

    def change(state: State) -> State:
        at = row_in(index, state.draft.index, leaf)
        if at < 0:
            raise EditError("the branch is not in the file any more")
        return edited_by(state, lambda draft: switch(draft, at), "switch the branch")

    return Step(change)


def prune_step(view: View, positions: list[int]) -> Step:
    """A step that prunes the entries at POSITIONS of VIEW, or takes that back.

    Raises:
        EditError: one of them is nothing that can be pruned.
    """
    what, index = picked(view, positions), view.index
    words = f"prune {count_words(len(positions), 'entry')}"

    def change(state: State) -> State:
        now = in_index(what, index, state.draft.index)
        if not now.rows and not now.blocks:
            raise EditError("the record is not in the file any more")
        return pruned_by(state, now.rows, now.blocks, words)

    return Step(change)
