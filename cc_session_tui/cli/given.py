"""What is given to a command besides its options: text, files, JSON; `-` stands for stdin."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from cc_session_tui.cli.options import expanded
from cc_session_tui.core.errors import EditError, ReadError
from cc_session_tui.core.importers.strict_json import parse_json

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON

STDIN: Final = "-"
"""What means stdin where a text or a file is asked for."""


def text_of(given: str) -> str:
    """The text GIVEN; for `-` what stdin holds, without the newline at its end.

    Raises:
        EditError: it is not UTF-8.
        ReadError: stdin cannot be read.
    """
    if given == STDIN:
        return _decoded(_bytes(given), name_of(given)).removesuffix("\n")
    return _decoded(given.encode("utf-8", "surrogateescape"), "the text")


def json_of(file: str) -> JSON:
    """The value that FILE holds as JSON.

    Raises:
        EditError: it holds none.
        ReadError: it cannot be read.
    """
    return _parsed(_decoded(_bytes(file), name_of(file)).removeprefix("\ufeff"), name_of(file))


def object_of(text: str, name: str) -> dict[str, JSON]:
    """The JSON object in TEXT, which the user knows as NAME.

    Raises:
        EditError: it holds none.
    """
    value = _parsed(text, name)
    if not isinstance(value, dict):
        raise EditError(f"{name}: not a JSON object")
    return value


def name_of(file: str) -> str:
    """FILE as an error calls it."""
    return "stdin" if file == STDIN else file


def _parsed(text: str, name: str) -> JSON:
    try:
        return parse_json(text)
    except EditError as error:
        raise EditError(f"{name}: {error}") from error


def _bytes(file: str) -> bytes:
    if file == STDIN and sys.stdin is None:
        raise ReadError("cannot read stdin: it is closed")
    try:
        return sys.stdin.buffer.read() if file == STDIN else expanded(file).read_bytes()
    except OSError as error:
        raise ReadError(f"cannot read {name_of(file)}: {error.strerror}") from error


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise EditError(f"{name}: no text in UTF-8") from error
