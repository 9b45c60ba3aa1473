"""The conversation up to a record, as the lines of a session of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.edited import ended
from cc_session_tui.core.editing.edits.leaf import keep_leaf
from cc_session_tui.core.editing.edits.links import hung_above
from cc_session_tui.core.editing.edits.references import settled
from cc_session_tui.core.editing.edits.together import together
from cc_session_tui.core.editing.splice import with_key, with_value
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.format.source import BytesSource

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.format.index import Index

_CARRIED: Final = frozenset({"ai-title", "mode", "permission-mode", "worktree-state", "agent-setting"})
"""Session-level records of which a fork gets the last one. A custom title stays: it names one session."""


def forked(draft: Draft, row: int | None = None) -> Draft:
    """The conversation of DRAFT up to ROW, as a draft without a file; without ROW up to the leaf that a resume takes.

    The records are those of DRAFT; `marked` tells of one where it comes from.

    Raises:
        EditError: ROW is in no conversation.
    """
    index = draft.index
    graph = Graph(index)
    leaf = active_leaf(graph).row if row is None else row
    if leaf < 0 or not graph.main[leaf]:
        raise EditError("there is no conversation to fork" if row is None else "the record is in no conversation")
    group = together(graph, leaf) if row is not None else {leaf}
    path = graph.walk(active_leaf(graph).row)
    end = next((at for at in path if at in group), max(group))
    wanted = {*chain_of(index, end).rows, *group}
    wanted.update(_carried(index))
    gone = set(range(len(index))) - wanted
    lines = settled(index, gone)
    lines |= hung_above(index, gone, lines)
    kept = (lines.get(at, index.raw(at)) for at in sorted(wanted))
    data = b"".join(ended(line) for line in kept if line)
    return keep_leaf(Draft(BytesSource(b"", draft.base.path), None, (data,)), index.uuid_of(end))


def names(draft: Draft, file: Path) -> bool:
    """Whether DRAFT names the companion FILE: a tool result by its name, a subagent by its id or its call."""
    agent = file.name.partition(".")[0].removeprefix("agent-").encode()
    call = _call_of(file)
    return any(agent in line or (call and call in line) for line in map(draft.index.raw, range(len(draft.index))))


def _call_of(file: Path) -> bytes:
    """The id of the call that started the subagent of FILE, as its meta.json tells."""
    try:
        facts = loads(file.with_name(f"{file.name.partition('.')[0]}.meta.json").read_bytes())
    except (OSError, ValueError):
        return b""
    call = facts.get("toolUseId") if isinstance(facts, dict) else None
    return call.encode("utf-8", "replace") if isinstance(call, str) else b""


def _carried(index: Index) -> set[int]:
    last = {index.kind_of(row): row for row in range(len(index)) if index.kind_of(row) in _CARRIED}
    return set(last.values())


def marked(line: bytes, session_id: str) -> bytes:
    """LINE with word of the session that it comes from, as the client's /branch gives it, if it is of the chain."""
    record = loads(line)
    if not isinstance(record, dict) or not isinstance(record.get("uuid"), str):
        return line
    origin = {"sessionId": session_id, "messageUuid": record["uuid"]}
    return with_value(line, "forkedFrom", origin) if "forkedFrom" in record else with_key(line, "forkedFrom", origin)
