"""The pictures of an entry, opened in the user's viewer. Everything here runs off the event loop."""

from __future__ import annotations

import atexit
import base64
import binascii
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.blocks import Object, block_of, content_of, items, members, string
from cc_session_tui.core.transcript.entries import Kind, ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import Entry

_ENDINGS: Final = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
_OPENERS: Final = {"darwin": "open", "win32": "explorer"}


def open_pictures(index: Index, entry: Entry) -> int:
    """Open the pictures of ENTRY, of INDEX, in the user's viewer; return how many there were.

    Raises:
        ReadError: a picture is no picture of a known type, or there is nothing to open it with.
    """
    written = [_written(block) for block in _blocks(index, entry)]
    for path in written:
        launch(path)
    return len(written)


def _blocks(index: Index, entry: Entry) -> Iterator[Object]:
    """The image blocks that ENTRY shows."""
    for row in entry.rows:
        record = index.record(row) or {}
        if entry.kind is Kind.IMAGE:
            yield from _images([block_of(record, entry.key.block)])
        elif isinstance(entry, ToolCall):
            results = (members(block) for block in content_of(record))
            yield from (
                image
                for block in results
                if block.get("tool_use_id") == entry.identity
                for image in _images(items(block.get("content")))
            )
        else:
            yield from _images(content_of(record))


def _images(content: Iterable[JSON]) -> Iterator[Object]:
    return (block for item in content if (block := members(item)).get("type") == "image")


def _written(block: Object) -> Path:
    """A file, for the user alone, with the picture of BLOCK."""
    source = members(block.get("source"))
    ending = _ENDINGS.get(string(source.get("media_type")))
    if ending is None or source.get("type") != "base64":
        raise ReadError("this picture is not in the session, or of a type that is not opened")
    try:
        data = base64.b64decode(string(source.get("data")), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ReadError("this picture is damaged") from error
    with tempfile.NamedTemporaryFile(dir=_folder(), suffix=ending, delete=False) as file:
        file.write(data)
    return Path(file.name)


@lru_cache(maxsize=1)
def _folder() -> str:
    """A folder for the user alone; it goes when the program ends."""
    folder = tempfile.mkdtemp(prefix="cc-sessions-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def launch(path: Path) -> None:
    """Open the file at PATH with what the system opens such files with.

    Raises:
        ReadError: there is no such thing.
    """
    opener = shutil.which(_OPENERS.get(sys.platform, "xdg-open"))
    if opener is None:
        raise ReadError(f"nothing here opens pictures; this one is in {path} while the program runs")
    quiet = subprocess.DEVNULL
    subprocess.Popen([opener, path], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)  # noqa: S603
