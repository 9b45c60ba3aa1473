"""Rows to prune, by what a person means: a turn, all after a record, all before it, a branch, a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    graph = Graph(index)
    own = _own(graph, row)
    following = [r for r in chain.rows[at + 1 :] if r not in own]
    return sorted(set(following) | _below(graph, [*following, *own]) - own)


def before(index: Index, chain: Chain, row: int) -> list[int]:
    """All of the conversation that stands before ROW, and every branch that leaves it there.

    Raises:
        EditError: ROW is not in the conversation, or no prompt: a session begins with one.
    """
    at = _position(chain, row)
    if not is_prompt(index, row):
        raise EditError("a session has to begin with a prompt")
    graph = Graph(index)
    kept = {*chain.rows[at:], *_below(graph, chain.rows[at:])}
    return [r for r, is_main in enumerate(graph.main) if is_main and r not in kept]


def branch(index: Index, first: int) -> list[int]:
    """The record FIRST and all that hangs below it."""
    return sorted({first, *_below(Graph(index), [first])})


def progress(index: Index) -> list[int]:
    """All progress records."""
    return [row for row in range(len(index)) if index.kind_of(row).partition("/")[0] == "progress"]


def injected(index: Index) -> list[int]:
    """All attachments but files and queued prompts, which a person put there."""
    kinds = (index.kind_of(row).partition("/") for row in range(len(index)))
    return [row for row, (kind, _, sub) in enumerate(kinds) if kind == "attachment" and sub not in _INJECTED]


def _position(chain: Chain, row: int) -> int:
    try:
        return chain.rows.index(row)
    except ValueError:
        raise EditError("the record is not in the conversation that a resume takes") from None


def _own(graph: Graph, row: int) -> set[int]:
    """ROW, the other lines of its message, and the results of their calls."""
    number = graph.index.message[row]
    lines = graph.message_lines([number])[number] if number >= 0 else [row]
    return {row, *lines, *graph.results_of(lines)}


def _below(graph: Graph, rows: Iterable[int]) -> set[int]:
    """All that hangs below ROWS, by the records' own parents."""
    found = set(rows)
    children: dict[int, list[int]] = {}
    for row, parent in enumerate(graph.index.parent):
        if parent >= 0:
            children.setdefault(parent, []).append(row)
    queue = list(found)
    while queue:
        new = [child for child in children.get(queue.pop(), ()) if child not in found]
        found.update(new)
        queue.extend(new)
    return found
