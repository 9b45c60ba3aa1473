"""A session file opened for reading: its index, its chain, and the views on it."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Final, Self, TypeVar

from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.resume import context_rows
from cc_session_tui.core.chain.why import SENTENCES, Reasons
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import FileSource, begins_alike
from cc_session_tui.core.transcript.arranging import Scene, arrange, rearrange
from cc_session_tui.core.transcript.growing import State, grown, marks, state_of
from cc_session_tui.core.transcript.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cc_session_tui.core.chain.history import Chain
    from cc_session_tui.core.transcript.views import View, ViewName

T = TypeVar("T")

_MOST_VIEWS: Final = 6
_TAIL: Final = 60
_SAMPLE: Final = 4096
"""Bytes before the end of what was read that must still be there when the file has grown."""


class Document:
    """A session as one reads it. Views are snapshots; `extend` and `view` may be called from any thread."""

    def __init__(self, index: Index, *, whole: bool = True) -> None:
        """The session of INDEX; WHOLE tells whether that begins with the file."""
        self.index = index
        self.whole = whole
        """Whether the whole file is there; else only its end."""
        self._lock = RLock()
        self._reading = Reading(index)
        self._state: State | None = None
        self._views: dict[tuple[ViewName, int, int | None], View] = {}
        self._reasons: Reasons | None = None
        self._end = self._read_end()
        self._extensions = 0
        self._is_torn = False
        """Whether what was appended could not be taken in: it was gone before it was read."""

    @classmethod
    def tail(cls, path: Path, records: int = _TAIL, *, torn: bool = True) -> Self:
        """The end of the file at PATH, at once: about RECORDS lines; TORN as in `extend`.

        Raises:
            ReadError: PATH cannot be read.
        """
        index = Index.tail(path, records, torn=torn)
        return cls(index, whole=index.base == 0)

    @classmethod
    def open(cls, path: Path, *, torn: bool = True) -> Self:
        """The whole file at PATH; of a big one in a thread. TORN as in `extend`.

        Raises:
            ReadError: PATH cannot be read.
        """
        return cls(Index.open(path, torn=torn))

    @property
    def chain(self) -> Chain:
        """The conversation that a resume takes."""
        return self._known().chain

    def why(self, row: int) -> str:
        """Why a resume does not send ROW, one sentence; empty where it does. The first call costs as much as a view."""
        with self._lock:
            if self._reasons is None:
                self._reasons = Reasons(self.index)
            why = self._reasons.of(row)
        return SENTENCES[why] if why is not None else ""

    def extend(self, *, torn: bool = True) -> bool:
        """Read what was appended; a file that was replaced or shortened is read anew. Tell if anything changed.

        A file that was replaced by one that begins with all that was read has grown. Without TORN, a last line that has
        no end yet is not read; one that was read, and has not grown, stays.

        Raises:
            ReadError: the file is gone, or cannot be read.
        """
        with self._lock:
            self._extensions += 1
            if self._was_replaced() or self._is_torn:
                self._reopen(torn=torn)
                return True
            if not torn and self.index.source.size() == self.index.size:
                return False  # such a line that was read before stays
            before = len(self.index), self.index.size
            self._is_torn = True
            first = self.index.extend(torn=torn)
            is_grown = before != (len(self.index), self.index.size)
            if is_grown:
                self._reading.extend(first)
                self._grow(first)
                self._end = self._read_end()
            self._is_torn = False
            return is_grown

    def unless_extended(self, look: Callable[[Index], T]) -> T | None:
        """What LOOK finds in the index; None where another thread extended that meanwhile: who knows what it saw."""
        with self._lock:
            index, before = self.index, self._extensions
        try:
            found = look(index)
        except (LookupError, RuntimeError):
            if self._extensions == before:
                raise
            return None
        return found if self._extensions == before else None

    def settle(self) -> None:
        """Take less memory from now on, which costs a moment: for a session that stays open."""
        with self._lock:
            self.index.settle()

    def view(self, name: ViewName, detail: int, leaf: int | None = None) -> View:
        """The view NAME in DETAIL (1 prompts, 2 conversation, 3 all) of the conversation above LEAF.

        LEAF is a row, such as a branch's; by default the leaf that a resume takes.
        """
        with self._lock:
            if self._is_torn:
                self._reopen()
            if leaf == self._known().chain.leaf:
                leaf = None
            view = self._views.pop((name, detail, leaf), None)
            if view is None:
                view = arrange(name, detail, self._scene(leaf))
            if len(self._views) >= _MOST_VIEWS:
                del self._views[next(iter(self._views))]
            self._views[name, detail, leaf] = view
            return view

    def _grow(self, first: int) -> None:
        """Take in the rows from FIRST on: what is above the last turn is kept, where that may be."""
        before = self._state
        latest = next((view for key, view in reversed(self._views.items()) if key[2] is None), None)
        self._state = before and grown(self._reading, before, first)
        self._views, self._reasons = {}, None
        if before and self._state and latest is not None:
            view = rearrange(latest, self._scene(None), before.cut)
            self._views[view.name, view.detail, None] = view

    def _scene(self, leaf: int | None) -> Scene:
        state = self._known()
        if leaf is None:
            return Scene(self._reading, state.chain, state.context, state.sent, state.sent, self.whole, state.cut)
        context = context_rows(self.index, leaf)
        sent = marks(context, len(self._reading))
        return Scene(self._reading, chain_of(self.index, leaf), context, sent, state.sent, self.whole)

    def _known(self) -> State:
        """What the records so far mean, looked at only once."""
        with self._lock:
            if self._state is None:
                self._state = state_of(self._reading)
            return self._state

    def _was_replaced(self) -> bool:
        source = self.index.source
        if not isinstance(source, FileSource):
            return False
        try:
            now = source.path.stat()
        except OSError as error:
            raise ReadError(f"cannot read {source.path}: {error.strerror}") from error
        then, size = source.stat(), self.index.size
        if now.st_size < size:
            return True
        is_same = (now.st_dev, now.st_ino) == (then.st_dev, then.st_ino)
        other = source if is_same else FileSource(source.path)
        if not self._is_as_read(other) or not (is_same or begins_alike(source, other, size)):
            return True
        self.index.source = other
        return False

    def _is_as_read(self, source: FileSource) -> bool:
        """Whether SOURCE has the end of what was read where that was: it may have been written over since."""
        return source.read(self.index.size - len(self._end), len(self._end)) == self._end

    def _read_end(self) -> bytes:
        """The end of what was read of a file."""
        index = self.index
        start = max(index.base, index.size - _SAMPLE)
        return index.source.read(start, index.size - start) if isinstance(index.source, FileSource) else b""

    def _reopen(self, *, torn: bool = True) -> None:
        path = self.index.path
        self.index = Index.open(path, torn=torn) if self.whole else Index.tail(path, _TAIL, torn=torn)
        self.whole = self.index.base == 0
        self._reading, self._state, self._views, self._reasons = Reading(self.index), None, {}, None
        self._end, self._is_torn = self._read_end(), False
