"""A good session, and a broken one for each repair: what a resume lacks, and which lines the repair may touch."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any, Final

Record = dict[str, Any]
SESSION: Final = "00000abc-0000-4000-8000-000000000abc"
PICTURE: Final = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (9000).to_bytes(4) * 2 + b"\0" * 60).decode()
"""The head of a picture of 9,000 by 9,000 pixels."""


def uuid(number: int) -> str:
    """The uuid of record NUMBER."""
    return f"{number:08x}-0000-4000-8000-{number:012x}"


def _record(number: int, parent: int | None, kind: str, **fields: Any) -> Record:
    """A record a minute after the one before it, so that no gap is bridged."""
    return {
        "parentUuid": None if parent is None else uuid(parent),
        "isSidechain": False,
        "type": kind,
        **fields,
        "uuid": uuid(number),
        "timestamp": f"2026-01-01T00:{number:02d}:00.000Z",
        "userType": "external",
        "entrypoint": "cli",
        "cwd": "/home/dev/demo",
        "sessionId": SESSION,
        "version": "2.1.332",
        "gitBranch": "HEAD",
    }


def prompt(number: int, parent: int | None, content: Any, **more: Any) -> Record:
    """A user record."""
    return _record(number, parent, "user", message={"role": "user", "content": content}) | more


def reply(number: int, parent: int | None, *blocks: Record, message: str = "") -> Record:
    """An assistant record."""
    head = {
        "id": message or f"msg_{number:04d}",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-5-5",
        "content": list(blocks),
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return _record(number, parent, "assistant", message=head)


def text(words: str) -> Record:
    """A text block."""
    return {"type": "text", "text": words}


def use(call: str) -> Record:
    """A tool_use block."""
    return {"type": "tool_use", "id": call, "name": "Read", "input": {"file_path": "/home/dev/demo/a"}}


def result(call: str, content: str = "content") -> Record:
    """A tool_result block."""
    return {"type": "tool_result", "tool_use_id": call, "content": content}


def thinking(words: str, **more: str) -> Record:
    """A thinking block."""
    return {"type": "thinking", "thinking": words, **more}


def good() -> list[Record]:
    """A session of three prompts, one with a tool call."""
    return [
        prompt(0, None, "Q0"),
        reply(1, 0, text("A0")),
        prompt(2, 1, "Q1"),
        reply(3, 2, text("looking"), message="msg_read"),
        reply(4, 3, use("toolu_1"), message="msg_read"),
        prompt(5, 4, [result("toolu_1")]),
        reply(6, 5, text("A1")),
        prompt(7, 6, "Q2"),
        reply(8, 7, text("A2")),
    ]


GOOD: Final = [
    "user text Q0",
    "assistant text A0",
    "user text Q1",
    "assistant text looking",
    "assistant tool_use toolu_1 Read",
    "user tool_result toolu_1 content",
    "assistant text A1",
    "user text Q2",
    "assistant text A2",
]
"""What a resume sends of it."""
COMPACTED: Final = ["user text SUMMARY", "user text Q3", "assistant text A3"]


def lines(*records: Record) -> list[bytes]:
    """RECORDS as lines."""
    return [json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records]


def with_message(number: int, content: Any) -> list[Record]:
    """The good session with other CONTENT in record NUMBER."""
    records = good()
    records[number] = records[number] | {"message": records[number]["message"] | {"content": content}}
    return records


@dataclass(frozen=True)
class Broken:
    """A session with one finding."""

    code: str
    data: bytes
    before: list[str]
    """What a resume sends of it as it is."""
    after: list[str]
    """What it sends of it mended."""
    touched: set[int] = field(default_factory=set)
    """The lines that the repair changes or removes, from 1."""
    severity: str = "warning"


def _of(records: list[Record]) -> bytes:
    return b"".join(lines(*records))


def _with(number: int, **fields: Any) -> bytes:
    records = good()
    records[number] |= fields
    return _of(records)


def _glued() -> bytes:
    whole = lines(*good())
    return b"".join([*whole[:1], whole[1][:-1], *whole[2:]])


def _nul() -> bytes:
    whole = lines(*good())
    return b"".join([*whole[:2], b"\0" * 40, *whole[2:]])


def _put(at: int, *more: bytes) -> bytes:
    whole = lines(*good())
    return b"".join([*whole[:at], *more, *whole[at:]])


def _unknown() -> bytes:
    records = good()
    records[2]["parentUuid"] = uuid(20)
    return _of([*records[:2], _record(20, 1, "frobnicate"), *records[2:]])


def _stale() -> bytes:
    records = good()
    left = [prompt(21, 1, "OTHER"), reply(22, 21, text("branch"))]
    last = {"type": "last-prompt", "lastPrompt": "OTHER", "leafUuid": uuid(22), "sessionId": SESSION}
    return _of([*records[:2], *left, last, *records[2:]])


def _unanswered() -> bytes:
    records = good()
    records[6]["parentUuid"] = uuid(4)
    del records[5]
    return _of(records)


def _orphan() -> bytes:
    records = good()
    records[5]["parentUuid"] = uuid(3)
    del records[4]
    return _of(records)


def _again() -> bytes:
    more = [
        prompt(9, 8, "Q3"),
        reply(10, 9, use("toolu_1")),
        prompt(11, 10, [result("toolu_1", "second")]),
        reply(12, 11, text("A3")),
    ]
    return _of([*good(), *more])


def _boundary(**fields: Any) -> bytes:
    metadata = {"compactMetadata": {"trigger": "manual", "preTokens": 9}, "logicalParentUuid": uuid(8)}
    boundary = _record(9, None, "system", subtype="compact_boundary", content="Conversation compacted")
    boundary |= metadata | fields
    more = [prompt(10, 9, "SUMMARY", isCompactSummary=True), prompt(11, 10, "Q3"), reply(12, 11, text("A3"))]
    return _of([*good(), {key: value for key, value in boundary.items() if value != "-"}, *more])


def _bare_thinking(**more: str) -> bytes:
    """Thinking on a line of its own, as the client writes it, before the text of its message."""
    records = good()
    line = reply(20, 7, thinking(**{"words": "", **more}), message="msg_0008")
    records[8]["parentUuid"] = uuid(20)
    return _of([*records[:8], line, records[8]])


def _no_times() -> bytes:
    records = good()
    del records[3]["timestamp"]
    records[4]["timestamp"] = "yesterday"
    return _of(records)


def _copied() -> bytes:
    records = good()
    return _of([*records, records[2] | {"parentUuid": None}])


IMAGE: Final = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}}
WHOLE: Final = _of(good())
LOST: Final = GOOD[2:]
TABBED: Final = [*GOOD[:2], "user text Q\t1", *GOOD[3:]]
_ERROR: Final = "user tool_result toolu_1 [no tool result recorded] (error)"
_SECOND: Final = ["user text Q3", "assistant tool_use ID Read", "user tool_result ID second", "assistant text A3"]

BROKEN: Final = [
    Broken("damaged_line", _put(2, b'{"type":"us\n'), GOOD, GOOD, {3}),
    Broken("torn_last_line", WHOLE + b'{"type":"us', GOOD, GOOD, {10}),
    Broken("missing_final_newline", WHOLE[:-1], GOOD, GOOD, {9}),
    Broken("glued_lines", _glued(), LOST[1:], GOOD, {2}, "error"),
    Broken("nul_run", _nul(), LOST[1:], GOOD, {3}, "error"),
    Broken("not_strict_json", WHOLE.replace(b'"Q1"', b'"Q\t1"'), GOOD[3:], TABBED, {3}, "error"),
    Broken("lone_surrogate", WHOLE.replace(b'"Q1"', b'"Q1\\ud83d"'), GOOD, GOOD, {3}),
    Broken("duplicate_uuid", _copied(), LOST, GOOD, {10}, "error"),
    Broken("self_parent", _with(2, parentUuid=uuid(2)), LOST, GOOD, {3}, "error"),
    Broken("cycle", _with(2, parentUuid=uuid(6)), LOST, GOOD, {3}, "error"),
    Broken("unknown_type_in_chain", _unknown(), LOST, GOOD, {4}, "error"),
    Broken("dangling_parent", _with(2, parentUuid=uuid(99)), LOST, GOOD, {3}, "error"),
    Broken(
        "stale_last_prompt", _stale(), [*GOOD[:2], "user text OTHER", "assistant text branch"], GOOD, set(), "error"
    ),
    Broken("tool_use_without_result", _unanswered(), [*GOOD[:4], *GOOD[6:]], [*GOOD[:5], _ERROR, *GOOD[6:]]),
    Broken("tool_result_without_use", _orphan(), [*GOOD[:4], *GOOD[6:]], [*GOOD[:4], *GOOD[6:]], {5, 6}),
    Broken("repeated_tool_use_id", _again(), [*GOOD, _SECOND[0], _SECOND[3]], [*GOOD, *_SECOND], {11, 12}, "error"),
    Broken("empty_text_block", _of(with_message(7, [text(""), text("Q2")])), GOOD, GOOD, {8}),
    Broken(
        "empty_message",
        _of(with_message(7, "")),
        [*GOOD[:7], "user text", GOOD[8]],
        [*GOOD[:7], GOOD[8]],
        {8, 9},
        "error",
    ),
    Broken(
        "hollow_thinking", _bare_thinking(signature="EqOK"), [*GOOD[:8], "assistant thinking", GOOD[8]], GOOD, {9, 10}
    ),
    Broken(
        "unsigned_thinking",
        _bare_thinking(words="hm"),
        [*GOOD[:8], "assistant thinking hm", GOOD[8]],
        GOOD,
        {9, 10},
        "error",
    ),
    Broken("boundary_missing_metadata", _boundary(compactMetadata="-"), COMPACTED, COMPACTED, {10}),
    Broken("boundary_with_parent", _boundary(parentUuid=uuid(8), logicalParentUuid="-"), COMPACTED, COMPACTED, {10}),
    Broken(
        "large_image",
        _of(with_message(7, [text("Q2"), IMAGE])),
        [*GOOD[:8], "user image", GOOD[8]],
        [*GOOD[:8], "user text [image removed: image/png, 9000 by 9000 pixels, 84 bytes]", GOOD[8]],
        {8},
        "error",
    ),
    Broken("foreign_session_id", _with(3, sessionId=uuid(77)), GOOD, GOOD, {4}, "info"),
    Broken("file_name_mismatch", WHOLE.replace(SESSION.encode(), uuid(77).encode()), GOOD, GOOD, set(range(1, 10))),
    Broken("odd_timestamp", _no_times(), GOOD, GOOD, {4, 5}),
    Broken("hidden_from_picker", WHOLE.replace(b'"cli"', b'"sdk-cli"'), GOOD, GOOD, set(range(1, 10)), "info"),
]
"""One for each code that can be mended."""
