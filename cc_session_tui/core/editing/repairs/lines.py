"""Repairs of lines."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.repairs.changes import ended
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.format.surrogates import without_lone_surrogates

if TYPE_CHECKING:
    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.repairs.changes import Changes
    from cc_session_tui.core.format.lines import JSON

_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|-?Infinity|NaN', re.DOTALL)
_CONTROL: Final = re.compile(rb"[\x00-\x1f]")


def remove(changes: Changes, finding: Finding) -> None:
    """Remove damaged lines; they stay in the backup."""
    for row in finding.rows:
        changes.drop(row)


def end_line(changes: Changes, finding: Finding) -> None:
    """End the last line with a newline."""
    changes.change(finding.rows[-1], ended)


def split(changes: Changes, finding: Finding) -> None:
    """Put each record of a line, and each piece of one, on a line of its own."""
    for row in finding.rows[:-1]:
        changes.change(row, ended)


def without_nul(changes: Changes, finding: Finding) -> None:
    """Remove NUL bytes, and lines of nothing else."""
    for row in finding.rows:
        changes.change(row, _without_nul)


def _without_nul(line: bytes) -> bytes:
    return line.replace(b"\x00", b"") if line.strip(b"\x00 \t\r\n") else b""


def make_strict(changes: Changes, finding: Finding) -> None:
    """Escape control characters, put null for NaN and infinity, and remove what stands before the record."""
    for row in finding.rows:
        changes.change(row, _strict)


def _strict(line: bytes) -> bytes:
    strict = _TOKEN.sub(_strict_token, line[line.index(b"{") :])
    if _finite(loads(strict)) != _finite(loads(line)):
        raise EditError("the record cannot be written as strict JSON")
    return strict


def _finite(value: JSON) -> JSON:
    """VALUE with None for NaN and infinity."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return list(map(_finite, value))
    return None if isinstance(value, float) and not isfinite(value) else value


def _strict_token(found: re.Match[bytes]) -> bytes:
    if not found[0].startswith(b'"'):
        return b"null"
    return _CONTROL.sub(lambda control: b"\\u%04x" % ord(control[0]), found[0])


def whole_characters(changes: Changes, finding: Finding) -> None:
    """Put U+FFFD in the place of lone surrogates."""
    for row in finding.rows:
        changes.change(row, without_lone_surrogates)
