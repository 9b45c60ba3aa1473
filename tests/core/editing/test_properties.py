"""What holds for any bytes, any JSON and any sequence of calls."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cc_session_tui import (
    create_session,
    parse_jsonl,
    parse_jsonl_file,
    read_session,
    serialize_jsonl,
    serialize_record,
)
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.errors import EditError
from tests.core.editing.sessions import chain, records

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui import Session

PAIR = re.compile("[\ud800-\udbff](?=[\udc00-\udfff])")
TEXT = st.text(st.characters(exclude_categories=()), max_size=8).map(lambda text: PAIR.sub("", text))
"""Any text, lone surrogates, NUL and U+2028 included; two that make a pair are one character in JSON."""
NUMBERS = st.integers() | st.integers(-(10**40), 10**40) | st.floats()
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
RECORDS = st.builds(lambda fields, kind: fields | {"type": kind}, st.dictionaries(TEXT, JSON, max_size=4), TEXT)
PIECES = [
    b'{"type":"user","uuid":"a"}',
    b"\n",
    b"\r\n",
    b"\x00",
    b"\xef\xbb\xbf",
    b'{"type":',
    b"\xff",
    b"\xe2\x80\xa8",
]
BYTES = st.lists(st.sampled_from(PIECES) | st.binary(max_size=5), max_size=12).map(b"".join)


def same(a: Any, b: Any) -> bool:
    """Whether A is B to the last bit: 1 is not 1.0 or true, -0.0 is not 0.0, and a key keeps its place."""
    return repr(a) == repr(b) or (isinstance(a, float) and math.isnan(a) and math.isnan(b))


@given(RECORDS)
@example({"type": "user", "uuid": "\ud800", "text": "\udfff\x00\u2028\u0085", "n": 2**64, "m": -(10**30), "f": 1e400})
@example({"type": "x", "message": {"content": [{"type": None}, 1, None]}, "": float("nan"), "parentUuid": 5})
def test_records_round_trip_whatever_json_they_hold(record: dict[str, Any]) -> None:
    line = serialize_record(record)
    assert "\n" not in line
    assert line.encode().decode() == line
    (read,) = parse_jsonl(line)
    assert same(read, record)
    (read,) = parse_jsonl(line.encode() + b"\n")
    assert same(read, record)


@given(st.lists(RECORDS, max_size=4))
def test_lines_round_trip_in_order(many: list[dict[str, Any]]) -> None:
    text = serialize_jsonl(many)
    assert text.count("\n") == len(many)
    assert same(parse_jsonl(text), many)


@given(BYTES)
@settings(deadline=None)
def test_reading_then_writing_gives_the_same_bytes(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        path.write_bytes(data)
        draft = Draft.open(path)
        assert b"".join(draft.chunks()) == data
        save(draft)
        assert path.read_bytes() == data
        assert all(isinstance(record, dict) for record in parse_jsonl_file(path))


@given(BYTES, st.lists(RECORDS, max_size=3))
@settings(deadline=None)
def test_an_append_keeps_every_byte_that_was_there(data: bytes, added: list[dict[str, Any]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        path.write_bytes(data)
        session = read_session(path, folder)
        for record in added:
            session.dangerous_append_record(record)
        uuid = session.add_user_message("last")
        session.save()
        after = path.read_bytes()
        assert after.startswith(data if data.endswith(b"\n") or not data else data + b"\n")
        assert after.endswith(b"}\n")
        assert chain(path)[-1] == uuid
        ours = [record for record in records(path) if record.get("sessionId") == "s"]
        assert [record.get("type") for record in ours][: len(added)] == [record["type"] for record in added]


USE: dict[str, Any] = {"type": "tool_use", "name": "Read", "input": {}}
CALLS: dict[str, Callable[[Session, str], object]] = {
    "user": lambda session, text: session.add_user_message(text),
    "assistant": lambda session, text: session.add_assistant_message(
        [{"type": "text", "text": text}, USE | {"id": text}]
    ),
    "results": lambda session, text: session.add_tool_results([{"tool_use_id": text, "content": text}]),
    "calls": lambda session, text: session.add_tool_calls([{"name": text, "input": {text: text}, "result": text}] * 2),
    "attachment": lambda session, text: session.add_attachment({"type": "file", "content": text}),
    "import": lambda session, text: session.import_messages(
        [{"role": "user", "content": text}, {"role": "assistant", "content": [USE | {"id": "i"}]}]
    ),
    "save": lambda session, _: session.save(),
}
STEPS = st.tuples(st.sampled_from(sorted(CALLS)), TEXT.filter(bool))


@given(st.lists(STEPS, min_size=1, max_size=12))
@settings(deadline=None, max_examples=60)
def test_any_sequence_of_calls_gives_one_chain_from_root_to_leaf(steps: list[tuple[str, str]]) -> None:
    with TemporaryDirectory() as folder:
        session = create_session(project_path=folder, claude_dir=Path(folder))
        uuids = [CALLS[what](session, text) for what, text in [("user", "first"), *steps]]
        session.save()
        written = [record for record in records(session.jsonl_path) if "uuid" in record]
        assert [record["parentUuid"] for record in written] == [None, *(record["uuid"] for record in written[:-1])]
        assert chain(session.jsonl_path) == [record["uuid"] for record in written]
        assert {uuid for uuid in uuids if uuid} <= {record["uuid"] for record in written}
        times = [str(record["timestamp"]) for record in written]
        assert times == sorted(set(times))


@given(st.lists(st.dictionaries(st.sampled_from(["role", "content"]), JSON), max_size=4))
@settings(deadline=None)
def test_importing_anything_adds_all_or_nothing(messages: list[dict[str, Any]]) -> None:
    session = create_session(project_path="/p", claude_dir=Path("/nowhere"))
    with suppress(EditError):
        session.import_messages(messages)
        return
    assert session.records == []
