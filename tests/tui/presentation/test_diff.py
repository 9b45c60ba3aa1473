from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.presentation.diff import (
    Row,
    change_lines,
    change_words,
    compared,
    created,
    edited,
    patched,
)
from cc_session_tui.tui.presentation.plain import count_lines
from tests.tui.factories import PATCH
from tests.tui.presentation.looks import PALETTE, words

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON

some_lines = st.lists(st.sampled_from(["a", "b", "", "  c", "日本"]), min_size=1, max_size=30).map("\n".join)


def test_the_clients_patch_is_numbered_by_the_side_a_line_stands_on() -> None:
    assert patched(PATCH).rows == [
        Row(" ", 1, "def add(a, b):"),
        Row("-", 2, "    return a - b"),
        Row("+", 2, "    return a + b"),
    ]


def test_hunks_are_set_apart() -> None:
    hunk: JSON = {"oldStart": 7, "newStart": 9, "lines": ["-x", " y", "\\ No newline at end of file"]}
    assert patched([hunk, hunk]).rows == [
        Row("-", 7, "x"),
        Row(" ", 9, "y"),
        Row(" ", 10, " No newline at end of file"),
        Row("⋯", 0, ""),
        Row("-", 7, "x"),
        Row(" ", 9, "y"),
        Row(" ", 10, " No newline at end of file"),
    ]


@pytest.mark.parametrize("patch", [None, 3, "x", [None], [{"lines": 3}], [{"oldStart": "a", "lines": [3, None, ""]}]])
def test_what_is_no_patch_has_no_rows(patch: object) -> None:
    assert patched(patch).rows == []  # type: ignore[arg-type]


def test_an_edit_is_compared_and_numbered_in_the_original() -> None:
    change = compared("b\nc", "b\nd", "a\nb\nc\n", 50)
    assert change.rows == [Row(" ", 2, "b"), Row("-", 3, "c"), Row("+", 3, "d")]


def test_without_the_original_there_are_no_numbers() -> None:
    assert compared("b", "c", "", 50).rows == [Row("-", 0, "b"), Row("+", 0, "c")]


@given(some_lines, some_lines)
def test_the_rows_lead_from_the_one_text_to_the_other(before: str, after: str) -> None:
    change = compared(before, after, "", 50)
    assert change.removed - change.added == count_lines(before) - count_lines(after)
    gone = [row.text for row in change.rows if row.sign in "- "]
    came = [row.text for row in change.rows if row.sign in "+ "]
    has_gaps = "⋯" in {row.sign for row in change.rows}
    assert has_gaps or "\n".join(gone) in before
    assert has_gaps or "\n".join(came) in after


def test_long_texts_are_not_compared_and_only_the_first_rows_are_made() -> None:
    change = compared("a\n" * 900, "b\n" * 900, "", 10)
    assert [row.text for row in change.rows] == ["a"] * 10 + ["b"] * 10
    assert (change.added, change.removed, change.more) == (900, 900, 1780)


def test_a_new_file_is_all_added() -> None:
    change = created("hello\nworld\n", 50)
    assert change.rows == [Row("+", 1, "hello"), Row("+", 2, "world")]


def test_several_edits_are_one_change() -> None:
    change = edited([{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": ""}, None], "", 50)
    assert [row.sign for row in change.rows] == ["-", "+", "⋯", "-", "⋯"]
    assert change_words(change) == "+1 \N{MINUS SIGN}2"


def test_no_edits_are_no_change() -> None:
    assert change_words(edited([], "", 50)) == "no change"


def test_lines_have_number_sign_and_text_and_go_on_below_the_text() -> None:
    patch: JSON = [{"oldStart": 99, "newStart": 99, "lines": ["-abcdefghij"]}]
    assert words(change_lines(patched(patch), 16, 50, PALETTE)) == ["   99 - abcdefgh", "      - ij"]


def test_rows_beyond_the_limit_are_counted() -> None:
    *shown, last = change_lines(created("x\n" * 100, 20), 40, 20, PALETTE)
    assert len(shown) == 20
    assert last.more == 80


def test_carriage_returns_are_visible_in_a_diff() -> None:
    assert words(change_lines(patched([{"lines": ["-a", "+a\r"]}]), 40, 50, PALETTE))[1].endswith("+ a␍")
