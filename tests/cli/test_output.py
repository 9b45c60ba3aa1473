"""What goes to stdout: UTF-8 and valid JSON, whatever the data holds."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def write_json(items: Iterable[Any]) -> None:
    """Write ITEMS as the commands do."""
    output.write_parts(output.json_array(items))


def nested(depth: int) -> Any:
    """Return a list in a list in a list ..."""
    value: Any = 5
    for _ in range(depth):
        value = [value]
    return value


@given(value=JSON_VALUES)
def test_any_value_is_json_that_a_strict_reader_takes(value: Any) -> None:
    msgspec.json.decode(output.encoded(output.to_json(value)))


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_json_has_no_number_for_is_null(number: float) -> None:
    assert output.to_json({"a": [number, 1.5]}) == '{"a":[null,1.5]}'


def test_a_big_integer_keeps_its_digits() -> None:
    assert output.to_json(10**40) == str(10**40)


@pytest.mark.parametrize("depth", [99, 101, 900, 5_000])
def test_a_deep_value_is_cut_where_it_must_be(depth: int) -> None:
    assert json.loads(output.to_json(nested(depth)))


def test_a_lone_surrogate_is_written_as_a_replacement_character(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_json(["half \ud83d", "whole 😀"])
    assert json.loads(capsysbinary.readouterr().out) == ["half \ufffd", "whole 😀"]


@pytest.mark.parametrize("items", [[], [1], [1, {"a": "b"}]])
def test_an_array_has_an_item_a_line(items: list[Any], capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_json(items)
    out = capsysbinary.readouterr().out
    assert json.loads(out) == items
    assert out.count(b"\n") == (len(items) + 2 if items else 1)


def test_a_big_array_is_written_before_it_is_made(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    written = 0

    def items() -> Iterator[str]:
        nonlocal written
        for _ in range(100):
            yield "x" * 10_000
            output.flush()
            written = max(written, len(capsysbinary.readouterr().out))

    write_json(items())
    assert 60_000 < written < 100_000
