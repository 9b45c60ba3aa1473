"""The whole conversation above a leaf, as it is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.core.chain.history import OTHER_ROOTS, chain_of
from cc_session_tui.core.format.index import Index
from tests.core.chain.sessions import Record, index_of, link, reply, result, use, user, uuids
from tests.core.format.strategies import FILES

SESSIONS = sorted(Path("tests/data/sessions").glob("*/projects/*/**/*.jsonl"))
BOUNDARY = "system/compact_boundary"


def read(folder: Path, *records: Record) -> list[str | None]:
    """Return the uuids of the conversation in RECORDS, in reading order."""
    index = index_of(folder, *records)
    return uuids(index, chain_of(index).rows)


def test_a_conversation_is_read_from_its_root_to_its_leaf(tmp_path: Path) -> None:
    assert read(tmp_path, user("a", None), reply("b", "a"), user("c", "b")) == ["a", "b", "c"]


def test_the_order_of_the_chain_counts_not_that_of_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, reply("b", "a"), user("a", None), user("c", "b")) == ["a", "b", "c"]


def test_parallel_results_stand_after_the_lines_of_their_message(tmp_path: Path) -> None:
    records = [
        user("a", None),
        reply("b1", "a", use("t1"), message="m"),
        result("r1", "b1", "t1"),
        reply("b2", "b1", use("t2"), message="m"),
        result("r2", "b2", "t2"),
        reply("c", "r2"),
    ]
    assert read(tmp_path, *records) == ["a", "b1", "b2", "r1", "r2", "c"]


def test_a_parallel_result_off_the_path_makes_no_fork(tmp_path: Path) -> None:
    index = index_of(
        tmp_path,
        user("a", None),
        reply("b1", "a", use("t1"), message="m"),
        reply("b2", "b1", use("t2"), message="m"),
        result("r1", "b1", "t1"),
        result("r2", "b2", "t2"),
        reply("c", "r2"),
    )
    assert chain_of(index).forks == {}


def test_a_compaction_is_read_through_by_its_logical_parent(tmp_path: Path) -> None:
    records = [
        user("a", None),
        reply("b", "a"),
        link(BOUNDARY, "k", None, logicalParentUuid="b"),
        user("s", "k", isCompactSummary=True),
        user("c", "s"),
    ]
    index = index_of(tmp_path, *records)
    chain = chain_of(index)
    assert uuids(index, chain.rows) == ["a", "b", "k", "s", "c"]
    assert chain.compactions == (2,)
    assert chain.gaps == frozenset()


@pytest.mark.parametrize("logical", ["gone", None, 5])
def test_a_compaction_without_a_logical_parent_follows_the_record_before_it(logical: object, tmp_path: Path) -> None:
    records = [user("a", None), link(BOUNDARY, "k", None, logicalParentUuid=logical), user("c", "k")]
    assert read(tmp_path, *records) == ["a", "k", "c"]


def test_a_compaction_that_names_its_own_child_ends(tmp_path: Path) -> None:
    assert read(tmp_path, link(BOUNDARY, "k", None, logicalParentUuid="c"), user("c", "k")) == ["k", "c"]


def test_a_missing_parent_is_bridged_and_said_to_be_missing(tmp_path: Path) -> None:
    index = index_of(tmp_path, user("a", None), reply("b", "a"), user("c", "gone"))
    chain = chain_of(index)
    assert uuids(index, chain.rows) == ["a", "b", "c"]
    assert chain.gaps == {2}


def test_the_end_of_a_file_has_no_gap_at_its_top(tmp_path: Path) -> None:
    records = [user(str(n), str(n - 1) if n else None, "x" * 40_000) for n in range(8)]
    index = Index.tail(index_of(tmp_path, *records).path, 3)
    assert index.base > 0
    assert chain_of(index).gaps == frozenset()


def test_a_rewind_is_a_fork_with_the_branch_that_was_left(tmp_path: Path) -> None:
    index = index_of(
        tmp_path, user("a", None), reply("b", "a"), user("c", "b"), reply("d", "c"), user("e", "b"), reply("f", "e")
    )
    forks = chain_of(index).forks
    assert list(forks) == [1]
    left, active = forks[1]
    assert (left.first, left.leaf, left.messages, left.active) == (2, 3, 2, False)
    assert (active.first, active.leaf, active.messages, active.active) == (4, 5, 2, True)


def test_a_branch_that_is_chosen_becomes_the_conversation(tmp_path: Path) -> None:
    index = index_of(
        tmp_path, user("a", None), reply("b", "a"), user("c", "b"), reply("d", "c"), user("e", "b"), reply("f", "e")
    )
    left = chain_of(index).forks[1][0]
    chain = chain_of(index, left.leaf)
    assert uuids(index, chain.rows) == ["a", "b", "c", "d"]
    assert chain.rule == "chosen"
    assert [span.active for span in chain.forks[1]] == [True, False]


def test_a_second_root_is_a_conversation_of_its_own(tmp_path: Path) -> None:
    index = index_of(tmp_path, user("a", None), reply("b", "a"), user("c", None), reply("d", "c"))
    chain = chain_of(index)
    assert uuids(index, chain.rows) == ["c", "d"]
    assert [(span.first, span.leaf) for span in chain.forks[OTHER_ROOTS]] == [(0, 1), (2, 3)]


def test_a_circle_is_read_once(tmp_path: Path) -> None:
    records = [user("a", "c"), reply("b", "a"), user("c", "b"), reply("d", "c")]
    assert sorted(read(tmp_path, *records), key=str) == ["a", "b", "c", "d"]


def test_a_circle_without_a_leaf_is_read_from_its_last_message(tmp_path: Path) -> None:
    assert read(tmp_path, user("a", "b"), reply("b", "a")) == ["a", "b"]


def test_a_session_without_messages_is_read_as_nothing(tmp_path: Path) -> None:
    chain = chain_of(index_of(tmp_path, {"type": "mode", "mode": "plan"}))
    assert (chain.leaf, list(chain.rows), chain.forks) == (-1, [], {})


@given(data=FILES)
@settings(max_examples=200)
def test_any_bytes_have_a_conversation_from_any_leaf(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "history.jsonl"
    path.write_bytes(data)
    index = Index.open(path)
    for leaf in (None, *range(len(index))):
        chain = chain_of(index, leaf)
        rows = list(chain.rows)
        assert len(set(rows)) == len(rows)
        assert {row for row in range(len(index)) if chain.shown[row]} == set(rows)
        assert chain.leaf == -1 or chain.leaf in rows
        assert chain.gaps <= set(rows)


@given(parents=st.lists(st.integers(-1, 12), min_size=1, max_size=12))
def test_every_message_is_in_the_conversation_or_in_a_branch(
    tmp_path_factory: pytest.TempPathFactory, parents: list[int]
) -> None:
    records = [user(str(n), str(parent) if parent >= 0 else None) for n, parent in enumerate(parents)]
    index = index_of(tmp_path_factory.getbasetemp(), *records)
    chain = chain_of(index)
    spans = [span for below in chain.forks.values() for span in below]
    for span in spans:
        assert (span.first in chain.rows) == span.active
        assert span.first in chain_of(index, span.leaf).rows
    assert len(chain.rows) + sum(span.messages for span in spans if not span.active) == len(records)


@pytest.mark.parametrize("path", SESSIONS, ids=str)
def test_a_real_session_is_read_whole(path: Path) -> None:
    index = Index.open(path)
    chain = chain_of(index)
    talk = [row for row in range(len(index)) if index.kind_of(row) in {"user", "assistant"}]
    assert set(talk) <= set(chain.rows)
    assert chain.gaps == frozenset()
    assert chain.forks == {}
