"""A text file as the attachment that the client makes of `@file` in a prompt (2.1.113 to 2.1.332).

2.1.332 keeps besides how it rendered the file; it takes an attachment without that.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cc_session_tui.core.errors import EditError, ReadError

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.format.lines import JSON


def file_attachment(path: Path, cwd: str) -> dict[str, JSON]:
    """The attachment for the file at PATH, whole, in a session that works in the directory CWD.

    Raises:
        ReadError: it cannot be read.
        EditError: it is no text in UTF-8.
    """
    place = str(path.absolute())
    text = read_text(path)
    count = text.count("\n") + 1
    return {
        "type": "file",
        "filename": place,
        "content": {
            "type": "text",
            "file": {"filePath": place, "content": text, "numLines": count, "startLine": 1, "totalLines": count},
        },
        "displayPath": os.path.relpath(place, cwd) if cwd else place,
    }


def read_text(path: Path) -> str:
    """The text in the file at PATH.

    Raises:
        ReadError: it cannot be read.
        EditError: it is no text in UTF-8.
    """
    try:
        if path.exists() and not path.is_file():
            raise ReadError(f"cannot read {path}: not a regular file")
        return path.read_bytes().decode()
    except OSError as error:
        raise ReadError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise EditError(f"{path} is no text in UTF-8") from error
