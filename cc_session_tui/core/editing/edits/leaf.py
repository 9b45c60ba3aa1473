"""The leaf that a resume takes, kept or chosen by a last-prompt record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.records import serialize_line

if TYPE_CHECKING:
    from cc_session_tui.core.editing.draft import Draft


def keep_leaf(draft: Draft, leaf: str | None) -> Draft:
    """DRAFT such that a resume takes LEAF; with a last-prompt record at its end where it would take another one."""
    index = draft.index
    if leaf is None or leaf not in index.rows or active_leaf(Graph(index)).row == index.rows[leaf]:
        return draft
    prompt = next((index.record(row) or {} for row, _ in reversed(index.last_prompts)), {}).get("lastPrompt", "")
    return draft.appended(
        serialize_line(
            {"type": "last-prompt", "lastPrompt": prompt, "leafUuid": leaf, "sessionId": draft.base.path.stem}
        )
    )
