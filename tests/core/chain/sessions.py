"""Small session files, written line by line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.format.index import Index

if TYPE_CHECKING:
    from pathlib import Path

Record = dict[str, Any]


def user(uuid: str, parent: str | None, text: str = "", **more: Any) -> Record:
    """Return a prompt."""
    return {
        "type": "user",
        "uuid": uuid,
        "parentUuid": parent,
        "message": {"role": "user", "content": text or uuid},
        **more,
    }


def reply(uuid: str, parent: str | None, *blocks: Record, message: str = "", **more: Any) -> Record:
    """Return a line of an API message; without BLOCKS it says its uuid."""
    content = list(blocks) or [{"type": "text", "text": uuid}]
    head = {"role": "assistant", "id": message or f"msg_{uuid}", "content": content}
    return {"type": "assistant", "uuid": uuid, "parentUuid": parent, "message": head, **more}


def use(call: str) -> Record:
    """Return a tool_use block."""
    return {"type": "tool_use", "id": call, "name": "Read", "input": {}}


def result(uuid: str, parent: str | None, *calls: str) -> Record:
    """Return a user record with the results of CALLS."""
    content = [{"type": "tool_result", "tool_use_id": call, "content": call} for call in calls]
    return user(uuid, parent) | {"message": {"role": "user", "content": content}}


def link(kind: str, uuid: str, parent: str | None, **more: Any) -> Record:
    """Return a record of another KIND, `type/subtype`."""
    type_, _, sub = kind.partition("/")
    inner = {"attachment": {"attachment": {"type": sub}}, "progress": {"data": {"type": sub}}}.get(
        type_, {"subtype": sub}
    )
    return {"type": type_, "uuid": uuid, "parentUuid": parent, **inner, **more}


def index_of(folder: Path, *records: Record) -> Index:
    """Write RECORDS to a file in FOLDER and index it."""
    path = folder / "session.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return Index.open(path)


def graph_of(folder: Path, *records: Record) -> Graph:
    """Write RECORDS to a file in FOLDER and return their graph."""
    return Graph(index_of(folder, *records))


def uuids(index: Index, rows: Any) -> list[str | None]:
    """Return the uuid of each of ROWS."""
    return [index.uuid_of(row) for row in rows]
