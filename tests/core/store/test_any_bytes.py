"""Metadata of files that hold anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.core.format.index import Flag, Index
from cc_session_tui.core.store import ends
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.known import Known
from cc_session_tui.core.store.reading import read_meta
from cc_session_tui.core.store.whole import Progress
from tests.core.format.strategies import FILES, ODD, files_in_chunks
from tests.core.store.factories import SESSION, lines

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Meta

FILES_OF_THE_CLIENT = sorted(path for path in Path("tests/data").rglob("*.jsonl") if path.is_file())
FIELDS = ["type", "customTitle", "aiTitle", "summary", "lastPrompt", "leafUuid", "sessionId", "uuid", "parentUuid"]
FIELDS += ["cwd", "timestamp", "message", "attachment", "toolUseResult", "origin", "forkedFrom", "worktreeSession"]
VALUES = ["custom-title", "ai-title", "summary", "last-prompt", "user", "attachment", SESSION]
FACTS = st.dictionaries(st.sampled_from(FIELDS), ODD | st.sampled_from(VALUES))


def meta_of_bytes(folder: Path, data: bytes, *, full: bool) -> Meta:
    path = folder / f"{SESSION}.jsonl"
    path.write_bytes(data)
    return read_meta(str(path), full=full).meta


def check_counts(index: Index, meta: Meta) -> None:
    """Hold what the store counts against the rows of the index."""
    rows = range(len(index))
    damaged = {_line_of(index, row) for row in rows if index.flags[row] & (Flag.DAMAGED | Flag.GLUED)}
    assert meta.records == sum(not index.flags[row] & (Flag.DAMAGED | Flag.BLANK) for row in rows)
    assert meta.damaged_lines == len(damaged)


def _line_of(index: Index, row: int) -> int:
    return index.read(0, index.offset[row]).count(b"\n")


@given(FILES)
def test_any_file_is_counted_as_its_index_has_it(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    meta = meta_of_bytes(folder, data, full=True)
    check_counts(Index.open(folder / f"{SESSION}.jsonl"), meta)


@given(st.lists(FACTS, max_size=4), st.binary(max_size=20))
def test_odd_facts_never_raise_and_can_be_kept(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, object]], tail: bytes
) -> None:
    folder = tmp_path_factory.mktemp("facts")
    meta = meta_of_bytes(folder, lines(records) + tail, full=True)
    cache = MetaCache(folder / "cache.db")
    cache.keep("root", {"path": Known("stamp", "", meta)}, {}, ())
    assert cache.load("root")["path"].meta == meta


@given(FILES)
def test_the_ends_of_any_file_are_read(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cc_session_tui.core.store.reading.BLOCK", 8)
        patch.setattr(ends, "BLOCK", 16)
        patch.setattr(ends, "_MOST_HEAD", 64)
        meta_of_bytes(tmp_path_factory.mktemp("ends"), data, full=False)


@settings(max_examples=40)
@given(files_in_chunks(), st.integers(1, 64))
def test_a_file_read_while_it_grows_is_read_as_a_whole(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[bytes], worth: int
) -> None:
    path = tmp_path_factory.mktemp("growing") / f"{SESSION}.jsonl"
    packed = b""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cc_session_tui.core.store.whole.WORTH_RESUMING", worth)
        for chunk in chunks:
            with path.open("ab") as file:
                file.write(chunk)
            reading = read_meta(str(path), full=True, progress=Progress.unpacked(packed))
            assert reading.progress is not None
            packed = reading.progress.packed()
    assert reading.meta == read_meta(str(path), full=True).meta


@pytest.mark.parametrize("path", FILES_OF_THE_CLIENT, ids=str)
def test_real_files_are_counted_as_their_index_has_them(path: Path) -> None:
    check_counts(Index.open(path), read_meta(str(path), full=True).meta)


def test_a_line_of_deep_nesting_is_damaged(tmp_path: Path) -> None:
    deep = b'{"type":"user","sessionId":"' + SESSION.encode() + b'","message":{"content":' + b"[" * 100_000 + b"\n"
    meta = meta_of_bytes(tmp_path, deep + lines([{"type": "user", "sessionId": SESSION}]), full=True)
    assert (meta.records, meta.damaged_lines) == (1, 1)


def test_a_number_of_many_digits_is_survived(tmp_path: Path) -> None:
    line = json.dumps({"type": "user", "sessionId": SESSION, "cwd": 5, "message": {"content": "@"}})
    data = line.replace('"@"', "9" * 5000).encode()
    assert meta_of_bytes(tmp_path, data, full=True).records == 1
