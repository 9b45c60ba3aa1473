"""A draft written to its file, safely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.writer import append, replace

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

    Raises:
        ConflictError: the file is no longer what it was when the draft was opened. It is as it was.
        WriteError: it cannot be written. It is as it was.
        ReadError: it is shorter than it was.
    """
    path = draft.base.path
    if (added := draft.added_only) is not None:
        return Saved(append(path, added, draft.seen), None)
    backup = (backups or Backups()).keep(path, reason) if draft.seen is not None else None
    return Saved(replace(path, draft.chunks(), draft.seen), backup)
