"""A session to read and to append to: what is in its file, and what was added since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.companion import companion_of, subagent_files
from cc_session_tui.core.editing.contents import content_of, result_block
from cc_session_tui.core.editing.importing import import_into
from cc_session_tui.core.editing.inheriting import last_time
from cc_session_tui.core.editing.last_prompt import last_prompt_record
from cc_session_tui.core.editing.read import Read
from cc_session_tui.core.editing.records import Envelope, serialize_line, tool_use_id
from cc_session_tui.core.editing.writer import append_locked
from cc_session_tui.core.errors import ConflictError, EditError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from cc_session_tui.core.editing.contents import ToolCallSpec, ToolResult
    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.core.editing.stamp import Stamp
    from cc_session_tui.core.format.lines import JSON


class Session:
    """One session: the records of its file, and pending ones that `save` appends.

    New records hang below the active leaf, the one that a resume takes, wherever that stands in the file.
    """

    def __init__(self, path: Path, project_path: str, envelope: Envelope, read: Read | None = None) -> None:
        """The session at PATH; READ is its file, None where that is not there yet."""
        self.jsonl_path = path
        """Its file."""
        self.project_path = project_path
        """The project's folder."""
        self.envelope = envelope
        """What new records have in common."""
        self._read = read
        self._pending: list[Record] = []
        self._chained: set[str] = set()
        self._leaf = _leaf_of(read)

    @property
    def session_id(self) -> str:
        """Its id: the name of its file; in a subagent's transcript the id of the session that it belongs to."""
        return self.envelope.session_id

    @property
    def records(self) -> list[Record]:
        """All records, decoded, in file order, pending ones last. Damaged lines are not among them."""
        index = self._read.index if self._read is not None else None
        saved = (index.record(row) for row in range(len(index))) if index is not None else ()
        return [*(record for record in saved if record is not None), *self._pending]

    @property
    def messages(self) -> list[Record]:
        """The user and assistant records."""
        return [record for record in self.records if record.get("type") in ("user", "assistant")]

    @property
    def attachments(self) -> list[Record]:
        """The attachment records."""
        return [record for record in self.records if record.get("type") == "attachment"]

    @property
    def subagents(self) -> list[Path]:
        """The files of its subagents' transcripts; `read_session` reads one."""
        return subagent_files(self.jsonl_path)

    @property
    def leaf_uuid(self) -> str | None:
        """The uuid that the next record will hang below; None in an empty session."""
        return self._leaf

    def add_user_message(self, content: str | Sequence[Mapping[str, JSON]]) -> str:
        """Add a user message: text, or text, image and tool_result blocks, which are written as they are.

        Returns:
            The uuid of the new record, as all adders do.

        Raises:
            EditError: an empty list; the API refuses a message without content.
        """
        return self._chain(self.envelope.user(self._leaf, content_of(content)))

    def add_assistant_message(
        self, content: Sequence[Mapping[str, JSON]], *, model: str | None = None, stop_reason: str | None = None
    ) -> str:
        """Add an assistant message of content blocks, which are written as they are.

        STOP_REASON is `tool_use` by default where there is a tool_use block, else `end_turn`.

        Raises:
            EditError: an empty list, or a text.
        """
        if isinstance(content, str):
            raise EditError("an assistant message is a list of content blocks")
        blocks = content_of(content)
        calls = any(block.get("type") == "tool_use" for block in content)
        reason = stop_reason or ("tool_use" if calls else "end_turn")
        return self._chain(self.envelope.assistant(self._leaf, blocks, model, reason))

    def add_tool_results(self, results: Sequence[ToolResult]) -> str:
        """Add a user message of tool_result blocks, each for a tool_use of the assistant message before it.

        Raises:
            EditError: an empty list.
        """
        return self.add_user_message([result_block(result) for result in results])

    def add_tool_calls(
        self,
        calls: Sequence[ToolCallSpec],
        *,
        response: Sequence[Mapping[str, JSON]] | None = None,
        model: str | None = None,
    ) -> str:
        """Add a whole round trip: the calls with new ids, their results, and RESPONSE where it is given.

        Returns:
            The uuid of the last record.

        Raises:
            EditError: an empty list.
        """
        ids = [tool_use_id() for _ in calls]
        uses = [
            {"type": "tool_use", "id": i, "name": c["name"], "input": c["input"]}
            for i, c in zip(ids, calls, strict=True)
        ]
        self.add_assistant_message(uses, model=model)
        results: list[ToolResult] = [
            {"tool_use_id": i, "content": c["result"], "is_error": c.get("is_error", False)}
            for i, c in zip(ids, calls, strict=True)
        ]
        last = self.add_tool_results(results)
        return self.add_assistant_message(response, model=model) if response else last

    def add_attachment(self, attachment: Mapping[str, JSON], *, parent_uuid: str | None = None) -> str:
        """Add an attachment (`{"type": "file", ...}`) to the chain: what is added next hangs below it.

        PARENT_UUID hangs it below another record than the active leaf.

        Raises:
            EditError: ATTACHMENT has no type, or the parent is not in the session.
        """
        if not isinstance(attachment.get("type"), str):
            raise EditError("an attachment needs a type")
        self._require(parent_uuid)
        return self._chain(
            self.envelope.attachment(parent_uuid or self._leaf, dict(attachment)), fixed=bool(parent_uuid)
        )

    def dangerous_append_record(self, record: Mapping[str, JSON], *, parent_uuid: str | None = None) -> str:
        """Add RECORD as it is, but for its sessionId (and its parentUuid where PARENT_UUID is given).

        It does not become the leaf: what is added next hangs where it would have hung without it.

        Returns:
            The record's uuid; empty where it has none.

        Raises:
            EditError: the parent is not in the session.
        """
        self._require(parent_uuid)
        parent: Record = {"parentUuid": parent_uuid} if parent_uuid else {}
        added = {**parent, **record, **parent, "sessionId": self.session_id}
        self._add(added)
        return str(added.get("uuid") or "")

    def import_messages(
        self, messages: Sequence[Mapping[str, JSON]], *, attachments: Iterable[Mapping[str, JSON]] = ()
    ) -> None:
        """Add API-shaped messages, their tool calls paired: see `importing.import_into`."""
        import_into(self, messages, attachments)

    def save(self) -> None:
        """Append the pending records to the file; the file and its folder are made where they are missing.

        Where the file only grew since it was read, the new records are hung below what its leaf is now.

        Raises:
            ConflictError: the file was changed otherwise. Nothing was written, and the records are still pending.
            WriteError: it cannot be written. It is as it was, and the records are still pending.
        """
        if not self._pending:
            return
        stamp = append_locked(self.jsonl_path, self._lines, create=self._read is None)
        if self._read is not None:
            self._read.extend(stamp)
        else:
            self._read = Read.of(self.jsonl_path)
        self._pending = []
        self._chained = set()

    def clear(self, *, backups: Backups | None = None) -> None:
        """Make the session empty: pending records, file, companion folder, subagents. The files go to the trash.

        Raises:
            WriteError: they cannot be moved.
        """
        if self.jsonl_path.exists() or companion_of(self.jsonl_path).is_dir():
            (backups or Backups()).trash(self.jsonl_path, "clear")
        self._read = self._leaf = None
        self._pending = []
        self._chained = set()

    def _add(self, record: Record) -> None:
        serialize_line(record)  # what is no JSON is refused here, not when all is saved
        self._pending.append(record)

    def _chain(self, record: Record, *, fixed: bool = False) -> str:
        """Make RECORD the leaf; FIXED keeps its parent where the file turns out to have grown."""
        self._add(record)
        uuid = str(record["uuid"])
        if not fixed:
            self._chained.add(uuid)
        self._leaf = uuid
        return uuid

    def _require(self, uuid: str | None) -> None:
        known = self._read.index.rows if self._read is not None else {}
        if uuid is not None and uuid not in known and all(record.get("uuid") != uuid for record in self._pending):
            raise EditError(f"no record {uuid} in session {self.session_id}")

    def _lines(self, now: Stamp) -> bytes:
        """What is to be written to the file, which is NOW."""
        if self._read is None and now.size:
            raise ConflictError(f"{self.jsonl_path} is there already")
        if self._read is not None and self._read.stamp != now:
            if not self._read.content.begins(self.jsonl_path):
                raise ConflictError(f"{self.jsonl_path} changed since it was read")
            self._take_in(self._read, now)
        index = self._read.index if self._read is not None else None
        last_prompt = last_prompt_record(index, self._pending, self._leaf, self.session_id)
        return b"".join(map(serialize_line, [*self._pending, *([last_prompt] if last_prompt else [])]))

    def _take_in(self, read: Read, now: Stamp) -> None:
        """Read what was added to the file, and hang the pending records below its leaf, later than that."""
        before = _leaf_of(read)
        read.extend(now)
        leaf = _leaf_of(read)
        times = (last_time(read.index), self.envelope.last_time)
        self.envelope.last_time = max(filter(None, times), default=None)
        for record in self._pending:
            if record.get("uuid") in self._chained:
                record["timestamp"] = self.envelope.next_time()
                if record["parentUuid"] == before:
                    record["parentUuid"] = leaf
        if self._leaf == before:
            self._leaf = leaf


def _leaf_of(read: Read | None) -> str | None:
    if read is None:
        return None
    row = active_leaf(Graph(read.index)).row
    return read.index.uuid_of(row) if row >= 0 else None
