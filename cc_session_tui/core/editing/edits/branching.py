"""The branch that a resume takes, switched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.editing.edits.edited import Edited
from cc_session_tui.core.editing.edits.leaf import keep_leaf, takes
from cc_session_tui.core.editing.edits.together import below
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from cc_session_tui.core.editing.draft import Draft


def switch(draft: Draft, row: int) -> Edited:
    """DRAFT with a last-prompt record at its end such that a resume takes the branch of ROW, to its last leaf.

    Raises:
        EditError: ROW is no link of a conversation, or the client cannot be brought there.
    """
    index = draft.index
    graph = Graph(index)
    if not graph.main[row]:
        raise EditError("the record is no link of a conversation")
    leaf = max((at for at in below(index, [row]) if graph.main[at] and not graph.has_child[at]), default=row)
    uuid = index.uuid_of(leaf) or ""
    after = keep_leaf(draft, uuid)
    if not takes(after, uuid):
        raise EditError("no last-prompt record brings the client to that branch")
    return Edited(after)
