"""What new records take over from those of a file."""

from __future__ import annotations

from datetime import MAXYEAR, UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.records import Envelope

if TYPE_CHECKING:
    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.core.format.index import Index

_FIELDS: Final = {"cwd": "cwd", "gitBranch": "git_branch", "version": "version", "slug": "slug"}
_NEAR: Final = 200
"""Records above the leaf that are looked at: most files have all fields in the last one, or one of them nowhere."""
_LAST: Final = 20
"""Records with a time, from the end of the file, of which the latest counts: lines may stand out of order."""


def envelope_of(index: Index, session_id: str) -> Envelope:
    """The envelope for records that are added to INDEX: each field is that of the nearest record above the leaf."""
    graph = Graph(index)
    path = [index.record(row) or {} for row in graph.walk(active_leaf(graph).row)[:_NEAR]]
    envelope = Envelope(session_id, "", last_time=last_time(index))
    if path and (leaf_time := _time(path[0])):
        envelope.last_time = max(leaf_time, envelope.last_time or leaf_time)
    for key, name in _FIELDS.items():
        if value := next(filter(None, (_text(record, key) for record in path)), ""):
            setattr(envelope, name, value)
    envelope.model = next(filter(None, map(_model, path)), envelope.model)
    if graph.side and path:
        envelope.agent_id = _text(path[0], "agentId")
        envelope.session_id = _text(path[0], "sessionId") or session_id
    return envelope


def last_time(index: Index) -> datetime | None:
    """The latest time of the records at the end of INDEX; None where none has one."""
    times = (_time(index.record(row)) for row in range(len(index) - 1, -1, -1))
    return max(islice(filter(None, times), _LAST), default=None)


def _text(record: Record, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _model(record: Record) -> str:
    message = record.get("message")
    model = message.get("model") if isinstance(message, dict) else None
    return model if isinstance(model, str) and not model.startswith("<") else ""  # <synthetic>: the client's own words


def _time(record: Record | None) -> datetime | None:
    """The time of RECORD; None where it has none that the calendar knows in UTC, with room for the next."""
    stamp = (record or {}).get("timestamp")
    try:
        time = datetime.fromisoformat(stamp).astimezone(UTC) if isinstance(stamp, str) else None
    except (ValueError, OverflowError):
        return None
    return time if time is not None and time.year < MAXYEAR else None
