"""Rows, keys and ends taken over from one reading of a session into another."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource
from cc_session_tui.core.transcript.carrying import Carrier
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Key
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, use
from tests.core.transcript.test_any_file import REAL

if TYPE_CHECKING:
    from pathlib import Path


def index_of(*lines: bytes) -> Index:
    return Index.of(BytesSource(b"".join(lines)))


@pytest.mark.parametrize("path", REAL[:6], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_each_record_that_is_still_there_is_found_wherever_it_stands_now(path: Path, seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    lines = path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if choose.random() < 0.8]
    old, new = index_of(*lines), index_of(b'{"type":"mode","mode":"plan"}\n', *kept)
    carrier = Carrier(old, new)
    for row in range(len(old)):
        uuid, now = old.uuid_of(row), carrier.row(row)
        if uuid is not None and old.rows[uuid] == row:
            assert (now >= 0) == (uuid in new.rows)
            assert now < 0 or new.uuid_of(now) == uuid


@pytest.mark.parametrize("path", REAL[:6], ids=str)
def test_nothing_moves_when_a_tail_is_read_whole(path: Path) -> None:
    tail, whole = Index.tail(path, 20), Index.open(path)
    carrier = Carrier(tail, whole)
    first = len(whole) - len(tail)
    assert [carrier.row(row) for row in range(len(tail))] == list(range(first, len(whole)))
    assert carrier.end(tail.size) == whole.offset[-1] + 1
    assert carrier.key(Key(tail.offset[3], 0)) == Key(tail.offset[3], 0)


def test_records_without_a_uuid_are_found_by_the_one_before_them() -> None:
    script = Script()
    script.user("one")
    script.loose({"type": "mode", "mode": "plan"})
    script.loose({"type": "mode", "mode": "default"})
    old = index_of(*script.lines)
    new = index_of(b'{"type":"custom-title","customTitle":"x"}\n', *script.lines)
    assert [Carrier(old, new).row(row) for row in range(3)] == [1, 2, 3]


def test_where_a_record_is_gone_the_nearest_before_it_is_taken() -> None:
    script = Script()
    script.user("one")
    script.reply("two")
    script.user("three")
    old, new = index_of(*script.lines), index_of(script.lines[0], script.lines[2])
    carrier = Carrier(old, new)
    assert (carrier.row(1), carrier.near(1)) == (-1, 0)
    assert carrier.key(Key(old.offset[1], 0)) is None
    assert carrier.near_key(Key(old.offset[1], 0)).offset == new.offset[0]


def test_of_another_session_nothing_is_found_and_all_of_it_counts_as_known() -> None:
    script = Script()
    script.user("one")
    new = index_of(b'{"type":"mode","mode":"plan"}\n', b'{"type":"mode","mode":"default"}\n')
    carrier = Carrier(index_of(*script.lines), new)
    assert carrier.near(0) == -1
    assert carrier.end(10) == new.size
    assert carrier.near_key(Key(0, 0)) == Key(0, -1)


def test_the_fork_of_several_roots_stays_what_it_is() -> None:
    empty = index_of()
    assert Carrier(empty, empty).key(Key(-1, -2)) == Key(-1, -2)


def test_a_view_names_the_entries_that_a_result_changed(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    one = script.reply(use("a"), message="m")
    two = script.reply(use("b"), message="m")
    path = script.write(tmp_path)
    document = Document.open(path)
    before = document.view(ViewName.HISTORY, 2)
    script.result("b", under=two)
    script.result("a", under=one)
    script.reply("done")
    path.write_bytes(b"".join(script.lines))
    document.extend()
    after = document.view(ViewName.HISTORY, 2)
    assert after.changed_since(before) == {1, 2}
    assert len(after) == len(before) + 1


def test_a_view_ends_after_its_last_whole_record(tmp_path: Path) -> None:
    script = Script()
    script.user("one")
    path = script.write(tmp_path)
    whole = path.stat().st_size
    with path.open("ab") as file:
        file.write(b'{"type":"us')
    assert Document.open(path).view(ViewName.HISTORY, 2).end == whole
    path.write_bytes(b"")
    assert Document.open(path).view(ViewName.HISTORY, 2).end == 0
