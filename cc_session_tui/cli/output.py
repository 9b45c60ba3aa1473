"""All that `cc-session` writes to stdout goes through here, as UTF-8 whatever the locale says."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `remembered` has no time to import typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Match
    from typing import Any, Final

_DEEPEST: Final = 100
_USUAL_WIDTH: Final = 80
_CHUNK: Final = 64 << 10
_STEERING: Final = "[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"


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
    """Write TEXT in UTF-8.

    Raises:
        Closed: as for `write_bytes`.
        OSError: as for `write_bytes`.
    """
    write_bytes(encoded(text))


def write_bytes(data: bytes) -> None:
    """Write DATA.

    Raises:
        Closed: nobody reads stdout any more.
        OSError: stdout is full.
    """
    try:
        sys.stdout.buffer.write(data)
    except BrokenPipeError as error:
        raise Closed from error


def encoded(text: str) -> bytes:
    """TEXT in UTF-8; lone surrogates become U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def lines(texts: Iterable[str]) -> Iterator[str]:
    """TEXTS as lines."""
    return (f"{text}\n" for text in texts)


def json_array(items: Iterable[Any]) -> Iterator[str]:
    """A JSON array of ITEMS, in parts: one item a line, each made when its turn comes."""
    yield "["
    separator = "\n"
    for item in items:
        yield f"{separator}{to_json(item)}"
        separator = ",\n"
    yield "\n]\n" if separator != "\n" else "]\n"


def write_parts(parts: Iterable[str]) -> None:
    """Write PARTS, as they come but not each by itself: stdout may be unbuffered."""
    waiting: list[str] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size > _CHUNK:
            write("".join(waiting))
            waiting, size = [], 0
    write("".join(waiting))


def to_json(value: Any) -> str:
    """VALUE as JSON in one line: what JSON cannot say is null (NaN, infinity); deeper than 100 levels stands "…".

    Besides what JSON wants escaped, characters that steer a terminal are: DEL, C1 controls, and those of direction.
    """
    import json  # noqa: PLC0415 - not every command needs it
    import re  # noqa: PLC0415

    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        text = json.dumps(_cleaned(value, _DEEPEST), ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() and "\x7f" not in text else re.sub(_STEERING, _escaped, text)


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


def _escaped(found: Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


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
