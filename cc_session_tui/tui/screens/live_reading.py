"""Reading on in a session that changed on disk, in a thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from textual.message import Message

from cc_session_tui.core.format.source import FileSource
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.tui.screens.reading_pane import ReadingPane, damaged_lines

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.reading_pane import Wanted
    from cc_session_tui.tui.screens.target import Target
    from cc_session_tui.tui.screens.work import Ticket

Shown: TypeAlias = "tuple[Target, View | None, Key | None]"
"""What is on screen, the view of it, and the entry under the cursor."""


@dataclass
class ReadAnew(Message):
    """The file was not only appended to: all of it was read again."""

    news: ReadingPane.Read
    row: int
    """Where the record under the cursor is now; -1 where it is not there any more."""


def is_live(document: Document) -> bool:
    """Whether DOCUMENT is what a file holds, and no draft, which stays as it is."""
    return isinstance(document.index.source, FileSource)


def read_on(ticket: Ticket, document: Document, wanted: Wanted, shown: Shown, *, anew: bool) -> None:
    """Read what was appended to DOCUMENT's file, or all of it where it is another now, or ANEW is wanted; post it."""
    before, (target, view, key) = document.index, shown
    if anew:
        document = Document.open(target.path)
    else:
        document.extend()
    if document.index is not before:
        news = _news(target, document, wanted._replace(leaf=None))
        ticket.post(ReadAnew(news, _row_now(before, document.index, view, key)))
    elif (news := _news(target, document, wanted)).view is not view:
        ticket.post(news)


def _news(target: Target, document: Document, wanted: Wanted) -> ReadingPane.Read:
    view = document.view(wanted.view, wanted.detail, wanted.leaf)
    return ReadingPane.Read(target, document, view, wanted, damaged_lines(document))


def _row_now(before: Index, now: Index, view: View | None, key: Key | None) -> int:
    """The row in NOW of the record that KEY of VIEW is of, whose row in BEFORE may differ."""
    at = view.find(key) if view is not None and key is not None else -1
    rows = frozenset(view.rows(at)) if view is not None and at >= 0 else frozenset()
    uuids = (uuid for uuid, row in before.rows.items() if row in rows)
    return next((now.rows[uuid] for uuid in uuids if uuid in now.rows), -1)
