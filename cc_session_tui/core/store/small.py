"""Small JSON files beside the sessions: metadata of subagents, titles, running clients."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.text import clean

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.format.lines import JSON

MOST: Final = 1 << 20
"""Bytes that are read of one."""


def read_object(path: str | Path) -> dict[str, JSON]:
    """The JSON object in the file at PATH; an empty one where there is none, whatever stands there."""
    from cc_session_tui.core.format.lines import loads  # noqa: PLC0415 - not needed where nothing of the kind is there

    try:
        value = loads(_read(path))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def text_of(record: dict[str, JSON], key: str) -> str:
    """The string at KEY of RECORD; empty where there is none."""
    value = record.get(key)
    return clean(value) if isinstance(value, str) else ""


def _read(path: str | Path) -> bytes:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        return os.read(file, MOST) if stat.S_ISREG(os.fstat(file).st_mode) else b""
    finally:
        os.close(file)
