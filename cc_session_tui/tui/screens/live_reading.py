"""Reading on in a session that changed on disk, in a thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from cc_session_tui.core.chain.leaf import grown_leaf
from cc_session_tui.core.format.source import FileSource
from cc_session_tui.core.transcript.carrying import Carrier
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.tui.screens.reading_pane import ReadingPane, damaged_lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.reading_pane import Wanted
    from cc_session_tui.tui.screens.target import Target
    from cc_session_tui.tui.screens.work import Ticket

    Torn = Callable[[], bool]


@dataclass
class ReadOn(Message):
    """The file was read on, and the branch that is shown ends elsewhere; or all of the file was read anew."""

    news: ReadingPane.Read
    asked: Wanted
    """How it was to be shown, before."""
    anew: str = ""
    """What happened to the file; empty where it only grew."""


@dataclass
class LineBegun(Message):
    """At the end of the file at PATH there is a line that has no end, and was not read."""

    path: Path


def is_live(document: Document) -> bool:
    """Whether DOCUMENT is what a file holds, and no draft, which stays as it is."""
    return isinstance(document.index.source, FileSource)


def read_on(  # noqa: PLR0913
    ticket: Ticket, target: Target, document: Document, wanted: Wanted, view: View | None, *, torn: Torn
) -> None:
    """Read what was appended to DOCUMENT's file, or all of it where it is another now; post it, unless it is VIEW.

    TORN tells whether a last line that has no end is to be shown.
    """
    before, count, size = document.index, len(document.index), document.index.size
    document.extend(torn=torn())
    _tell_begun(ticket, document)
    if document.index is not before:
        now = wanted._replace(leaf=_leaf_in(document.index, before, wanted))
        ticket.post(ReadOn(_news(target, document, now), wanted, _what(size, document)))
    elif wanted.leaf is not None:
        now = wanted._replace(leaf=grown_leaf(document.index, wanted.leaf, max(0, count - 1)))
        ticket.post(ReadOn(_news(target, document, now), wanted))
    elif (news := _news(target, document, wanted)).view is not view:
        news.is_old = True
        ticket.post(news)


def _tell_begun(ticket: Ticket, document: Document) -> None:
    if document.index.source.size() > document.index.size:
        ticket.post(LineBegun(document.index.path))


def read_anew(ticket: Ticket, target: Target, before: Document, wanted: Wanted, *, torn: Torn) -> None:
    """Read all of TARGET's file, of which BEFORE was read; post it. TORN as in `read_on`."""
    size, document = before.index.size, Document.open(target.path, torn=torn())
    _tell_begun(ticket, document)
    now = wanted._replace(leaf=_leaf_in(document.index, before.index, wanted))
    ticket.post(ReadOn(_news(target, document, now), wanted, _what(size, document)))


def _what(size: int, document: Document) -> str:
    """What happened to the file of DOCUMENT, of which SIZE bytes had been read."""
    return "shortened" if document.index.size < size else "rewritten"


def _leaf_in(index: Index, before: Index, wanted: Wanted) -> int | None:
    """The leaf that was WANTED of the index BEFORE, in INDEX; None where it is not there."""
    row = Carrier(before, index).row(wanted.leaf) if wanted.leaf is not None else -1
    return row if row >= 0 else None


def _news(target: Target, document: Document, wanted: Wanted) -> ReadingPane.Read:
    view = document.view(wanted.view, wanted.detail, wanted.leaf)
    return ReadingPane.Read(target, document, view, wanted, damaged_lines(document))
