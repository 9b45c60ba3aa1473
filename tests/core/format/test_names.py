"""Numbers by string, in little memory: as a dict has them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cc_session_tui.core.format import names
from cc_session_tui.core.format.names import Names

UUID = "0bd5cd8e-7f2a-4c5f-9b8e-3a5d7c1e2f40"
STRINGS = st.sampled_from([UUID, UUID.upper(), UUID[:-1], UUID + "0", "toolu_1", "msg_1", "", "\ud800", "漢", "\0"])
GIVEN = st.lists(st.tuples(STRINGS | st.text(max_size=3) | st.uuids().map(str), st.integers(0, 2**31 - 1)))


def note(known: Names, name: str, number: int, most: int) -> int:
    """Note NUMBER for NAME, as an index does that settles MOST at a time; return the number before, -1 for none."""
    if len(known.recent) >= most:
        known.settle()
    before = known.recent.get(name, -1)
    known.recent[name] = number
    return before if before >= 0 else known.old_number(name)


@given(given=GIVEN, most=st.integers(1, 5))
@example(given=[(UUID, 1), ("a", 2), (UUID, 3), ("b", 4), ("c", 5), (UUID, 6)], most=2)
def test_names_know_what_a_dict_knows(given: list[tuple[str, int]], most: int) -> None:
    known, plain = Names(), dict[str, int]()
    for name, number in given:
        assert note(known, name, number, most) == plain.get(name, -1)
        plain[name] = number
        assert len(known) == len(plain)
    assert dict(known.items()) == plain
    assert set(known) == set(plain)
    assert known.keys() - {UUID} == plain.keys() - {UUID}
    for name in (*plain, UUID, "gone", "\udfff"):
        assert known.get(name) == plain.get(name)
        assert (name in known) == (name in plain)


@given(given=GIVEN, last=st.tuples(STRINGS, st.integers(0, 9)), most=st.integers(1, 5))
def test_what_came_last_can_be_taken_back(given: list[tuple[str, int]], last: tuple[str, int], most: int) -> None:
    known, plain = Names(), dict[str, int]()
    for name, number in given:
        note(known, name, number, most)
        plain[name] = number
    before = note(known, *last, most)
    known.restore(last[0], before if before >= 0 else None)
    for _ in range(2):
        assert dict(known) == plain
        assert len(known) == len(plain)
        known.settle()


def test_a_table_that_is_full_grows() -> None:
    known, plain = Names(), {f"msg_{number}": number for number in range(3000)}
    for name, number in plain.items():
        note(known, name, number, 10)
    assert dict(known) == plain
    assert all(known[name] == number for name, number in plain.items())
    assert known.get("msg_3000") is None


def test_strings_with_like_hashes_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "hash", lambda _: 7, raising=False)
    known = Names()
    for number, name in enumerate("abcdef"):
        assert note(known, name, number, 2) == -1
    assert [known.get(name) for name in "abcdefg"] == [0, 1, 2, 3, 4, 5, None]


@pytest.mark.parametrize("other", [None, 5, ("a",)])
def test_what_is_no_string_is_not_among_them(other: object) -> None:
    known = Names()
    note(known, "a", 0, 1)
    note(known, "b", 1, 1)
    assert other not in known
