"""Rows of an index: what they tile, what a growing file gives, and what the tail of a file holds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Block, Flag, Index
from tests.core.format.strategies import FILES, files_in_chunks

SESSIONS = sorted(Path("tests/data/sessions").glob("*/projects/*/*.jsonl"))
LONE_FILES = sorted(path for path in Path("tests/data/cases").rglob("*.jsonl") if path.is_file())


class Row(NamedTuple):
    """What an index says of a row, in words that do not depend on the order in which kinds and ids were met."""

    raw: bytes
    kind: str
    flags: int
    parent: int
    message: int
    blocks: tuple[tuple[str, str], ...]


def rows_of(index: Index) -> list[Row]:
    """Return all rows of INDEX; a message is named by the first row that has it."""
    first: dict[int, int] = {}
    names = {number: name for name, number in index.calls.numbers.items()}
    return [
        Row(
            index.raw(row),
            index.kind_of(row),
            index.flags[row],
            index.parent[row],
            first.setdefault(index.message[row], row) if index.message[row] >= 0 else -1,
            tuple(_named(block, names) for block in index.blocks(row)),
        )
        for row in range(len(index))
    ]


def _named(block: Block, names: dict[int, str]) -> tuple[str, str]:
    return block.type, names.get(block.call, "")


def lookups_of(index: Index) -> dict[str, Any]:
    """Return what INDEX looks up by uuid and by call, in words that do not depend on how it grew."""
    calls = {
        name: (index.calls.use[number], index.calls.result[number], index.calls.repeated.get(number, []))
        for name, number in index.calls.numbers.items()
    }
    return {
        "rows": index.rows,
        "superseded": index.superseded,
        "dangling": index.dangling,
        "last_prompts": index.last_prompts,
        "calls": {name: found for name, found in calls.items() if found != (-1, -1, [])},
    }


def write(folder: Path, data: bytes) -> Path:
    """Write DATA to a session file in FOLDER."""
    path = folder / "session.jsonl"
    path.write_bytes(data)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the files of this module (hypothesis writes one after another)."""
    return tmp_path_factory.mktemp("rows")


@given(data=FILES)
def test_rows_tile_any_bytes(folder: Path, data: bytes) -> None:
    index = Index.open(write(folder, data))
    assert b"".join(index.raw(row) for row in range(len(index))) == data
    assert index.size == len(data)


@pytest.mark.parametrize("path", [*SESSIONS, *LONE_FILES], ids=str)
def test_rows_tile_each_file_of_the_data(path: Path) -> None:
    index = Index.open(path)
    assert b"".join(index.raw(row) for row in range(len(index))) == path.read_bytes()


@given(data=FILES)
def test_each_row_of_any_bytes_reads_as_a_record_or_as_none(folder: Path, data: bytes) -> None:
    index = Index.open(write(folder, data))
    for row in range(len(index)):
        lost = bool(index.flags[row] & (Flag.DAMAGED | Flag.BLANK))
        assert (index.record(row) is None) == lost


@given(chunks=files_in_chunks())
@settings(max_examples=300)
def test_an_index_that_grew_in_pieces_equals_one_of_the_whole(folder: Path, chunks: list[bytes]) -> None:
    path = write(folder, b"")
    grown = Index.open(path)
    for chunk in chunks:
        with path.open("ab") as file:
            file.write(chunk)
        grown.extend()
    whole = Index.open(path)
    assert rows_of(grown) == rows_of(whole)
    assert lookups_of(grown) == lookups_of(whole)


@given(chunks=files_in_chunks(), most=st.integers(1, 5))
@settings(max_examples=300)
def test_an_index_of_a_large_file_knows_what_one_of_a_small_file_does(
    folder: Path, chunks: list[bytes], most: int
) -> None:
    path = write(folder, b"")
    large = Index.open(path)
    large._most = most, most, most
    for chunk in chunks:
        with path.open("ab") as file:
            file.write(chunk)
        large.extend()
        if most > 3:
            large.settle()
        small = Index.open(path)
        assert rows_of(large) == rows_of(small)
        assert lookups_of(large) == lookups_of(small)


@pytest.mark.parametrize("uuid", ["a", "c"])
def test_a_line_that_is_not_ended_is_read_again_after_the_index_took_less_memory(uuid: str, tmp_path: Path) -> None:
    line = b'{"type":"user","uuid":"%s","parentUuid":"b"}' % uuid.encode()
    path = write(tmp_path, b'{"type":"user","uuid":"a"}\n' + line)
    index = Index.open(path)
    index.settle()
    with path.open("ab") as file:
        file.write(b'\n{"type":"user","uuid":"b"}\n')
    index.extend()
    assert lookups_of(index) == lookups_of(Index.open(path))
    assert len(index.rows) == len(dict(index.rows))


@given(chunks=files_in_chunks())
def test_extend_names_the_first_row_that_changed(folder: Path, chunks: list[bytes]) -> None:
    path = write(folder, b"")
    index = Index.open(path)
    for chunk in chunks:
        before = [index.raw(row) for row in range(len(index))]
        with path.open("ab") as file:
            file.write(chunk)
        first = index.extend()
        assert [index.raw(row) for row in range(first)] == before[:first]
        assert len(index) == len(rows_of(Index.open(path)))


@pytest.mark.parametrize("path", SESSIONS, ids=str)
@pytest.mark.parametrize("records", [1, 5, 60])
def test_the_rows_of_a_tail_are_the_last_rows_of_the_file(path: Path, records: int, tmp_path: Path) -> None:
    big = write(tmp_path, path.read_bytes() * 8)
    tail, whole = Index.tail(big, records), Index.open(big)
    assert len(tail) >= records
    assert tail.size == whole.size
    last = range(len(whole) - len(tail), len(whole))
    assert list(tail.offset) == [whole.offset[row] for row in last]
    assert [tail.raw(row) for row in range(len(tail))] == [whole.raw(row) for row in last]
    assert [tail.kind_of(row) for row in range(len(tail))] == [whole.kind_of(row) for row in last]
    assert list(tail.flags) == [whole.flags[row] for row in last]


def test_a_tail_reads_no_more_than_the_end_of_a_big_file(tmp_path: Path) -> None:
    line = b'{"type":"user","uuid":"%06d"}\n'
    path = write(tmp_path, b"".join(line % number for number in range(40_000)))
    assert Index.tail(path, 60).base > path.stat().st_size * 0.9


def test_a_tail_of_few_long_lines_grows_until_it_holds_them(tmp_path: Path) -> None:
    line = b'{"type":"user","uuid":"%06d","x":"' + b"x" * 50_000 + b'"}\n'
    path = write(tmp_path, b"".join(line % number for number in range(40)))
    tail = Index.tail(path, 10)
    assert [tail.uuid_of(row) for row in range(len(tail))] == [f"{number:06}" for number in range(30, 40)]


def test_an_index_grows_after_its_tail_was_read(tmp_path: Path) -> None:
    line = b'{"type":"user","uuid":"%06d","parentUuid":"%06d"}\n'
    path = write(tmp_path, b"".join(line % (number, number - 1) for number in range(1, 4_000)))
    tail = Index.tail(path, 5)
    with path.open("ab") as file:
        file.write(line % (4_000, 3_999))
    assert tail.extend() == 5
    assert tail.parent[5] == 4


def test_a_line_of_several_chunks_is_one_row(tmp_path: Path) -> None:
    long = b'{"type":"user","uuid":"a","x":"' + b"x" * (9 << 20) + b'"}\n'
    path = write(tmp_path, b'{"type":"user","uuid":"b"}\n' + long + b'{"type":"user","uuid":"c"}\n')
    index = Index.open(path)
    assert list(index.length) == [27, len(long), 27]
    assert index.rows == {"b": 0, "a": 1, "c": 2}


def test_a_shortened_file_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, b'{"type":"user","uuid":"a"}\n{"type":"user","uuid":"b"}\n')
    index = Index.open(path)
    path.write_bytes(b"")
    with pytest.raises(ReadError, match="shorter"):
        index.raw(1)


@pytest.mark.parametrize("make", ["missing", "folder", "fifo", "device"])
def test_what_is_no_regular_file_is_a_read_error(make: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    if make == "folder":
        path.mkdir()
    elif make == "fifo":
        os.mkfifo(path)
    elif make == "device":
        path = Path("/dev/zero")
    with pytest.raises(ReadError):
        Index.open(path)
    with pytest.raises(ReadError):
        Index.tail(path)
