"""The entries at the end of a session, each told once."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from cc_session_tui.cli import output
from cc_session_tui.cli.entry_json import EntryObjects
from cc_session_tui.cli.running_calls import running_calls
from cc_session_tui.cli.transcript_text import entry_lines
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.transcript.builder import ALL, CONVERSATION
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Compaction, Key, Kind, Run, ToolCall
from cc_session_tui.core.transcript.views import ViewName

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.store.models import RunningClient
    from cc_session_tui.core.transcript.entries import Entry
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
        self._waiting: set[tuple[str | None, int]] = set()
        self._since = 0
        self._last = ""
        self._count = 0
        self._known: set[str | None] = set()
        """The records that were there before the file was another, as far as they were read."""
        self._is_whole = False
        self._document: Document | None = None

    def last(self, count: int) -> Iterator[str]:
        """The last COUNT entries, in parts to write."""
        self._count = count
        # Objects have line numbers, which only the whole file tells.
        whole = partial(Document.open, self._path, torn=not self._is_at_work)
        end = partial(Document.tail, self._path, 60 + _RECORDS * count, torn=not self._is_at_work)
        document = whole() if self._as_json else end()
        if not document.whole and len(_view(document, self._detail)) <= count:
            document = whole()
        self._document, self._is_whole = document, document.whole
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
            self._reread(Document.open(self._path), document.index if document is not None else None)
            return True
        before = document.index
        document.extend()
        if document.index is not before:
            self._reread(document, before)
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
            running = running_calls(document.index, self._client)
            yield from output.lines(line for entry in entries for line in entry_lines(entry, running))

    def read_news(self, *, anew: bool) -> tuple[bool, list[str]]:
        """`read_on`, and the parts of `news`; for a second, since a file that is written anew is short for a moment.

        Raises:
            ReadError: it cannot be read. Nothing was told then.
        """
        until, is_anew = time.monotonic() + _PATIENCE, False
        while True:
            before = self._told, self._waiting, self._since, self._last
            try:
                is_anew |= self.read_on(anew=anew)
                before = self._told, self._waiting, self._since, self._last
                return is_anew, list(self.news())
            except ReadError:
                self._told, self._waiting, self._since, self._last = before
                if time.monotonic() > until:
                    raise
            time.sleep(_PAUSE)

    @property
    def _detail(self) -> int:
        return ALL if self._as_json else CONVERSATION

    def _untold(self, view: View) -> list[Entry]:
        """The entries of VIEW to tell now; the rest is looked at again."""
        first = max(0, view.find(Key(self._since, -1)))
        keys = ((at, view.key(at)) for at in range(first, len(view)))
        new = {at: key for at, key in keys if key.offset >= self._since and key not in self._told}
        prompt = max((at for at in range(first, len(view)) if view.kind(at) is Kind.PROMPT), default=-1)
        waiting = {at for at in new if self._hold and _may_grow(view, at, in_turn=at > prompt)}
        self._told = self._told | {key for at, key in new.items() if at not in waiting}
        self._go_on(view, [new[at] for at in waiting])
        return [view.entry(at) for at in new if at not in waiting]

    def _go_on(self, view: View, waiting: list[Key]) -> None:
        """Look no more at what stands well before the end of VIEW, nor before the first of those WAITING.

        A record is not always shown when it is written: a compact boundary is when its summary is there.
        """
        end = view.key(len(view) - _LATE).offset if len(view) > _LATE else 0
        self._since = max(self._since, min([end, *(key.offset for key in waiting)]))
        self._told = {key for key in self._told if key.offset >= self._since}
        self._waiting = {(view.index.uuid_of(view.rows(view.find(key))[0]), key.block) for key in waiting}

    def _skip(self, view: View, first: int) -> None:
        """Take the entries of VIEW before FIRST as told, but for those that were waiting."""
        index = view.index
        rows = ((index.rows.get(uuid or "", -1), block) for uuid, block in self._waiting)
        waiting = {Key(index.offset[row], block) for row, block in rows if row >= 0}
        end = view.key(first - _LATE).offset if first > _LATE else 0
        self._since = min([end, *(key.offset for key in waiting)])
        self._told = {key for at in range(first) if (key := view.key(at)).offset >= self._since} - waiting

    def _reread(self, document: Document, before: Index | None) -> None:
        """Go on in DOCUMENT after the last record that was told.

        Where that is gone, go on with the last entries, and with all after the last record that was there BEFORE.
        """
        self._document = document
        self._known.update(_uuids(before) if before is not None else ())
        view, row = _view(document, self._detail), document.index.rows.get(self._last, -1)
        others = max(0, min(len(view) - self._count, self._first_new(view)))
        self._skip(view, view.at_row(row) + 1 if row >= 0 else others)

    def _first_new(self, view: View) -> int:
        """The entry of VIEW after the last record that was there before; its end where nobody can tell which was."""
        known = [row for row, uuid in enumerate(_uuids(view.index)) if uuid and uuid in self._known]
        if known:
            return view.at_row(known[-1]) + 1
        return 0 if self._is_whole else len(view)


def _uuids(index: Index) -> Iterator[str | None]:
    return map(index.uuid_of, range(len(index)))


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
