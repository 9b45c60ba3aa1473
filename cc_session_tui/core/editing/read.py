"""A session file as it was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from cc_session_tui.core.editing.stamp import Content, Stamp
from cc_session_tui.core.errors import SessionNotFound
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import FileSource, JoinedSource

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(slots=True)
class Read:
    """What a file held, and what tells whether it still does."""

    path: Path
    index: Index
    stamp: Stamp
    """What the file was just before it was read."""
    content: Content

    @classmethod
    def of(cls, path: Path) -> Self:
        """The file at PATH.

        Raises:
            SessionNotFound: there is none.
            ReadError: it cannot be read.
        """
        stamp = Stamp.of(path)
        if stamp is None:
            raise SessionNotFound(f"no session file {path}")
        index = Index.of(_up_to(path, stamp))
        return cls(path, index, stamp, Content.of(index.source, stamp.size))

    def extend(self, stamp: Stamp) -> None:
        """Take in what was appended; the file, perhaps another one by now that begins with the same bytes, is STAMP.

        Raises:
            ReadError: it cannot be read.
        """
        self.index.source = _up_to(self.path, stamp)
        self.index.extend()
        self.content.extend(self.index.source, stamp.size)
        self.stamp = stamp


def _up_to(path: Path, stamp: Stamp) -> JoinedSource:
    """The file at PATH as far as STAMP knows it: what came in later is read when it is noticed."""
    return JoinedSource(FileSource(path), [(0, stamp.size)])
