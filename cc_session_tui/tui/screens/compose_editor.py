"""A text edited in the user's own editor, with the screen given to it."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from textual.app import App


def edited_outside(app: App[object], text: str, suffix: str) -> str:
    """TEXT after it was edited in $VISUAL, $EDITOR or vi, in a file whose name ends in SUFFIX.

    Raises:
        EditError: the editor cannot be run, or failed, or left no text.
    """
    try:
        words = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    except ValueError as error:
        raise EditError(f"$EDITOR is no command: {error}") from error
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"message{suffix}")
        path.write_bytes(text.encode("utf-8", "replace"))
        try:
            with app.suspend():
                code = subprocess.run([*words, str(path)], check=False).returncode  # noqa: S603 - the user's own editor
            changed = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError) as error:
            raise EditError(f"cannot edit in {words[0]}: {error}") from error
    if code:
        raise EditError(f"{words[0]} ended with {code}: the text is as it was")
    return changed if text.endswith("\n") else changed.removesuffix("\n")
