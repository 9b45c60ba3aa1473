"""Seeded variants of real sessions: damaged, grown, branched, compacted; what is written is as the client writes it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable

Record = dict[str, Any]

SESSIONS: Final = sorted(Path("tests/data/sessions").glob("*/projects/*/*.jsonl"))
_LOGS: Final = ("api-request", "api-request-shape", "api-request-blob")
"""What the client notes of its requests; it is not read again, and is most of a file."""
_GAPS: Final = (0.0, 0.5, 4.9, 5.0, 5.001, 7.0, 60.0)
"""Seconds between records: a missing parent is bridged up to five."""


class Variant:
    """A session that is changed step by step, each step chosen by the seed."""

    def __init__(self, seed: int) -> None:
        """The variant of SEED."""
        self.random = Random(seed)  # noqa: S311
        source = self.random.choice(SESSIONS)
        records = [json.loads(line) for line in source.read_bytes().splitlines()]
        self.records: list[Record] = [record for record in records if record["type"] not in _LOGS]
        self.steps: list[str] = []
        self._stretch()
        for step in self.random.choices(STEPS, k=self.random.randint(1, 5)):
            step(self)
            self.steps.append(step.__name__)

    def data(self) -> bytes:
        """The file."""
        return "".join(f"{json.dumps(record)}\n" for record in self.records).encode()

    def links(self) -> list[Record]:
        """The records that have a uuid."""
        return [record for record in self.records if record.get("uuid")]

    def link(self) -> Record:
        """One of them, the last ones most often."""
        links = self.links()
        return self.random.choice(links[-6:] if self.random.random() < 0.5 else links)

    def new(self, kind: str, parent: str | None, **more: Any) -> Record:
        """A record of KIND below PARENT, later than all others; it is not added yet."""
        like = next(record for record in self.links() if record.get("cwd"))
        head: Record = {key: like[key] for key in ("cwd", "sessionId", "version", "gitBranch") if key in like}
        times = [_time(record) for record in self.links() if record.get("timestamp")]
        later = max(times) + timedelta(seconds=self.random.choice(_GAPS))
        return {
            "parentUuid": parent,
            "isSidechain": False,
            "type": kind,
            "uuid": self.uuid(),
            "timestamp": _stamp(later),
            "userType": "external",
            "entrypoint": "cli",
            **head,
            **more,
        }

    def add(self, kind: str, parent: str | None, **more: Any) -> str:
        """Append a record; return its uuid."""
        record = self.new(kind, parent, **more)
        self.records.append(record)
        return str(record["uuid"])

    def prompt(self, parent: str | None, content: Any = None, **more: Any) -> str:
        """Append a user record."""
        return self.add("user", parent, message={"role": "user", "content": content or self.text()}, **more)

    def reply(self, parent: str | None, content: list[Record] | None = None, message: str = "", **more: Any) -> str:
        """Append a line of an assistant message."""
        body = {
            "id": message or f"msg_{self.random.getrandbits(64):x}",
            "type": "message",
            "role": "assistant",
            "model": self.model(),
            "content": content or [{"type": "text", "text": self.text()}],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        return self.add("assistant", parent, message=body, **more)

    def model(self) -> str:
        """The model of the session: thinking of another one would not be sent."""
        models = [record["message"]["model"] for record in self.links() if record["type"] == "assistant"]
        return str(next((model for model in models if model != "<synthetic>"), "claude-opus-4-5"))

    def text(self) -> str:
        """A text that stands nowhere else."""
        return f"T{self.random.getrandbits(40):x}"

    def uuid(self) -> str:
        """A new uuid."""
        return str(UUID(int=self.random.getrandbits(128), version=4))

    def place(self) -> int:
        """Where a record may go in the file."""
        return self.random.randint(0, len(self.records))

    def _stretch(self) -> None:
        """In half of the variants, set the times anew, with gaps about five seconds and far over it."""
        if self.random.random() < 0.5:
            return
        now = datetime(2026, 1, 1, tzinfo=UTC)
        for record in self.records:
            if "timestamp" in record:
                now += timedelta(seconds=self.random.choice(_GAPS))
                record["timestamp"] = _stamp(now)


def _time(record: Record) -> datetime:
    return datetime.fromisoformat(record["timestamp"])


def _stamp(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def drop(variant: Variant) -> None:
    """Lose up to three records."""
    for _ in range(variant.random.randint(1, 3)):
        if len(variant.links()) > 3:
            variant.records.remove(variant.link())


def reparent(variant: Variant) -> None:
    """Hang a record elsewhere: nowhere, on itself, on a missing record, on another."""
    record = variant.link()
    record["parentUuid"] = variant.random.choice(
        [None, record["uuid"], variant.uuid(), variant.link()["uuid"], variant.link()["uuid"]]
    )


def duplicate(variant: Variant) -> None:
    """Write a record a second time, as copies between files did."""
    variant.records.insert(variant.place(), dict(variant.link()))


def shuffle(variant: Variant) -> None:
    """Change the order of some neighbours."""
    start = variant.random.randrange(len(variant.records))
    part = variant.records[start : start + variant.random.randint(2, 8)]
    variant.random.shuffle(part)
    variant.records[start : start + len(part)] = part


def move(variant: Variant) -> None:
    """Move a record to another place in the file."""
    record = variant.records.pop(variant.random.randrange(len(variant.records)))
    variant.records.insert(variant.place(), record)


def branch(variant: Variant) -> None:
    """Go on from an earlier record."""
    parent: str | None = variant.link()["uuid"]
    for _ in range(variant.random.randint(1, 3)):
        parent = variant.reply(variant.prompt(parent))


def parallel_tools(variant: Variant) -> None:
    """Call up to three tools at once, each on a line of its own; a result may be lost."""
    parent = variant.prompt(variant.link()["uuid"])
    message = f"msg_{variant.random.getrandbits(64):x}"
    calls = [f"toolu_{variant.random.getrandbits(64):x}" for _ in range(variant.random.randint(1, 3))]
    lines = []
    for call in calls:
        use = {"type": "tool_use", "id": call, "name": variant.random.choice(["Read", "Task"]), "input": {}}
        parent = variant.reply(parent, [use], message)
        lines.append(parent)
    for call, line in zip(calls, lines, strict=True):
        if variant.random.random() < 0.75:
            content = [{"type": "tool_result", "tool_use_id": call, "content": variant.text()}]
            parent = variant.prompt(line, content)
    if variant.random.random() < 0.75:
        variant.reply(parent)


def thinking(variant: Variant) -> None:
    """Reply with thinking alone, or with thinking and text on two lines."""
    parent = variant.prompt(variant.link()["uuid"])
    message = f"msg_{variant.random.getrandbits(64):x}"
    block = {"type": "thinking", "thinking": variant.text(), "signature": "EqAB"}
    parent = variant.reply(parent, [block], message)
    if variant.random.random() < 0.5:
        variant.reply(parent, None, message)


def compact(variant: Variant) -> None:
    """Compact the conversation, and say or do not say which records were kept."""
    links = variant.links()
    last = variant.link()["uuid"]
    summary = variant.uuid()
    metadata: Record = {"trigger": "manual", "preTokens": 9000}
    if variant.random.random() < 0.5:
        at = variant.random.randrange(len(links))
        kept = [record["uuid"] for record in links[at : at + variant.random.randint(1, 3)]]
        metadata["preservedSegment"] = {"headUuid": kept[0], "anchorUuid": summary, "tailUuid": kept[-1]}
        if variant.random.random() < 0.5:
            metadata["preservedMessages"] = {"anchorUuid": summary, "uuids": kept, "allUuids": kept}
    boundary = variant.add(
        "system",
        None,
        subtype="compact_boundary",
        content="Conversation compacted",
        level="info",
        logicalParentUuid=last,
        compactMetadata=metadata,
    )
    variant.prompt(boundary, f"SUMMARY {variant.text()}", isCompactSummary=True, isVisibleInTranscriptOnly=True)
    variant.records[-1]["uuid"] = summary
    if variant.random.random() < 0.75:
        variant.reply(variant.prompt(summary))


def last_prompt(variant: Variant) -> None:
    """Write a last-prompt that names some record, or a missing one, anywhere in the file."""
    named = variant.random.choice([variant.link()["uuid"], variant.link()["uuid"], variant.uuid()])
    record = {"type": "last-prompt", "lastPrompt": "x", "leafUuid": named, "sessionId": variant.links()[0]["sessionId"]}
    variant.records.insert(variant.random.choice([len(variant.records), variant.place()]), record)


def sidechain(variant: Variant) -> None:
    """Write a subagent's records into the main file, as old versions did."""
    variant.reply(variant.prompt(variant.link()["uuid"], isSidechain=True), isSidechain=True)


def progress(variant: Variant) -> None:
    """Write a progress record, and hang a reply on it, as versions up to 2.1.42 did."""
    parent = variant.add("progress", variant.link()["uuid"], data={"type": "hook_progress"}, toolUseID="t")
    if variant.random.random() < 0.5:
        variant.reply(parent)


def unknown(variant: Variant) -> None:
    """Write a record of a type that no client knows, and go on below it."""
    parent = variant.add("frobnicate", variant.link()["uuid"])
    if variant.random.random() < 0.5:
        variant.reply(parent)


def attach(variant: Variant) -> None:
    """Write an attachment, of a kind that is sent or of one that is not, and perhaps go on below it."""
    mark = f"MARK{variant.random.getrandbits(40):x}"
    attachment = variant.random.choice(
        [
            {"type": "edited_text_file", "filename": f"/{mark}.py", "snippet": mark},
            {"type": "queued_command", "prompt": f"{mark} queued", "commandMode": "prompt"},
            {"type": "no_such_kind", "content": mark},
        ]
    )
    parent = variant.add("attachment", variant.link()["uuid"], attachment=attachment)
    if variant.random.random() < 0.5:
        variant.reply(parent)


def api_error(variant: Variant) -> None:
    """Let the API refuse a prompt."""
    variant.reply(variant.prompt(variant.link()["uuid"]), isApiErrorMessage=True, error="unknown")
    variant.records[-1]["message"]["model"] = "<synthetic>"


STEPS: Final[tuple[Callable[[Variant], None], ...]] = (
    drop,
    drop,
    reparent,
    reparent,
    duplicate,
    shuffle,
    move,
    branch,
    branch,
    parallel_tools,
    parallel_tools,
    thinking,
    compact,
    compact,
    last_prompt,
    last_prompt,
    sidechain,
    progress,
    unknown,
    attach,
    api_error,
)
