"""The leaf that a resume takes, kept or chosen by a last-prompt record."""

from __future__ import annotations

from operator import lt
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.records import serialize_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cc_session_tui.core.editing.draft import Draft

_PRESERVES: Final = b'"preserved'
"""Stands in a compact boundary that kept records, for which the client links anew."""


def keep_leaf(draft: Draft, leaf: str | None) -> Draft:
    """DRAFT such that a resume takes LEAF; with a last-prompt record at its end where it would take another one.

    Where no last-prompt brings the client there, it is DRAFT.
    """
    if leaf is None or leaf not in draft.index.rows or takes(draft, leaf):
        return draft
    for name in _names(draft, leaf):
        named = draft.appended(_last_prompt(draft, name))
        if takes(named, leaf):
            return named
    return draft


def takes(draft: Draft, leaf: str) -> bool:
    """Whether a resume of DRAFT takes LEAF."""
    return active_leaf(Graph(draft.index)).row == draft.index.rows[leaf]


def stays_leaf(graph: Graph, leaf: int, lines: Mapping[int, bytes]) -> bool:
    """Whether a resume surely takes LEAF once LINES are exchanged (b"": dropped), what hung below these relinked.

    That spares reading the whole draft once more. LEAF is the one that it takes now, or what is left of the way to it.
    """
    index = graph.index
    settling = [row for row, _ in index.last_prompts[-1:]] + graph.boundaries()[-1:]
    return (
        all(map(lt, index.parent, range(len(index))))  # so that nothing above a record hangs below it
        and leaf == next((row for row in range(len(index) - 1, -1, -1) if graph.main[row] and _stays(row, lines)), -1)
        and any(graph.is_talk(row) and _stays(row, lines) for row in graph.walk(leaf))
        and all(_stays(row, lines) for row in settling)
        and not any(_PRESERVES in index.raw(row) for row in graph.boundaries()[-1:])
    )


def _stays(row: int, lines: Mapping[int, bytes]) -> bool:
    return row not in lines or lines[row] != b""


def _names(draft: Draft, leaf: str) -> Iterator[str]:
    """The records that a last-prompt may name to bring the client to LEAF: itself, or the last message above it."""
    yield leaf
    graph = Graph(draft.index)
    talk = next((row for row in graph.above(draft.index.rows[leaf]) if graph.is_talk(row)), -1)
    if talk >= 0 and (uuid := draft.index.uuid_of(talk)):
        yield uuid


def _last_prompt(draft: Draft, leaf: str) -> bytes:
    index = draft.index
    known = next((index.record(row) or {} for row, _ in reversed(index.last_prompts)), {}).get("lastPrompt", "")
    return serialize_line(
        {"type": "last-prompt", "lastPrompt": known, "leafUuid": leaf, "sessionId": draft.base.path.stem}
    )
