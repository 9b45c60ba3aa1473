"""Edits saved: in place, or as a new session; edits of a file that grew meanwhile put onto what it is now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.editing.saving_as import save_as_new
from cc_session_tui.core.errors import ConflictError, EditError
from cc_session_tui.core.format.source import FileSource
from cc_session_tui.core.store.clients import running_clients
from cc_session_tui.tui.screens.edit_growing import begins_with, rebased
from cc_session_tui.tui.screens.edit_state import result
from cc_session_tui.tui.screens.review_screen import Decision, Way

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.tui.screens.edit_state import Edits
    from cc_session_tui.tui.screens.work import Ticket


@dataclass
class Saved(Message):
    """Edits were saved."""

    path: Path
    """The session that was edited."""
    new: Path | None
    """The new session; None where it was saved in place."""
    backup: str
    """Id of the backup of what was replaced; empty where there is none."""


@dataclass
class Conflict(Message):
    """The file is not what it was when the edits began."""

    path: Path
    edits: Edits | None
    """The edits, put onto what the file is now; None where that cannot be."""


def save_edits(ticket: Ticket, path: Path, claude_dir: Path, edits: Edits, decision: Decision) -> None:
    """Save what was decided of EDITS, those of the session at PATH.

    Raises:
        EditError: the session runs now, and is not to be saved as a new one.
        WriteError: it cannot be written.
    """
    draft = decision.draft or edits.now.draft
    if decision.way is Way.AS_NEW:
        ticket.post(Saved(path, save_as_new(draft), ""))
        return
    if any(client.session_id == path.stem for client in running_clients(claude_dir)):
        raise EditError("the session is running: save as a new session, or when it has ended")
    try:
        if edits.is_grown and not begins_with(FileSource(path), edits.base):
            raise ConflictError(f"{path} changed since it was read")  # noqa: TRY301 - as a save does
        saved = save(draft)
    except ConflictError:
        moved = rebased(edits)
        if moved is None or moved.base.source.size() != edits.base.source.size():
            ticket.post(Conflict(path, moved))
            return
        saved = save(result(moved.now).draft)  # another file of the same bytes, as a restore makes it
    ticket.post(Saved(path, None, saved.backup.id if saved.backup is not None else ""))
