"""One value of a record changed in its bytes; every other byte stays as it is.

A value is named by its path from the top of the record: keys and list positions. Each change is read back: what it
makes must be the record with that one value changed, whatever the line looks like.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.lines import loads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cc_session_tui.core.format.lines import JSON

    ValuePath = tuple[str | int, ...]

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_SCALAR: Final = re.compile(rb"[^\s,\]}]+")
_BLANK: Final = re.compile(rb"\s*")


class _Member(NamedTuple):
    """A member of an object, or an item of a list."""

    name: str | int
    """Its key, or its position."""
    begin: int
    """Where its key begins; where its value does, in a list."""
    start: int
    """Where its value begins."""
    end: int


def with_value(line: bytes, key: str | ValuePath, value: JSON) -> bytes:
    """LINE, a record, with VALUE in place of what it has for KEY: a key of its top, or a path.

    Raises:
        EditError: LINE is no record, or has nothing there.
    """
    path = (key,) if isinstance(key, str) else key
    member, _ = _find(line, path)
    changed = line[: member.start] + _bytes(value) + line[member.end :]

    def change(parent: dict[str, JSON] | list[JSON]) -> None:
        parent[path[-1]] = value  # type: ignore[index]  # a key for an object, a position for a list

    return _checked(line, changed, path, change)


def without(line: bytes, path: ValuePath) -> bytes:
    """LINE, a record, without the list item or the key at PATH.

    Raises:
        EditError: LINE is no record, or has nothing there.
    """
    member, around = _find(line, path)
    at = around.index(member)
    if at:
        start, end = around[at - 1].end, member.end
    else:
        start, end = member.begin, around[1].begin if len(around) > 1 else member.end

    def change(parent: dict[str, JSON] | list[JSON]) -> None:
        del parent[path[-1]]  # type: ignore[arg-type]  # a key for an object, a position for a list

    return _checked(line, line[:start] + line[end:], path, change)


def with_key(line: bytes, key: str, value: JSON) -> bytes:
    """LINE, a record, with VALUE for KEY, which it does not have yet, at its front.

    Raises:
        EditError: LINE is no record, or has the key.
    """
    before = _record(line)
    start = line.index(b"{") + 1
    comma = b"," if before else b""
    changed = line[:start] + _bytes(key) + b":" + _bytes(value) + comma + line[start:]
    if key in before or not _reads_as(changed, {**before, key: value}):
        raise EditError(f"cannot give the record a {key}")
    return changed


def _bytes(value: JSON) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _find(line: bytes, path: ValuePath) -> tuple[_Member, list[_Member]]:
    """The member at PATH (of a key that stands twice the last, which is the one that counts), and all beside it."""
    _record(line)
    at = line.index(b"{")
    for name in path:
        around = list(_members(line, at))
        found = [member for member in around if member.name == name and type(member.name) is type(name)]
        if not found:
            raise EditError(f"the record has no {'.'.join(map(str, path))} to change")
        at = found[-1].start
    return found[-1], around


def _members(line: bytes, at: int) -> Iterator[_Member]:
    """The members of the object, or the items of the list, that begins at AT; none of any other value."""
    is_object = line[at : at + 1] == b"{"
    if not is_object and line[at : at + 1] != b"[":
        return
    at = _after_blanks(line, at + 1)
    number = 0
    while at < len(line) and line[at : at + 1] not in {b"]", b"}"}:
        begin, name = at, number
        key: str | None = None
        if is_object:
            end = _end_of(line, at)
            key = str(loads(line[at:end]))
            at = _after_blanks(line, _after_blanks(line, end) + 1)
        end = _end_of(line, at)
        yield _Member(name if key is None else key, begin, at, end)
        number += 1
        at = _after_blanks(line, end)
        if line[at : at + 1] == b",":
            at = _after_blanks(line, at + 1)


def _after_blanks(line: bytes, at: int) -> int:
    found = _BLANK.match(line, at)
    return found.end() if found else at


def _end_of(line: bytes, at: int) -> int:
    """Where the value that begins at AT ends."""
    if line[at : at + 1] not in {b"{", b"["}:
        found = (_STRING if line[at : at + 1] == b'"' else _SCALAR).match(line, at)
        return found.end() if found else len(line)
    depth = 0
    for token in _TOKEN.finditer(line, at):
        depth += {b"{": 1, b"[": 1, b"}": -1, b"]": -1}.get(token[0], 0)
        if not depth:
            return token.end()
    return len(line)


def _checked(
    line: bytes, changed: bytes, path: ValuePath, change: Callable[[dict[str, JSON] | list[JSON]], None]
) -> bytes:
    """CHANGED, if it reads as the record in LINE after CHANGE of what holds the last step of PATH.

    Raises:
        EditError: it does not.
    """
    record = _record(line)
    parent: JSON = record
    for name in path[:-1]:
        parent = parent[name]  # type: ignore[index]  # `_find` went the same way
    if isinstance(parent, dict | list):
        change(parent)
    if not _reads_as(changed, record):
        raise EditError(f"cannot change {'.'.join(map(str, path))} of the record")
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
        return isinstance(record, dict) and repr(sorted(record.items())) == repr(sorted(expected.items()))
    except (ValueError, RecursionError):
        return False
