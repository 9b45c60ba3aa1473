"""The entries at the end of a session, each told once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.cli import output
from cc_session_tui.cli.entry_json import EntryObjects
from cc_session_tui.cli.transcript_text import entry_lines
from cc_session_tui.core.transcript.builder import ALL, CONVERSATION
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Key, Kind, Run, ToolCall
from cc_session_tui.core.transcript.views import ViewName

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cc_session_tui.core.transcript.entries import Entry
    from cc_session_tui.core.transcript.views import View

_RECORDS: Final = 8
"""Records that are read at first for each entry that is wanted: most have two or three."""


class Tail:
    """A session whose last entries are told, and then those that come."""

    def __init__(self, path: Path, *, as_json: bool, hold: bool) -> None:
        """The session at PATH; HOLD tells whether an entry waits until nothing more can come to it.

        Raises:
            ReadError: it cannot be read.
        """
        self._path = path
        self._as_json = as_json
        self._hold = hold
        self._told: set[Key] = set()
        self._since = 0
        self._last = ""
        self._count = 0
        self._document: Document | None = None

    def last(self, count: int) -> Iterator[str]:
        """The last COUNT entries, in parts to write."""
        self._count = count
        # Objects have line numbers, which only the whole file tells.
        document = Document.open(self._path) if self._as_json else Document.tail(self._path, 60 + _RECORDS * count)
        if not document.whole and len(_view(document, self._detail)) <= count:
            document = Document.open(self._path)
        self._document = document
        view = _view(document, self._detail)
        self._skip(view, max(0, len(view) - count))
        return self.news()

    def read_on(self, *, anew: bool) -> bool:
        """Read what was appended; all of it where ANEW, or where it is another file. Tell whether it was all.

        Raises:
            ReadError: it cannot be read.
        """
        document = self._document
        if document is None or anew:
            self._reread(Document.open(self._path))
            return True
        before = document.index
        document.extend()
        if document.index is not before:
            self._reread(document)
        return document.index is not before

    def news(self) -> Iterator[str]:
        """The entries that were not told yet, in parts to write."""
        document = self._document
        if document is None:
            return
        view = _view(document, self._detail)
        entries = self._untold(view)
        uuids = (document.index.uuid_of(row) for entry in reversed(entries) for row in entry.rows if row >= 0)
        self._last = next(filter(None, uuids), None) or self._last
        if self._as_json and entries:
            objects = EntryObjects(document.index)
            yield from (f"{output.to_json(objects.of(entry))}\n" for entry in entries)
        else:
            yield from output.lines(line for entry in entries for line in entry_lines(entry))

    @property
    def _detail(self) -> int:
        return ALL if self._as_json else CONVERSATION

    def _untold(self, view: View) -> list[Entry]:
        """The entries of VIEW to tell now; where the first one waits is remembered."""
        first = max(0, view.find(Key(self._since, -1)))
        entries = [view.entry(number) for number in range(first, len(view))]
        prompt = max((at for at, entry in enumerate(entries) if entry.kind is Kind.PROMPT), default=-1)
        waiting = {
            entry.key
            for at, entry in enumerate(entries)
            if self._hold and entry.key not in self._told and _may_grow(entry, at > prompt, at == len(entries) - 1)
        }
        new = [e for e in entries if e.key.offset >= self._since and e.key not in self._told | waiting]
        self._told |= {entry.key for entry in new}
        end = max((entry.key.offset for entry in entries), default=self._since)
        self._since = min((key.offset for key in waiting), default=max(self._since, end))
        self._told = {key for key in self._told if key.offset >= self._since}
        return new

    def _skip(self, view: View, first: int) -> None:
        """Take the entries of VIEW before FIRST as told."""
        if first < len(view):
            self._since = view.key(first).offset
            self._told = {key for at in range(first) if (key := view.key(at)).offset >= self._since}
        else:
            self._told = {view.key(at) for at in range(len(view))}
            self._since = max((key.offset for key in self._told), default=0)

    def _reread(self, document: Document) -> None:
        """Go on in DOCUMENT after the last record that was told; with its last entries where that is gone."""
        self._document = document
        view, row = _view(document, self._detail), document.index.rows.get(self._last, -1)
        self._skip(view, view.at_row(row) + 1 if row >= 0 else max(0, len(view) - self._count))


def _view(document: Document, detail: int) -> View:
    return document.view(ViewName.HISTORY, detail)


def _may_grow(entry: Entry, is_in_turn: bool, is_last: bool) -> bool:
    """Whether more may come to ENTRY: a result to a call of the turn that runs, a part to a run that is the last."""
    if isinstance(entry, ToolCall):
        return is_in_turn and entry.kind is Kind.TOOL_CALL and entry.result is None
    return is_last and isinstance(entry, Run)
