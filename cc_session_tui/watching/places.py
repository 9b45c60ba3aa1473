"""Which folders and files of a store are looked at, as they are now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.layout import AGENT, METADATA, SUFFIX, TITLE, folder_paths
from cc_session_tui.watching.files import look_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.watching.files import Seen


def project_folders(root: str) -> list[str]:
    """The project folders in ROOT, `<claude dir>/projects`; none where it cannot be read."""
    try:
        return list(folder_paths(root))
    except ReadError:
        return []


def is_open(path: str) -> bool:
    """Whether there is a folder at PATH that may be looked into."""
    return os.path.isdir(path) and os.access(path, os.R_OK | os.X_OK)  # noqa: PTH112 - see `layout`


def entries_in(folder: str) -> set[str]:
    """The paths of all that is in FOLDER; none where it cannot be read."""
    return {entry.path for entry in _entries(folder)}


def sessions_in(folder: str) -> dict[str, Seen]:
    """The session files in FOLDER."""
    return _seen(entry.path for entry in _entries(folder) if entry.name.endswith(SUFFIX))


def folders_beside(companion: str) -> list[str]:
    """The folders in which something is written beside a session: COMPANION, named after it, and those of subagents."""
    below = [where for where, _, _ in os.walk(f"{companion}/subagents")]
    return [companion, *below] if below or os.path.isdir(companion) else []  # noqa: PTH112 - see `layout`


def files_beside(companion: str) -> dict[str, Seen]:
    """What is written beside the session that COMPANION is named after: its title, its subagents."""
    paths = [entry.path for folder in folders_beside(companion) for entry in _entries(folder)]
    return _seen(path for path in paths if is_beside(path, companion))


def is_beside(path: str, companion: str) -> bool:
    """Whether the file at PATH is one of those that `files_beside` of COMPANION finds."""
    if not path.startswith(f"{companion}/subagents/"):
        return path == f"{companion}/{TITLE}"
    name = path.rpartition("/")[2]
    return name.startswith(AGENT) and name.endswith((SUFFIX, METADATA))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _seen(paths: Iterable[str]) -> dict[str, Seen]:
    return {path: seen for path in paths if (seen := look_at(path)) is not None}
