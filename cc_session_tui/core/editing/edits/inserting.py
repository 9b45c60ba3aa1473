"""New records at any place of a conversation: what follows them hangs below them then."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from cc_session_tui.core.chain.graph import LINK_TYPES, Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.edits.edited import Edited
from cc_session_tui.core.editing.edits.leaf import keep_leaf
from cc_session_tui.core.editing.edits.links import hung_below, uuids_of
from cc_session_tui.core.editing.edits.together import together
from cc_session_tui.core.editing.inheriting import envelope_of
from cc_session_tui.core.editing.records import serialize_line, tool_use_id
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.index import NO_PARENT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.records import Envelope, Record
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

Maker: TypeAlias = "Callable[[Envelope, str | None], Record]"
"""Makes a record below a parent, see `prompt`, `reply`, `call`, `attached` and `given`."""
_TICK: Final = timedelta(milliseconds=1)


def prompt(content: JSON) -> Maker:
    """A user record of CONTENT, text or content blocks."""
    return lambda envelope, parent: envelope.user(parent, content)


def reply(blocks: Sequence[Mapping[str, JSON]]) -> Maker:
    """An assistant record of content BLOCKS."""
    content: JSON = [dict(block) for block in blocks]
    return lambda envelope, parent: envelope.assistant(parent, content, None, "end_turn")


def call(name: str, given_input: JSON, result: JSON, *, is_error: bool = False) -> list[Maker]:
    """A tool_use of the tool NAME, and its tool_result."""
    identity = tool_use_id()
    use: JSON = [{"type": "tool_use", "id": identity, "name": name, "input": given_input}]
    answer: dict[str, JSON] = {"type": "tool_result", "tool_use_id": identity, "content": result}
    blocks: JSON = [answer | {"is_error": True} if is_error else answer]
    return [
        lambda envelope, parent: envelope.assistant(parent, use, None, "tool_use"),
        lambda envelope, parent: envelope.user(parent, blocks) | {"sourceToolAssistantUUID": parent},
    ]


def attached(attachment: Mapping[str, JSON]) -> Maker:
    """An attachment record."""
    value: JSON = dict(attachment)
    return lambda envelope, parent: envelope.attachment(parent, value)


def given(record: Mapping[str, JSON]) -> Maker:
    """RECORD as it is, but of this session; one with a uuid gets its place in the chain."""

    def make(envelope: Envelope, parent: str | None) -> Record:
        of_session = {**record, "sessionId": envelope.session_id}
        return {**of_session, "parentUuid": parent} if "uuid" in record else of_session

    return make


class _Place(NamedTuple):
    """Where in the conversation something new comes."""

    parent: str | None
    """The uuid that it hangs below."""
    children: list[int]
    """The rows that hang below it then."""
    time: str
    """The timestamp of the record above."""
    at: int
    """The row before which its lines stand in the file; -1 at the end."""


def append(draft: Draft, makers: Sequence[Maker]) -> Edited:
    """DRAFT with the records of MAKERS below the leaf that a resume takes, which the last of them is then.

    Raises:
        EditError: a record cannot be.
    """
    leaf = active_leaf(Graph(draft.index)).row
    parent = draft.index.uuid_of(leaf) if leaf >= 0 else None
    return _put(draft, makers, _Place(parent, [], "", -1), is_end=True)


def insert(draft: Draft, makers: Sequence[Maker], row: int, *, before: bool = False) -> Edited:
    """DRAFT with the records of MAKERS after ROW, or BEFORE it; what followed there follows them.

    Nothing comes between the lines of a message and its results, or a compact boundary and its summary.

    Raises:
        EditError: nothing can hang there, or a record cannot be.
    """
    graph = Graph(draft.index)
    if not graph.main[row]:
        raise EditError("the record is no link of a conversation: nothing can be inserted there")
    leaf = active_leaf(graph).row
    path = graph.walk(leaf)[::-1] if leaf >= 0 else []
    group = together(graph, row)
    on_path = [at for at, above in enumerate(path) if above in group]
    if before:
        return _put(draft, makers, _before(graph, path, on_path[:1], group), is_end=False)
    if on_path and on_path[-1] == len(path) - 1:
        return append(draft, makers)
    return _put(draft, makers, _after(graph, path, on_path[-1:], group), is_end=False)


def _before(graph: Graph, path: Sequence[int], on_path: Sequence[int], group: set[int]) -> _Place:
    index = graph.index
    top = path[on_path[0]] if on_path else min((row for row in group if graph.up[row] not in group), default=min(group))
    if graph.is_boundary(top):
        raise EditError("a compact boundary has no parent: insert after the record before it")
    above = index.parent[top] if index.parent[top] not in group else NO_PARENT
    parent = index.dangling.get(top) if above < 0 else uuids_of(index, [above]).get(above)
    return _Place(parent, [top], _time(index, above if above >= 0 else top), _line_start(index, top))


def _after(graph: Graph, path: Sequence[int], on_path: Sequence[int], group: set[int]) -> _Place:
    index = graph.index
    last = path[on_path[0]] if on_path else max(group)
    children = path[on_path[0] + 1 : on_path[0] + 2] if on_path else _children(graph, group)
    return _Place(index.uuid_of(last), list(children), _time(index, last), _line_start(index, last + 1))


def _children(graph: Graph, group: set[int]) -> list[int]:
    return [row for row, up in enumerate(graph.up) if up in group and row not in group and graph.main[row]]


def _line_start(index: Index, row: int) -> int:
    """ROW, or the first row behind it that begins a line: glued records stay as they are; -1 at the end."""
    while 0 < row < len(index) and not index.raw(row - 1).endswith(b"\n"):
        row += 1
    return row if row < len(index) else -1


def _put(draft: Draft, makers: Sequence[Maker], place: _Place, *, is_end: bool) -> Edited:
    index = draft.index
    records, chained = _made(draft, makers, place, is_end=is_end)
    if not records:
        raise EditError("there is nothing to insert")
    leaf = _leaf(index)
    lines = b"".join(map(serialize_line, records))
    relinked = {row: hung_below(index.raw(row), chained[-1]) for row in place.children} if chained else {}
    changed = draft.replaced(relinked) if relinked else draft  # rows stay where they are
    after = changed.appended(lines) if place.at < 0 else changed.inserted(place.at, lines)
    after = keep_leaf(after, chained[-1] if is_end and chained else leaf)
    return Edited(after, frozenset(), frozenset(relinked), tuple(chained))


def _made(draft: Draft, makers: Sequence[Maker], place: _Place, *, is_end: bool) -> tuple[list[Record], list[str]]:
    """The records of MAKERS, one below the other, and the uuids of those that others may hang below."""
    envelope = envelope_of(draft.index, draft.base.path.stem)
    parent, time = place.parent, place.time
    records: list[Record] = []
    chained: list[str] = []
    for make in makers:
        record = make(envelope, parent)
        _check(draft.index, record, chained)
        if not is_end and time:
            time = _later(time)
            record = {**record, "timestamp": time} if "timestamp" in record else record
        records.append(record)
        if isinstance(record.get("uuid"), str) and record.get("type") in LINK_TYPES:
            parent = str(record["uuid"])
            chained.append(parent)
    return records, chained


def _check(index: Index, record: Record, new: Sequence[str]) -> None:
    """Raise EditError where RECORD cannot be one of the session's."""
    kind, identity = record.get("type"), record.get("uuid")
    if not isinstance(kind, str) or not kind:
        raise EditError("a record needs a type")
    if kind in LINK_TYPES and not (isinstance(identity, str) and identity):
        raise EditError(f"a record of type {kind} needs a uuid")
    if "uuid" in record and not isinstance(identity, str):
        raise EditError("a uuid is a text")
    if identity in index.rows or identity in new:
        raise EditError(f"uuid {identity} is there already")


def _leaf(index: Index) -> str | None:
    row = active_leaf(Graph(index)).row
    return index.uuid_of(row) if row >= 0 else None


def _time(index: Index, row: int) -> str:
    stamp = (index.record(row) or {}).get("timestamp")
    return stamp if isinstance(stamp, str) else ""


def _later(stamp: str) -> str:
    """A millisecond after STAMP; STAMP where it is no time."""
    try:
        later = datetime.fromisoformat(stamp) + _TICK
    except (ValueError, OverflowError):
        return stamp
    return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")
