"""A session file opened for reading: its index, its chain, and the views on it."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Final, Self

from cc_session_tui.core.chain.history import Chain, chain_of
from cc_session_tui.core.chain.resume import context_rows
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import FileSource
from cc_session_tui.core.transcript.arranging import Scene, arrange, marks
from cc_session_tui.core.transcript.reading import Reading

if TYPE_CHECKING:
    from array import array
    from pathlib import Path

    from cc_session_tui.core.transcript.views import View, ViewName

_MOST_VIEWS: Final = 6
_TAIL: Final = 60


class Document:
    """A session as one reads it. Views are snapshots; `extend` and `view` may be called from any thread."""

    def __init__(self, index: Index, *, whole: bool = True) -> None:
        """The session of INDEX; WHOLE tells whether that begins with the file."""
        self.index = index
        self.whole = whole
        """Whether the whole file is there; else only its end."""
        self._lock = RLock()
        self._start()

    @classmethod
    def tail(cls, path: Path, records: int = _TAIL) -> Self:
        """The end of the file at PATH, at once: about RECORDS lines.

        Raises:
            ReadError: PATH cannot be read.
        """
        index = Index.tail(path, records)
        return cls(index, whole=index.base == 0)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The whole file at PATH; of a big one in a thread.

        Raises:
            ReadError: PATH cannot be read.
        """
        return cls(Index.open(path))

    @property
    def chain(self) -> Chain:
        """The conversation that a resume takes."""
        return self._chain_of(None)

    def extend(self) -> bool:
        """Read what was appended; a file that was replaced or shortened is read anew. Tell if anything changed.

        Raises:
            ReadError: the file is gone, or cannot be read.
        """
        with self._lock:
            if self._was_replaced():
                self._reopen()
                return True
            before = len(self.index), self.index.size
            first = self.index.extend()
            if before == (len(self.index), self.index.size):
                return False
            self._reading.extend(first)
            self._forget()
            return True

    def view(self, name: ViewName, detail: int, leaf: int | None = None) -> View:
        """The view NAME in DETAIL (1 prompts, 2 conversation, 3 all) of the conversation above LEAF.

        LEAF is a row, such as a branch's; by default the leaf that a resume takes.
        """
        with self._lock:
            view = self._views.get((name, detail, leaf))
            if view is None:
                view = self._arranged(name, detail, leaf)
                self._keep(name, detail, leaf, view)
            return view

    def _arranged(self, name: ViewName, detail: int, leaf: int | None) -> View:
        resumed = bytes(marks(self._context_of(None), len(self._reading)))
        scene = Scene(self._reading, self._chain_of(leaf), self._context_of(leaf), resumed, self.whole)
        return arrange(name, detail, scene)

    def _keep(self, name: ViewName, detail: int, leaf: int | None, view: View) -> None:
        if len(self._views) >= _MOST_VIEWS:
            del self._views[next(iter(self._views))]
        self._views[name, detail, leaf] = view

    def _start(self) -> None:
        self._reading = Reading(self.index)
        self._forget()

    def _forget(self) -> None:
        """Drop what was made from the records so far."""
        self._views: dict[tuple[ViewName, int, int | None], View] = {}
        self._chains: dict[int | None, Chain] = {}
        self._contexts: dict[int | None, array[int]] = {}

    def _chain_of(self, leaf: int | None) -> Chain:
        with self._lock:
            if leaf not in self._chains:
                self._chains[leaf] = chain_of(self.index, leaf)
            return self._chains[leaf]

    def _context_of(self, leaf: int | None) -> array[int]:
        if leaf not in self._contexts:
            self._contexts[leaf] = context_rows(self.index, leaf)
        return self._contexts[leaf]

    def _was_replaced(self) -> bool:
        source = self.index.source
        if not isinstance(source, FileSource):
            return False
        try:
            now = source.path.stat()
        except OSError as error:
            raise ReadError(f"cannot read {source.path}: {error.strerror}") from error
        then = source.stat()
        return (now.st_dev, now.st_ino) != (then.st_dev, then.st_ino) or now.st_size < self.index.size

    def _reopen(self) -> None:
        path = self.index.path
        self.index = Index.open(path) if self.whole else Index.tail(path, _TAIL)
        self.whole = self.index.base == 0
        self._start()
