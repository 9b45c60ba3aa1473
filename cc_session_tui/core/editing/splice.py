"""One value of a record changed in its bytes; every other byte stays as it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.lines import loads

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON

_VALUE = rb'\s*:\s*(null|true|false|"(?:[^"\\]|\\.)*")'


def with_value(line: bytes, key: str, value: str | bool | None) -> bytes:
    """LINE, a record, with VALUE for its top-level KEY, which holds a string, true, false or null.

    Raises:
        EditError: LINE is no record, or has no such key.
    """
    before = _record(line)
    expected = {**before, key: value}
    for found in re.finditer(re.escape(json.dumps(key).encode()) + _VALUE, line):
        changed = line[: found.start(1)] + json.dumps(value).encode() + line[found.end(1) :]
        if key in before and _reads_as(changed, expected):
            return changed
    raise EditError(f"the record has no {key} to change")


def with_key(line: bytes, key: str, value: JSON) -> bytes:
    """LINE, a record, with VALUE for KEY, which it does not have yet, at its front.

    Raises:
        EditError: LINE is no record, or has the key.
    """
    before = _record(line)
    start = line.index(b"{") + 1
    comma = b"," if before else b""
    changed = (
        line[:start]
        + json.dumps(key).encode()
        + b":"
        + json.dumps(value, separators=(",", ":")).encode()
        + comma
        + line[start:]
    )
    if key in before or not _reads_as(changed, {**before, key: value}):
        raise EditError(f"cannot give the record a {key}")
    return changed


def _record(line: bytes) -> dict[str, JSON]:
    try:
        record = loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise EditError("the line is no record")
    return record


def _reads_as(line: bytes, expected: dict[str, JSON]) -> bool:
    """Whether LINE reads as EXPECTED: repr tells NaN from NaN and 1 from 1.0 and true as == does not."""
    try:
        record = loads(line)
    except ValueError:
        return False
    return isinstance(record, dict) and repr(sorted(record.items())) == repr(sorted(expected.items()))
