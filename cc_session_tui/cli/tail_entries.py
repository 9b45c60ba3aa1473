"""The entries at the end of a session, each told once."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from cc_session_tui.cli import output
from cc_session_tui.cli.entry_json import EntryObjects
from cc_session_tui.cli.running_calls import running_calls
from cc_session_tui.cli.told_records import ToldRecords
from cc_session_tui.cli.transcript_text import entry_lines
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.transcript.builder import ALL, CONVERSATION
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Compaction, Key, Kind, Run, ToolCall
from cc_session_tui.core.transcript.views import ViewName

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from cc_session_tui.core.store.models import RunningClient
    from cc_session_tui.core.transcript.views import View

_LATE: Final = 200
"""Entries before the end among which one may turn up that was not there when it was written."""
_PATIENCE: Final = 1.0
"""Seconds for which a file may be shorter than it was."""
_PAUSE: Final = 0.05
_RECORDS: Final = 8
"""Records that are read at first for each entry that is wanted: most have two or three."""


class Tail:
    """A session whose last entries are told, and then those that come."""

    def __init__(self, path: Path, *, as_json: bool, hold: bool, client: RunningClient | None = None) -> None:
        """The session at PATH; HOLD tells whether an entry waits until nothing more can come to it.

        CLIENT is the one that runs in it: what it runs is told of calls, unless they wait for their results, and a line
        that it has not ended yet is not told.

        Raises:
            ReadError: it cannot be read.
        """
        self._path = path
        self._as_json = as_json
        self._hold = hold
        self._client = client if not hold else None
        self._is_at_work = self._client is not None and self._client.is_at_work
        self._told: set[Key] = set()
        self._waiting: set[Key] = set()
        self._since = 0
        self._records: ToldRecords | None = None
        self._document: Document | None = None

    def last(self, count: int) -> Iterator[str]:
        """The last COUNT entries, in parts to write."""
        # Objects have line numbers, which only the whole file tells.
        whole = partial(Document.open, self._path, torn=not self._is_at_work)
        end = partial(Document.tail, self._path, 60 + _RECORDS * count, torn=not self._is_at_work)
        document = whole() if self._as_json else end()
        if not document.whole and len(_view(document, self._detail)) <= count:
            document = whole()
        self._document = document
        view = _view(document, self._detail)
        first = max(0, len(view) - count)
        self._skip(view, first)
        if self._hold:
            self._records = ToldRecords(document.index)
            self._records.leave(row for at in range(first, len(view)) for row in view.rows(at))
        return self.news()

    def look_above(self) -> None:
        """Know what stands before what was read, so that it is not told when the file is cut there.

        Raises:
            ReadError: it cannot be read.
        """
        if self._records is not None:
            self._records.look_above()

    def read_on(self, *, anew: bool) -> bool:
        """Read what was appended; all of it where ANEW, or where it is another file. Tell whether it was all.

        Raises:
            ReadError: it cannot be read.
        """
        document, records = self._document, self._records
        if records is None:
            return False
        # A document whose reading anew failed has an index that the records do not know.
        goes_on = document is not None and not anew and document.index is records.index
        if document is not None and goes_on:
            document.extend()
            if document.index is records.index:
                records.look()
                return False
        if document is not None:
            records.remember(self._waiting)
            self._document = None  # from here on it is read anew, however often that fails
            self._told, self._waiting, self._since = set(), set(), 0
        if document is None or not goes_on or not document.whole:
            index = records.reopened()
            document = Document(index, whole=index.base == 0)
        records.go_on(document.index)
        self._document = document
        return True

    def news(self) -> Iterator[str]:
        """The entries that were not told yet, in parts to write. They are told once all are taken."""
        document = self._document
        if document is None:
            return
        view = _view(document, self._detail)
        new = self._untold(view)
        waiting = self._held(view, new)
        entries = [view.entry(at) for at in new if at not in waiting]
        if self._as_json and entries:
            objects = EntryObjects(document.index)
            yield from (f"{output.to_json(objects.of(entry))}\n" for entry in entries)
        else:
            running = running_calls(document.index, self._client)
            yield from output.lines(line for entry in entries for line in entry_lines(entry, running))
        if self._records is not None:
            self._records.tell(row for entry in entries for row in entry.rows if row >= 0)
        self._told |= {entry.key for entry in entries}
        self._waiting = {new[at] for at in waiting}
        self._go_on(view)

    def read_news(self, *, anew: bool) -> tuple[bool, list[str]]:
        """`read_on`, and the parts of `news`; for a second, since a file that is written anew is short for a moment.

        Raises:
            ReadError: it cannot be read. Nothing was told then.
        """
        until, is_anew = time.monotonic() + _PATIENCE, False
        while True:
            try:
                is_anew |= self.read_on(anew=anew)
                return is_anew, list(self.news())
            except ReadError:
                if time.monotonic() > until:
                    raise
            time.sleep(_PAUSE)

    @property
    def _detail(self) -> int:
        return ALL if self._as_json else CONVERSATION

    def _untold(self, view: View) -> dict[int, Key]:
        """The entries of VIEW that were not told, by their positions."""
        first = max(0, view.find(Key(self._since, -1)))
        keys = ((at, view.key(at)) for at in range(first, len(view)))
        new = {at: key for at, key in keys if key.offset >= self._since and key not in self._told}
        if self._records is not None:
            self._told |= self._records.known(new.values())
        return {at: key for at, key in new.items() if key not in self._told}

    def _held(self, view: View, new: Collection[int]) -> set[int]:
        """Those of the NEW entries of VIEW that wait."""
        if not self._hold or not new:
            return set()
        prompt = max((at for at in range(min(new), len(view)) if view.kind(at) is Kind.PROMPT), default=-1)
        return {at for at in new if _may_grow(view, at, in_turn=at > prompt)}

    def _go_on(self, view: View) -> None:
        """Look no more at what stands well before the end of VIEW, nor before the first of those that wait.

        A record is not always shown when it is written: a compact boundary is when its summary is there.
        """
        end = view.key(len(view) - _LATE).offset if len(view) > _LATE else 0
        self._since = max(self._since, min([end, *(key.offset for key in self._waiting)]))
        self._told = {key for key in self._told if key.offset >= self._since}

    def _skip(self, view: View, first: int) -> None:
        """Take the entries of VIEW before FIRST as told."""
        self._since = view.key(first - _LATE).offset if first > _LATE else 0
        self._told = {key for at in range(first) if (key := view.key(at)).offset >= self._since}


def _view(document: Document, detail: int) -> View:
    return document.view(ViewName.HISTORY, detail)


def _may_grow(view: View, at: int, *, in_turn: bool) -> bool:
    """Whether more may come to entry AT of VIEW, which is IN_TURN, the one that runs.

    That is a result to a call, a part to a run that is the last, a summary to a compaction, an end to a torn line.
    """
    if _is_torn(view, at):
        return True
    is_last = at == len(view) - 1 or (at == len(view) - 2 and _is_torn(view, at + 1))
    if not is_last and not (in_turn and view.kind(at) is Kind.TOOL_CALL):
        return False
    match view.entry(at):
        case ToolCall(result=result):
            return in_turn and result is None
        case Compaction(summary=summary):
            return not summary
        case entry:
            return isinstance(entry, Run)


def _is_torn(view: View, at: int) -> bool:
    """Whether entry AT of VIEW is a line that is being written."""
    return view.kind(at) is Kind.DAMAGED and view.key(at).offset >= view.index.position
