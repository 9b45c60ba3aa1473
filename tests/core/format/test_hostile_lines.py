"""Lines that no client should have written: each reads as a record or as a damaged line, and never raises."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.format.index import DANGLING, Flag, Index

if TYPE_CHECKING:
    from pathlib import Path

DEEP = b"[" * 10_000 + b"]" * 10_000
RECORD = b'{"type":"user","uuid":"a","x":%s}'
HEAD_FIELDS = [
    "type",
    "uuid",
    "parentUuid",
    "subtype",
    "message",
    "attachment",
    "data",
    "leafUuid",
    "isSidechain",
    "isMeta",
    "isCompactSummary",
    "isApiErrorMessage",
]


def index_of(folder: Path, *lines: bytes) -> Index:
    """Index LINES, each with a newline."""
    path = folder / "session.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return Index.open(path)


def flag(index: Index, row: int, wanted: Flag) -> bool:
    """Return whether ROW has WANTED."""
    return bool(index.flags[row] & wanted)


@pytest.mark.parametrize(
    "value",
    [
        b"1e400",
        b"-1e400",
        b"1e99999999999",
        b"NaN",
        b"-Infinity",
        b"9" * 400,
        b"9" * 5_000,
        b"-" + b"9" * 5_000,
        b"1." + b"9" * 5_000,
        b"0.1e-999999",
        b'"\\ud800"',
        b'"\xff\xfe"',
        b'"\x01\x1b[31m"',
        b'"tab\there"',
        b"[" * 900 + b"]" * 900,
    ],
    ids=lambda value: repr(value[:12]),
)
def test_an_odd_value_leaves_its_record_readable(value: bytes, tmp_path: Path) -> None:
    index = index_of(tmp_path, RECORD % value, b'{"type":"user","uuid":"b","parentUuid":"a"}')
    record = index.record(0)
    assert record is not None
    assert record["uuid"] == "a"
    assert "x" in record
    assert index.parent[1] == 0


@pytest.mark.parametrize("field", HEAD_FIELDS)
@pytest.mark.parametrize("value", [b"5", b"true", b'"text"', b"[]", b"[[1]]", b"{}", b'{"type":5}', b"null", DEEP])
def test_a_head_field_of_any_type_never_raises(field: str, value: bytes, tmp_path: Path) -> None:
    line = b'{"type":"user","%s":%s}' % (field.encode(), value)
    index = index_of(tmp_path, line, b'{"type":"user","uuid":"b"}')
    assert len(index) == 2
    assert index.raw(0) == line + b"\n"
    index.record(0)
    index.blocks(0)
    assert index.rows["b"] == 1


@pytest.mark.parametrize("field", HEAD_FIELDS[1:])
@pytest.mark.parametrize("value", [b"5", b'"text"', b"[]", b"{}", b"null"])
def test_a_wrongly_typed_head_field_counts_as_missing_and_spoils_no_other(
    field: str, value: bytes, tmp_path: Path
) -> None:
    others = b'"type":"user","isMeta":true' if field != "isMeta" else b'"type":"user"'
    index = index_of(tmp_path, b'{%s,"%s":%s}' % (others, field.encode(), value))
    assert index.kind_of(0).split("/")[0] == "user"
    assert flag(index, 0, Flag.META) == (field != "isMeta")


@pytest.mark.parametrize("message", [b"null", b"[]", b"[1]", b'"text"', b"5", b"true"])
def test_a_message_that_is_no_object_has_no_blocks(message: bytes, tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"user","uuid":"a","message":%s}' % message)
    assert index.blocks(0) == ()
    assert index.rows == {"a": 0}


@pytest.mark.parametrize(
    ("content", "types"),
    [
        (b'"hello"', ["text"]),
        (b"[]", []),
        (b'[{"type":"tool_use","id":"t"}]', ["tool_use"]),
        (b'[1,null,"x",{"type":"tool_use","id":"t"}]', ["?", "?", "?", "tool_use"]),
        (b'[{"type":5},{"type":"tool_use","id":"t"}]', ["?", "tool_use"]),
        (b'[{"id":5},{"type":"frobnicate"}]', ["?", "frobnicate"]),
    ],
)
def test_blocks_of_any_content_are_named(content: bytes, types: list[str], tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"assistant","message":{"content":%s}}' % content)
    assert [block.type for block in index.blocks(0)] == types


def test_a_tool_use_beside_broken_blocks_is_still_a_call(tmp_path: Path) -> None:
    use = b'{"type":"assistant","message":{"content":[7,{"type":"tool_use","id":"t"}]}}'
    result = b'{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]}}'
    index = index_of(tmp_path, use, result)
    call = index.calls.numbers["t"]
    assert (index.calls.use[call], index.calls.result[call]) == (0, 1)


def test_the_last_of_duplicate_keys_wins(tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"user","uuid":"a","uuid":"b","isMeta":true,"isMeta":false}')
    assert index.rows == {"b": 0}
    assert index.flags[0] == Flag.HAS_UUID


def test_hundreds_of_unknown_kinds_keep_their_names(tmp_path: Path) -> None:
    kinds = [b'{"type":"t%d"}' % n for n in range(600)]
    blocks = [b'{"type":"user","message":{"content":[{"type":"b%d"},{"type":"c"}]}}' % n for n in range(600)]
    index = index_of(tmp_path, *kinds, *blocks)
    assert [index.kind_of(row) for row in (0, 599)] == ["t0", "t599"]
    assert [index.blocks(row)[0].type for row in (600, 1199)] == ["b0", "b599"]


def test_the_messages_that_the_client_logs_of_its_requests_hold_no_calls_of_the_session(tmp_path: Path) -> None:
    logged = b'{"type":"api-request-blob","message":{"content":[{"type":"tool_use","id":"toolu_1"}]}}'
    index = index_of(tmp_path, logged)
    assert index.blocks(0) == ()
    assert not index.calls.numbers


@pytest.mark.parametrize("line", [b"[]", b"5", b'"text"', b"true", b"null", b"{", b"}", b'{"type":"user"', DEEP])
def test_a_line_that_is_no_object_is_a_damaged_row(line: bytes, tmp_path: Path) -> None:
    index = index_of(tmp_path, line)
    assert flag(index, 0, Flag.DAMAGED)
    assert index.kind_of(0) == "(damaged)"
    assert index.record(0) is None


@pytest.mark.parametrize("line", [b"", b"  \t", b"\r", b"\x00" * 4096])
def test_a_line_without_anything_is_a_blank_row(line: bytes, tmp_path: Path) -> None:
    index = index_of(tmp_path, line)
    assert flag(index, 0, Flag.BLANK)
    assert not flag(index, 0, Flag.DAMAGED)


@pytest.mark.parametrize("around", [(b"\xef\xbb\xbf", b""), (b"", b"\r"), (b"\x00\x00", b"\x00"), (b"  ", b"\t")])
def test_what_stands_around_a_record_does_not_hide_it(around: tuple[bytes, bytes], tmp_path: Path) -> None:
    before, after = around
    index = index_of(tmp_path, before + b'{"type":"user","uuid":"a"}' + after)
    assert index.kind_of(0) == "user"
    assert index.record(0) == {"type": "user", "uuid": "a"}


def test_glued_records_are_each_a_row_that_reads(tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"user","uuid":"a"}{"type":"user","uuid":"b","parentUuid":"a"}')
    assert [index.kind_of(row) for row in range(len(index))] == ["user", "user"]
    assert index.parent[1] == 0
    assert index.record(1) == {"type": "user", "uuid": "b", "parentUuid": "a"}
    assert all(flag(index, row, Flag.GLUED) for row in (0, 1))


def test_a_record_after_a_stub_is_saved_and_the_stub_is_kept(tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"pr-link","prNu{"type":"user","uuid":"b"}')
    assert [index.kind_of(row) for row in range(len(index))] == ["(damaged)", "user"]
    assert index.raw(0) == b'{"type":"pr-link","prNu'


def test_a_record_before_a_stub_is_saved_and_the_stub_is_kept(tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"user","uuid":"b"}{"type":"pr-link","prNu')
    assert [index.kind_of(row) for row in range(len(index))] == ["user", "(damaged)"]


def test_a_record_inside_a_cut_record_is_not_taken_for_a_line(tmp_path: Path) -> None:
    """Progress records (up to 2.1.42) hold whole messages with a uuid of their own."""
    inner = b'{"type":"user","uuid":"inner","message":{"content":"x"}}'
    cut = b'{"type":"progress","uuid":"p","data":{"type":"agent_progress","message":' + inner + b'},"toolUseI'
    index = index_of(tmp_path, cut, b'{"type":"user","uuid":"b","parentUuid":"inner"}')
    assert len(index) == 2
    assert flag(index, 0, Flag.DAMAGED)
    assert index.parent[1] == DANGLING


def test_a_parent_that_a_torn_line_seemed_to_be_dangles_again(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(b'{"type":"user","uuid":"b","parentUuid":"a"}\n{"type":"user","uuid":"a"}')
    index = Index.open(path)
    assert index.parent[0] == 1
    path.write_bytes(b'{"type":"user","uuid":"b","parentUuid":"a"}\n{"type":"user","uuid":"c"}\n')
    index.extend()
    assert index.parent[0] == DANGLING
    assert index.dangling == {0: "a"}


def test_a_record_that_a_torn_line_seemed_to_replace_is_the_parent_again(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    head = b'{"type":"user","uuid":"a"}\n{"type":"user","uuid":"b","parentUuid":"a"}\n'
    path.write_bytes(head + b'{"type":"user","uuid":"a"}')
    index = Index.open(path)
    assert index.parent[1] == 2
    path.write_bytes(head + b'{"type":"user","uuid":"c"}\n')
    index.extend()
    assert index.parent[1] == 0
    assert index.superseded == {}


def test_a_deep_line_reads_as_none_where_the_stack_is_too_small(tmp_path: Path) -> None:
    index = index_of(tmp_path, RECORD % (b"[" * 800 + b"]" * 800))

    def record_from(depth: int) -> object:
        return record_from(depth - 1) if depth else index.record(0)

    assert index.record(0) is not None
    assert record_from(sys.getrecursionlimit() - 500) is None


def test_a_lone_surrogate_in_an_id_is_shown_as_a_replacement_character(tmp_path: Path) -> None:
    index = index_of(tmp_path, b'{"type":"\\ud800x","uuid":"a"}')
    assert index.kind_of(0) == "\ufffdx"
