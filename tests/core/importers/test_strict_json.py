from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.strict_json import parse_json


@given(
    value=st.recursive(
        st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_json_is_read_as_it_was_written(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", "[-Infinity]", "1e400", "1 2", "'a'", "[" * 100_000, "9" * 5000], ids=range(9)
)
def test_what_could_not_be_written_again_is_refused(text: str) -> None:
    with pytest.raises(EditError, match="no JSON"):
        parse_json(text)
