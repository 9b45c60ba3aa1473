"""A draft written to its file, safely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.writer import append, replace
from cc_session_tui.core.errors import WriteError
from cc_session_tui.core.format.source import FileSource

if TYPE_CHECKING:
    from cc_session_tui.core.editing.backups import Backup
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.writer import Stamp


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save did."""

    stamp: Stamp
    """What the file is now."""
    backup: Backup | None
    """The file as it was; None where lines were only added."""


def save(draft: Draft, *, backups: Backups | None = None, reason: str = "edit") -> Saved:
    """Write DRAFT to its file: added lines are appended, anything else replaces the file, which is kept as a backup.

    A draft that is not edited is not written. What was written is read back.

    Raises:
        ConflictError: the file is no longer what it was when the draft was opened. It is as it was.
        WriteError: it cannot be written. It is as it was.
        ReadError: it is shorter than it was.
    """
    path = draft.base.path
    if draft.seen is not None and not draft.is_edited:
        return Saved(draft.seen, None)
    if lines := _added_lines(draft):
        return Saved(_append(draft, lines), None)
    if draft.seen is None:
        return Saved(replace(path, draft.chunks(), None), None)
    with (backups or Backups()).keeping(path, reason) as backup:
        return Saved(replace(path, draft.chunks(), draft.seen), backup)


def _added_lines(draft: Draft) -> bytes:
    """What `append` has to add to the file of DRAFT; nothing where that does not make it the draft.

    Where the file lacks its last newline, `append` sets it as the draft does.
    """
    added = draft.added_only or b""
    size = draft.seen.size if draft.seen is not None else 0
    return added.removeprefix(b"\n") if size and draft.base.read(size - 1, 1) != b"\n" else added


def _append(draft: Draft, lines: bytes) -> Stamp:
    """Append LINES to the file of DRAFT, and look whether it is what was meant.

    Raises:
        ConflictError: the file changed since.
        WriteError: it cannot be written, or does not read back.
    """
    path = draft.base.path
    stamp = append(path, lines, draft.seen)
    size = draft.source.size()
    if stamp.size != size or FileSource(path).read(size - len(lines), len(lines)) != lines:
        raise WriteError(f"what was written to {path} does not read back")
    return stamp
