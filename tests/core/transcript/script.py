"""A session written record by record, and what a view shows of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import View, ViewName

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.transcript.entries import Entry, Kind

Record = dict[str, Any]


class Script:
    """The lines of a session; each record hangs below the one before, unless told otherwise."""

    def __init__(self) -> None:
        """Start with no lines."""
        self.lines: list[bytes] = []
        self.last: str | None = None
        self.count = 0

    def add(self, record: Record, *, under: str | None = "") -> str:
        """Add a chained RECORD below UNDER, by default the last one; return its uuid."""
        self.count += 1
        uuid = f"u{self.count}"
        head = {
            "uuid": uuid,
            "parentUuid": self.last if under == "" else under,
            "isSidechain": False,
            "timestamp": f"2026-01-05T10:{self.count // 60:02}:{self.count % 60:02}.000Z",
        }
        self.loose({**head, **record})
        self.last = uuid
        return uuid

    def loose(self, record: Record) -> None:
        """Add RECORD as it is."""
        self.lines.append(json.dumps(record).encode() + b"\n")

    def user(self, content: Any, *, under: str | None = "", **more: Any) -> str:
        """Add a user record."""
        return self.add({"type": "user", "message": {"role": "user", "content": content}, **more}, under=under)

    def reply(self, *content: Any, message: str = "", under: str | None = "", **more: Any) -> str:
        """Add a line of an API message; a string stands for a text block."""
        blocks = [text(item) if isinstance(item, str) else item for item in content]
        head = {"id": message or f"msg_{self.count}", "role": "assistant", "model": "claude-test", "content": blocks}
        usage = {"usage": {"output_tokens": more.pop("tokens", 5)}}
        return self.add({"type": "assistant", "message": {**head, **usage}, **more}, under=under)

    def result(self, call: str, content: Any = "ok", *, under: str | None = "", **more: Any) -> str:
        """Add the tool_result of CALL."""
        block = {"type": "tool_result", "tool_use_id": call, "content": content}
        if "is_error" in more:
            block["is_error"] = more.pop("is_error")
        return self.user([block], under=under, **more)

    def attach(self, kind: str, *, rendered: str = "", **fields: Any) -> str:
        """Add an attachment."""
        more = {"rendered": [{"content": rendered}]} if rendered else {}
        return self.add({"type": "attachment", "attachment": {"type": kind, **fields}, **more})

    def system(self, subtype: str, **fields: Any) -> str:
        """Add a system record."""
        return self.add({"type": "system", "subtype": subtype, **fields})

    def progress(self, kind: str, **data: Any) -> str:
        """Add a progress record."""
        return self.add({"type": "progress", "data": {"type": kind, **data}})

    def write(self, folder: Path) -> Path:
        """Write the lines to a file in FOLDER."""
        path = folder / "session.jsonl"
        path.write_bytes(b"".join(self.lines))
        return path

    def open(self, folder: Path) -> Document:
        """Write the lines to a file in FOLDER and open it."""
        return Document.open(self.write(folder))

    def history(self, folder: Path, detail: int = 2) -> list[Any]:
        """Return the entries of the history view."""
        return entries(self.open(folder).view(ViewName.HISTORY, detail))


def text(said: str) -> Record:
    """Return a text block."""
    return {"type": "text", "text": said}


def use(call: str, name: str = "Bash", **fields: Any) -> Record:
    """Return a tool_use block."""
    return {"type": "tool_use", "id": call, "name": name, "input": fields}


def image(data: str, media_type: str = "image/png") -> Record:
    """Return an image block."""
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def entries(view: View) -> list[Any]:
    """Return all entries of VIEW."""
    return [view.entry(position) for position in range(len(view))]


def kinds(found: list[Entry]) -> list[Kind]:
    """Return the kind of each entry."""
    return [entry.kind for entry in found]
