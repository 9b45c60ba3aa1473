"""All that `cc-session` writes to stdout goes through here, as UTF-8 whatever the locale says."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_DEEPEST: Final = 100
_USUAL_WIDTH: Final = 80
_CHUNK: Final = 64 << 10


class Closed(Exception):
    """Whoever read stdout has gone."""


def check() -> None:
    """See that there is a stdout.

    Raises:
        OSError: there is none.
    """
    if sys.stdout is None:
        raise OSError("stdout is closed")


def terminal_width() -> int | None:
    """Columns of the terminal that stdout is; None where it is a file or a pipe."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or _USUAL_WIDTH
    except OSError:
        return None


def write(text: str) -> None:
    """Write TEXT.

    Raises:
        Closed: nobody reads stdout any more.
        OSError: stdout is full.
    """
    try:
        sys.stdout.buffer.write(encoded(text))
    except BrokenPipeError as error:
        raise Closed from error


def encoded(text: str) -> bytes:
    """TEXT in UTF-8; lone surrogates become U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub("\ufffd", text).encode()


def write_lines(lines: Iterable[str]) -> None:
    """Write LINES, each with a newline."""
    _write_parts(f"{line}\n" for line in lines)


def write_json_array(items: Iterable[Any]) -> None:
    """Write a JSON array of ITEMS, one a line, without holding them all."""
    _write_parts(_array_parts(items))


def to_json(value: Any) -> str:
    """VALUE as JSON in one line: what JSON cannot say is null (NaN, infinity); deeper than 100 levels stands "…"."""
    encode = _encoder()
    try:
        return encode(value)
    except (ValueError, RecursionError):
        return encode(_cleaned(value, _DEEPEST))


def flush() -> None:
    """Send what was written.

    Raises:
        Closed: as for `write`.
        OSError: as for `write`.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise Closed from error


def abandon() -> None:
    """Give stdout up, so that nothing tries to write to it again when the program ends."""
    if sys.stdout is None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _array_parts(items: Iterable[Any]) -> Iterator[str]:
    yield "["
    separator = "\n"
    for item in items:
        yield f"{separator}{to_json(item)}"
        separator = ",\n"
    yield "\n]\n" if separator != "\n" else "]\n"


def _write_parts(parts: Iterable[str]) -> None:
    """Write PARTS, some at a time: stdout may be unbuffered."""
    waiting: list[str] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size > _CHUNK:
            write("".join(waiting))
            waiting, size = [], 0
    write("".join(waiting))


@cache
def _encoder() -> Callable[[Any], str]:
    import json  # noqa: PLC0415 - not every command needs it

    return json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def _cleaned(value: Any, room: int) -> Any:
    """VALUE without numbers that JSON lacks, and with at most ROOM levels."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if not isinstance(value, dict | list | tuple):
        return value
    if not room:
        return "…"
    if isinstance(value, dict):
        return {key: _cleaned(item, room - 1) for key, item in value.items()}
    return [_cleaned(item, room - 1) for item in value]
