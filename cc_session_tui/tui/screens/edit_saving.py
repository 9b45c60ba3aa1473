"""Edits saved: in place, or as a new session; edits of a file that grew meanwhile put onto what it is now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.editing.saving_as import save_as_new
from cc_session_tui.core.errors import ConflictError, EditError
from cc_session_tui.core.store.clients import running_clients
from cc_session_tui.tui.screens.edit_marks import new_rows
from cc_session_tui.tui.screens.edit_state import result
from cc_session_tui.tui.screens.review_screen import Decision, Way

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.editing.draft import Part
    from cc_session_tui.tui.screens.edit_state import Edits, State
    from cc_session_tui.tui.screens.work import Ticket

_CHUNK = 1 << 20


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
        saved = save(draft)
    except ConflictError:
        moved = rebased(edits)
        if moved is None or moved.base.source.size() != edits.base.source.size():
            ticket.post(Conflict(path, moved))
            return
        saved = save(result(moved.now).draft)  # another file of the same bytes, as a restore makes it
    ticket.post(Saved(path, None, saved.backup.id if saved.backup is not None else ""))


def rebased(edits: Edits) -> Edits | None:
    """EDITS on what their file is now; None where it did not only grow, or where records were added to both.

    Raises:
        ReadError: the file cannot be read.
    """
    old = edits.base
    new = Draft.open(old.base.path)
    if old.seen is None or new.seen is None or not _begins_with(new, old):
        return None
    states = [edits.now, *edits.others]
    grown = (old.seen.size, new.seen.size - old.seen.size)
    if grown[1] and any(_adds(old, state) for state in states):
        return None
    return edits.on(new, lambda state: _grown(state, new, grown))


def _begins_with(new: Draft, old: Draft) -> bool:
    size = old.seen.size if old.seen is not None else 0
    if new.source.size() < size or not old.ends_line:
        return False
    return all(old.base.read(at, _end(at, size)) == new.base.read(at, _end(at, size)) for at in range(0, size, _CHUNK))


def _end(at: int, size: int) -> int:
    return min(_CHUNK, size - at)


def _adds(old: Draft, state: State) -> bool:
    index = state.draft.index
    return any((uuid := index.uuid_of(row)) is None or uuid not in old.index.rows for row in new_rows(state.draft))


def _grown(state: State, new: Draft, grown: Part) -> State:
    """STATE with what was added to the file at its end."""
    parts = (*state.draft.parts, grown) if grown[1] else state.draft.parts
    return state._replace(draft=Draft(new.base, new.seen, parts))
