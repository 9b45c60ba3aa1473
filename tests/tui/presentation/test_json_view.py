from __future__ import annotations

import json
from itertools import islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment

from cc_session_tui.tui.presentation.json_view import MOST_OF_STRING, JsonLine, json_lines
from cc_session_tui.tui.presentation.wrap import text_of
from tests.tui.presentation.looks import PALETTE, any_text

values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | any_text,
    lambda inner: st.lists(inner) | st.dictionaries(any_text, inner),
    max_leaves=20,
)


def lines(value: Any, width: int = 60, opened: Any = ()) -> list[JsonLine]:
    return list(json_lines(value, width, PALETTE, opened))


def shown(value: Any, width: int = 60, opened: Any = ()) -> list[str]:
    return [text_of(line.spans) for line in lines(value, width, opened)]


def test_a_record_is_indented_json() -> None:
    record = {"type": "user", "n": [1, 2.5, None], "ok": True, "none": {}, "empty": []}
    assert "\n".join(shown(record)) == json.dumps(record, indent=2)


def test_keys_strings_and_numbers_have_their_colours() -> None:
    assert lines({"a": "b"})[1].spans[1:] == [
        Segment('"a"', PALETTE.person),
        Segment(": ", PALETTE.dim),
        Segment('"b"', PALETTE.tool),
    ]


def test_each_line_knows_where_its_value_stands() -> None:
    assert [line.path for line in lines({"a": [1, {"b": 2}]})] == [
        (),
        ("a",),
        ("a", 0),
        ("a", 1),
        ("a", 1, "b"),
        ("a", 1),
        ("a",),
        (),
    ]


def test_a_big_string_is_cut_until_it_is_opened() -> None:
    record = {"text": "x" * 1_200_000}
    cut = lines(record, 100)
    assert len(cut) < 10
    assert [line.path for line in cut if line.is_cut] == [("text",)] * (len(cut) - 2)
    assert "".join(text_of(line.spans).strip() for line in cut[1:-1]).endswith("x… 1.2 MB")
    whole = "".join(line.strip() for line in shown(record, 100, {("text",)}))
    assert whole == '{"text": "' + "x" * 1_200_000 + '"}'


def test_lines_are_made_as_they_are_asked_for() -> None:
    endless: Any = {"list": list(range(1_000_000)), "text": "x" * 5_000_000}
    assert len(list(islice(json_lines(endless, 80, PALETTE), 100))) == 100


def test_control_characters_and_surrogates_are_harmless() -> None:
    assert shown({"\ud83d": "\x1b\x7f\u202e"})[1] == '  "⟨U+D83D⟩": "\\u001b␡⟨RLO⟩"'


def test_deep_nesting_is_shown() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    assert len(lines(deep, 40)) == 10_001


@given(values, st.integers(10, 80))
def test_every_line_fits(value: Any, width: int) -> None:
    assert all(cell_len(line) <= width for line in shown(value, width))


@given(values)
def test_nothing_but_long_strings_is_cut(value: Any) -> None:
    assert not any(line.is_cut for line in lines(value)) or len(json.dumps(value)) > MOST_OF_STRING
