"""A new session's messages out of a file: read off the event loop, then a step as those of the composer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from cc_session_tui.core.editing.edits.inserting import given
from cc_session_tui.core.editing.lifecycle import create_session
from cc_session_tui.core.editing.records import DEFAULT_BRANCH, DEFAULT_MODEL
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.messages_file import messages_in
from cc_session_tui.tui.screens.compose_steps import Birth, Place

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.tui.screens.edit_work import Step
    from cc_session_tui.tui.screens.work import Ticket


@dataclass
class Imported(Message):
    """The messages of a file were read."""

    path: Path
    """The new session."""
    birth: Birth
    """What it says of itself."""
    step: Step
    """Puts the messages into it."""


def import_messages(ticket: Ticket, file: Path, path: Path, birth: Birth) -> None:
    """Read the messages in FILE for the new session at PATH, of this BIRTH; nothing is written.

    Raises:
        ReadError: FILE cannot be read.
        EditError: it holds no messages that a session can be made of.
    """
    try:
        records = _records(file, path.stem, birth)
    except EditError as error:
        raise EditError(f"{file}: {error}") from error
    step = Place(birth=birth).step(lambda _: [given(record) for record in records], f"import {file.name}")
    ticket.post(Imported(path, birth, step))


def _records(file: Path, session_id: str, birth: Birth) -> list[Record]:
    """The records that the messages in FILE become."""
    session = create_session(
        project_path=birth.cwd,
        git_branch=birth.branch or DEFAULT_BRANCH,
        model=birth.model or DEFAULT_MODEL,
        session_id=session_id,
    )
    session.import_messages(messages_in(file))
    if not session.records:
        raise EditError("no message is left: there are results of calls only, without the calls")
    return session.records
