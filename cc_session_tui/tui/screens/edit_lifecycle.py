"""What is done to whole sessions, in threads: fork, rename, delete, copy, restore, and what a resume needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.copying import copy_session
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.lifecycle import delete_file, rename_session
from cc_session_tui.core.editing.saving_as import fork_session
from cc_session_tui.core.store.launching import Launch
from cc_session_tui.tui.screens.edit_choice import row_in
from cc_session_tui.tui.screens.edit_state import result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cc_session_tui.core.editing.backups import Backup
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.tui.screens.edit_state import Edits
    from cc_session_tui.tui.screens.work import Ticket


@dataclass
class Done(Message):
    """A session was made, changed, or is gone."""

    words: str
    """What was done."""
    path: Path | None = None
    """The session to open then; None to stay."""
    trashed: Path | None = None
    """The session that is in the trash now."""


@dataclass
class Ready(Message):
    """A session can be resumed."""

    launch: Launch
    path: Path


@dataclass
class Listed(Message):
    """What can be restored."""

    backups: tuple[Backup, ...]


def fork(ticket: Ticket, path: Path, edits: Edits | None, shown: Index | None, row: int) -> None:
    """Fork the session at PATH, with its EDITS, up to ROW of the index that is SHOWN; -1 for all of it."""
    draft = result(edits.now).draft if edits is not None else Draft.open(path)
    at = row_in(shown, draft.index, row) if shown is not None and row >= 0 else -1
    new = fork_session(draft, at if at >= 0 else None)
    ticket.post(Done(f"Forked into {new.stem}.", new))


def prepare(ticket: Ticket, path: Path, launch: Callable[[str], Launch], *, is_forked: bool) -> None:
    """See that the session at PATH can be resumed, in a fork where that IS_FORKED."""
    launch(path.stem).check()
    if is_forked:
        path = fork_session(Draft.open(path))
    ticket.post(Ready(launch(path.stem), path))


def launch_of(folder: str, claude_dir: Path, outside: Mapping[str, str]) -> Callable[[str], Launch]:
    """What resumes a session of the project FOLDER, by its id."""
    return lambda session_id: Launch.of(session_id, folder, claude_dir, (), outside)


def rename(ticket: Ticket, path: Path, title: str) -> None:
    """Give the session at PATH a TITLE."""
    rename_session(path, title)
    ticket.post(Done("Renamed.", path))


def delete(ticket: Ticket, path: Path) -> None:
    """Move the session at PATH to the trash."""
    delete_file(path)
    ticket.post(Done("Deleted: B lists what can be restored.", trashed=path))


def copy(ticket: Ticket, path: Path, project: str, claude_dir: Path) -> None:
    """Copy the session at PATH to PROJECT."""
    new = copy_session(path, project_path=Path(project).expanduser(), claude_dir=claude_dir)
    ticket.post(Done(f"Copied as {new.stem}.", new))


def list_backups(ticket: Ticket) -> None:
    """List what can be restored."""
    ticket.post(Listed(tuple(Backups().list())))


def restore(ticket: Ticket, backup: Backup) -> None:
    """Put BACKUP back where it was."""
    path = Path(Backups().restore(backup.id).path)
    ticket.post(Done("Restored; what stood there is a backup now.", path))
