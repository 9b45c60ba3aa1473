"""A session that a made-up client writes: turns with calls, and as many oddities as one wants. Seeded."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from tests.core.transcript.script import Record, Script, image, text, use

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = ["prompt"] * 3 + ["answer"] * 10 + ["state"] * 3 + ["last_prompt"] * 2 + ["end"]
"""What happens in an ordinary session, as often as that."""
ODDITIES = [
    "rewind", "compact", "copy", "damaged", "sidechain", "api_error", "interrupt", "late_result", "odd_last_prompt",
    "blank", "queued", "dangling", "unread", "glued", "clock",
]  # fmt: skip
"""What happens in few sessions."""


class Writer(Script):
    """Writes a session step by step."""

    def __init__(self, seed: int, oddities: int) -> None:
        """A session by SEED in which so many kinds of ODDITIES happen."""
        super().__init__()
        self.random = random.Random(seed)  # noqa: S311 - wanted to repeat
        self.unanswered: list[tuple[str, str]] = []
        self.messages = self.calls = self.behind = 0
        self.steps = TURNS + self.random.sample(ODDITIES, oddities)

    def write_lines(self, count: int) -> list[bytes]:
        """Write at least COUNT lines, and return all."""
        while len(self.lines) < count:
            step: Callable[[], None] = getattr(self, self.random.choice(self.steps))
            step()
        return self.lines

    def add(self, record: Record, *, under: str | None = "") -> str:
        """Add a chained RECORD, by a clock that may be behind."""
        if self.behind:
            record = {"timestamp": f"2026-01-05T10:00:{max(self.count - self.behind, 0):02}.000Z", **record}
        return super().add(record, under=under)

    def chance(self, share: float) -> bool:
        """Say yes in SHARE of the calls."""
        return self.random.random() < share

    # ordinary steps

    def prompt(self) -> None:
        """Write a prompt, and what comes with it."""
        contents: list[Any] = [
            "hello", [text("hi")], [text("hi"), image("aaaa")], [text("one"), text("two")],
            "x <system-reminder>r</system-reminder>",
        ]  # fmt: skip
        self.user(self.random.choice(contents) if self.chance(0.4) else "hello")
        if self.chance(0.5):
            self.loose({"type": "file-history-snapshot", "messageId": self.last, "snapshot": {}})
        if self.chance(0.4):
            self.attach(self.random.choice(["date", "skill_listing", "todo_reminder", "diagnostics"]), content="x")

    def answer(self) -> None:
        """Write an API message, and the results of its calls."""
        self._results(self._message())
        if self.chance(0.2):
            self.loose({"type": "queue-operation", "operation": "enqueue", "content": "q"})

    def _message(self) -> list[tuple[str, str]]:
        """Write the lines of one API message; return its calls, each with its line's uuid."""
        self.messages += 1
        message = f"m{self.messages}"
        if self.chance(0.4):
            self.reply({"type": "thinking", "thinking": "t", "signature": "s"}, message=message)
        if self.chance(0.5):
            self.reply("" if self.chance(0.1) else "said", message=message)
        calls = []
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
            self.calls += 1
            block = use(f"c{self.calls}", self.random.choice(["Bash", "Read", "Task"]))
            calls.append((f"c{self.calls}", self.reply(block, message=message)))
            if self.chance(0.2):
                self.progress("bash_progress", output="x")
        return calls

    def _results(self, calls: list[tuple[str, str]]) -> None:
        """Write the results of CALLS, in any order; some come late or never."""
        if self.chance(0.3):
            self.random.shuffle(calls)
        for call, line in calls:
            if self.chance(0.06):
                self.unanswered.append((call, line))
                continue
            self.result(call, under=line if self.chance(0.8) else "")
            if self.chance(0.2):
                self.attach("hook_success", content="y")
            if self.chance(0.15):
                self.progress("hook_progress")

    def state(self) -> None:
        """Write a record that stands in no chain."""
        self.loose({"type": self.random.choice(["queue-operation", "ai-title", "mode", "brand-new"])})

    def last_prompt(self) -> None:
        """Write which leaf the last prompt led to."""
        self.loose({"type": "last-prompt", "lastPrompt": "p", "leafUuid": self.last})

    def end(self) -> None:
        """Write what the client does at the end of a turn."""
        self.system("turn_duration", durationMs=1)
        self.last_prompt()

    # oddities

    def rewind(self) -> None:
        """Write a prompt below any record."""
        if self.count:
            self.user("again", under=f"u{self.random.randint(1, self.count)}")

    def compact(self) -> None:
        """Write a compaction, which may preserve what came last."""
        before = self.last
        metadata: dict[str, Any] = {"trigger": "auto", "preTokens": 5}
        if self.chance(0.6) and before is not None:
            metadata |= self._preserved(before)
        self.last = None
        self.system("compact_boundary", logicalParentUuid=before, compactMetadata=metadata, content="c")
        self.user("summary", isCompactSummary=True, isVisibleInTranscriptOnly=True)

    def _preserved(self, tail: str) -> dict[str, Any]:
        records = [
            json.loads(line) for line in self.lines if line.startswith(b'{"uuid"') and line.count(b'"uuid"') == 1
        ]
        above = {record["uuid"]: record["parentUuid"] for record in records}
        kept, most = [tail], self.random.randint(1, 6)
        while len(kept) < most and (parent := above.get(kept[0])):
            kept.insert(0, parent)
        anchor = f"u{self.count + self.random.choice([1, 2])}"
        segment = {"headUuid": kept[0], "anchorUuid": anchor, "tailUuid": tail}
        if self.chance(0.5):
            return {"preservedSegment": segment}
        return {"preservedMessages": {**segment, "uuids": kept}}

    def copy(self) -> None:
        """Write a line again."""
        if self.lines:
            self.lines.append(self.random.choice(self.lines[-30:]))

    def damaged(self) -> None:
        """Write what is no record."""
        self.lines.append(b'{"type": oops\n')

    def blank(self) -> None:
        """Write a line of nothing."""
        self.lines.append(self.random.choice([b"\n", b"\x00\x00\n", b'{"type":"user"\n']))

    def sidechain(self) -> None:
        """Write a subagent's records, as clients up to 1.0 did."""
        kept = self.last
        self.user("side", under=self.random.choice([None, kept]), isSidechain=True)
        self.reply("said", isSidechain=True)
        self.last = kept

    def api_error(self) -> None:
        """Write what the client says when the API fails."""
        self.reply("API Error", isApiErrorMessage=True)

    def interrupt(self) -> None:
        """Write that the user stopped the turn."""
        self.user([text("[Request interrupted by user]")])

    def late_result(self) -> None:
        """Answer a call long after it."""
        if self.unanswered:
            call, line = self.unanswered.pop(self.random.randrange(len(self.unanswered)))
            self.result(call, under=self.random.choice([line, ""]))

    def odd_last_prompt(self) -> None:
        """Name as leaf any record, or one that is not there."""
        uuid = f"u{self.random.randint(1, self.count + 3)}"
        self.loose({"type": "last-prompt", "lastPrompt": "p", "leafUuid": self.random.choice([uuid, "gone"])})

    def queued(self) -> None:
        """Write a prompt that was typed during the turn."""
        self.attach("queued_command", prompt="queued one")

    def dangling(self) -> None:
        """Write a record below one that is not there, or is to come."""
        self.reply("x", under=self.random.choice(["gone", f"u{self.count + 2}"]))

    def unread(self) -> None:
        """Write a record that the client does not read."""
        if self.chance(0.5):
            self.reply("x", odd=float("nan"))
        else:
            self.user("x", odd=float("nan"))

    def clock(self) -> None:
        """Have the clock go right, or some seconds behind, or say nothing."""
        self.behind = self.random.choice([0, 2, 5, 9, 1000])

    def glued(self) -> None:
        """Write two records on one line."""
        self.reply("g")
        first = self.lines.pop()
        self.user("h")
        self.lines.append(first.rstrip(b"\n") + self.lines.pop())
