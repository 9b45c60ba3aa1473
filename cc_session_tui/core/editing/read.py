"""A session file as it was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from cc_session_tui.core.editing.stamp import Content, Stamp
from cc_session_tui.core.errors import SessionNotFound
from cc_session_tui.core.format.index import Index

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(slots=True)
class Read:
    """What a file held, and what tells whether it still does."""

    path: Path
    index: Index
    stamp: Stamp
    """What the file was just before it was read: what came in meanwhile is seen as a change."""
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
        index = Index.open(path)
        return cls(path, index, stamp, Content.of(index.source, stamp.size))

    def extend(self, stamp: Stamp) -> None:
        """Take in what was appended; the file is STAMP now.

        Raises:
            ReadError: it cannot be read.
        """
        if stamp.inode == self.stamp.inode:
            self.index.extend()
        else:
            self.index = Index.open(self.path)
        self.content.extend(self.index.source, stamp.size)
        self.stamp = stamp
