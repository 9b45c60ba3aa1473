"""Rows to prune, by what a person means: a turn, all after a record, all before it, a branch, a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.editing.edits.together import below, together
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from cc_session_tui.core.chain.history import Chain
    from cc_session_tui.core.format.index import Index

_NO_PROMPT: Final = Flag.META | Flag.COMPACT_SUMMARY
_INJECTED: Final = frozenset({"file", "queued_command"})
"""Attachments that a person put there."""


def is_prompt(index: Index, row: int) -> bool:
    """Whether ROW is a user record of a person's: no tool_result, no meta record, no compact summary."""
    return (
        index.kind_of(row) == "user"
        and not index.flags[row] & _NO_PROMPT
        and all(block.type != "tool_result" for block in index.blocks(row))
    )


def turn(index: Index, chain: Chain, row: int) -> list[int]:
    """The rows of CHAIN from the prompt at or above ROW to before the next one.

    Raises:
        EditError: ROW is not in the conversation.
    """
    at = _position(chain, row)
    prompts = [n for n, r in enumerate(chain.rows) if is_prompt(index, r)]
    start = max((n for n in prompts if n <= at), default=0)
    end = min((n for n in prompts if n > at), default=len(chain.rows))
    return list(chain.rows[start:end])


def after(index: Index, chain: Chain, row: int) -> list[int]:
    """All that follows ROW in CHAIN, and every branch that leaves it there; its own message and results stay.

    Raises:
        EditError: ROW is not in the conversation.
    """
    at = _position(chain, row)
    own = together(Graph(index), row)
    following = [r for r in chain.rows[at + 1 :] if r not in own]
    return sorted(below(index, [*following, *own]) - own)


def before(index: Index, chain: Chain, row: int) -> list[int]:
    """All of the conversation that stands before ROW, and every branch that leaves it there.

    Raises:
        EditError: ROW is not in the conversation, or no prompt: a session begins with one.
    """
    at = _position(chain, row)
    if not is_prompt(index, row):
        raise EditError("a session has to begin with a prompt")
    kept = below(index, chain.rows[at:])
    return [r for r, is_main in enumerate(Graph(index).main) if is_main and r not in kept]


def branch(index: Index, first: int) -> list[int]:
    """The record FIRST and all that hangs below it."""
    return sorted(below(index, [first]))


def of_kind(index: Index, kind: str) -> list[int]:
    """All records of KIND: a type such as `progress`, or a type and what is below it, `attachment/skill_listing`."""
    found = [name == kind or name.partition("/")[0] == kind for name in index.kinds]
    return [row for row, number in enumerate(index.kind) if found[number]]


def injected(index: Index) -> list[int]:
    """All attachments but files and queued prompts, which a person put there."""
    parts = [name.partition("/") for name in index.kinds]
    found = [kind == "attachment" and sub not in _INJECTED for kind, _, sub in parts]
    return [row for row, number in enumerate(index.kind) if found[number]]


def _position(chain: Chain, row: int) -> int:
    try:
        return chain.rows.index(row)
    except ValueError:
        raise EditError("the record is not in the conversation that a resume takes") from None
