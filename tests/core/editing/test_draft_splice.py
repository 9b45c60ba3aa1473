"""One value of a record changed in its bytes."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.core.editing.splice import with_key, with_value, without
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Iterator

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
RECORDS = st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=5)
SPELLINGS = st.sampled_from(
    [{}, {"separators": (",", ":")}, {"indent": None, "ensure_ascii": False}, {"separators": (" , ", " : ")}]
)


def paths(value: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of each value inside VALUE."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inner:
        yield (*above, name)
        yield from paths(item, (*above, name))


def put(record: Any, path: tuple[str | int, ...], change: Any) -> Any:
    """RECORD after CHANGE of what holds the last step of PATH."""
    record = copy.deepcopy(record)
    parent = record
    for name in path[:-1]:
        parent = parent[name]
    change(parent)
    return record


@given(record=RECORDS, spelling=SPELLINGS, new=VALUES, data=st.data())
@settings(max_examples=150, deadline=None)
def test_one_value_changes_and_no_byte_around_it(record: Any, spelling: Any, new: Any, data: st.DataObject) -> None:
    line = json.dumps(record, **spelling).encode("utf-8", "surrogatepass") + b"\n"
    path = data.draw(st.sampled_from(list(paths(record))))
    changed = with_value(line, path, new)
    assert json.loads(changed) == put(record, path, lambda parent: parent.__setitem__(path[-1], new))
    value = json.dumps(new, separators=(",", ":")).encode()
    heads = [at for at in range(len(changed)) if changed.startswith(value, at) and line.startswith(changed[:at])]
    assert any(line.endswith(changed[at + len(value) :]) for at in heads)


@given(record=RECORDS, spelling=SPELLINGS, data=st.data())
@settings(max_examples=150, deadline=None)
def test_one_item_goes_and_its_comma(record: Any, spelling: Any, data: st.DataObject) -> None:
    line = json.dumps(record, **spelling).encode("utf-8", "surrogatepass") + b"\n"
    path = data.draw(st.sampled_from(list(paths(record))))
    assert json.loads(without(line, path)) == put(record, path, lambda parent: parent.__delitem__(path[-1]))


def test_numbers_and_duplicate_keys_keep_their_spelling() -> None:
    line = b'{"a":1e5, "uuid":"x","b":0.10,"uuid" : "y","\\u0061b":[1 ,2]}\r\n'
    assert with_value(line, "uuid", None) == b'{"a":1e5, "uuid":"x","b":0.10,"uuid" : null,"\\u0061b":[1 ,2]}\r\n'
    assert without(line, ("ab", 0)) == b'{"a":1e5, "uuid":"x","b":0.10,"uuid" : "y","\\u0061b":[2]}\r\n'


def test_a_key_in_a_text_is_no_key() -> None:
    line = b'{"text":"\\"parentUuid\\":\\"no\\"","x":{"parentUuid":"no"},"parentUuid":"old"}\n'
    assert with_value(line, "parentUuid", "new") == line.replace(b'"old"', b'"new"')


def test_a_line_with_a_mark_in_front_of_it_keeps_it() -> None:
    assert with_value(b'\xef\xbb\xbf{"a":1}\r\n', "a", 2) == b'\xef\xbb\xbf{"a":2}\r\n'


def test_a_new_key_stands_in_front() -> None:
    assert with_key(b'{"a":1}\n', "b", {"c": []}) == b'{"b":{"c":[]},"a":1}\n'
    assert with_key(b"{ }\n", "b", None) == b'{"b":null }\n'
    with pytest.raises(EditError):
        with_key(b'{"a":1}\n', "a", 2)


@pytest.mark.parametrize("line", [b"[1]\n", b"{cut", b"", b"\x00", b"[" * 100_000])
def test_what_is_no_record_is_not_changed(line: bytes) -> None:
    for edit in (with_value, with_key):
        with pytest.raises(EditError):
            edit(line, "a", 1)


@pytest.mark.parametrize("path", [("b",), ("a", 1), ("a", "0"), ("a", 0, "x")])
def test_what_is_not_there_is_not_changed(path: tuple[str | int, ...]) -> None:
    with pytest.raises(EditError):
        with_value(b'{"a":[1]}', path, 1)
    with pytest.raises(EditError):
        without(b'{"a":[1]}', path)
