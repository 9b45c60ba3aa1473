"""A session being edited: pieces of its file and new lines, immutable, so that undo is keeping the old one."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from cc_session_tui.core.editing.copied import CopiedSource, as_it_was
from cc_session_tui.core.editing.writer import Stamp
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource, FileSource, JoinedSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from cc_session_tui.core.format.source import Source

Part: TypeAlias = "tuple[int, int] | bytes"
"""A stretch of the file (offset, length), or new bytes."""
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Draft:
    """The bytes that a session would have after some edits. Rows are those of `index`."""

    base: Source
    """The file as it was opened."""
    seen: Stamp | None
    """What the file was then; None where there is none yet."""
    parts: tuple[Part, ...]
    """What the draft is made of, in order."""

    @classmethod
    def open(cls, path: Path) -> Draft:
        """A draft of the file at PATH, nothing edited; of an empty session where there is no file.

        Raises:
            ReadError: it cannot be read.
        """
        stamp = Stamp.of(path)
        if stamp is None:
            return cls(BytesSource(b"", path), None, ())
        return cls(FileSource(path), stamp, ((0, stamp.size),) if stamp.size else ())

    @classmethod
    def open_copy(cls, path: Path) -> Draft:
        """As `open`, with a copy of the file's bytes, which nothing reaches that is done to it; of a big one without.

        Raises:
            ReadError: it cannot be read.
        """
        draft = cls.open(path)
        return draft if draft.seen is None else cls(as_it_was(path, draft.seen), draft.seen, draft.parts)

    def grown(self, seen: Stamp, read_on: Callable[[Index], object] = Index.extend) -> Draft:
        """The draft of its file as that is SEEN now: longer, with the same beginning. What is new stands at its end.

        The index is handed on, and READ_ON; this draft would make another one.

        Raises:
            ReadError: what was added cannot be read.
        """
        if isinstance(self.base, CopiedSource):
            self.base.extend(seen.size)
        old = self.seen.size if self.seen is not None else 0
        draft = Draft(self.base, seen, with_end(self.parts, old, seen.size))
        index: Index | None = vars(self).pop("index", None)
        if index is not None:
            index.source = draft.source
            read_on(index)
            vars(draft)["index"] = index
        return draft

    @cached_property
    def source(self) -> JoinedSource:
        """The bytes of the draft."""
        return JoinedSource(self.base, self.parts)

    @cached_property
    def index(self) -> Index:
        """The records of the draft."""
        return Index.of(self.source)

    @property
    def ends_line(self) -> bool:
        """Whether its last line has its newline; so has an empty draft."""
        size = self.source.size()
        return not size or self.source.read(size - 1, 1) == b"\n"

    @property
    def is_edited(self) -> bool:
        """Whether it differs from the file."""
        return self.parts != self._untouched

    @property
    def added_only(self) -> bytes | None:
        """The new bytes, where the draft is the file with bytes added at its end; else None."""
        kept = len(self._untouched)
        added = [part for part in self.parts[kept:] if isinstance(part, bytes)]
        return (
            b"".join(added) if self.parts[:kept] == self._untouched and len(added) == len(self.parts) - kept else None
        )

    @property
    def _untouched(self) -> tuple[Part, ...]:
        return ((0, self.seen.size),) if self.seen is not None and self.seen.size else ()

    def chunks(self) -> Iterator[bytes]:
        """All bytes of the draft, in pieces.

        Raises:
            ReadError: the file is shorter than it was.
        """
        size = self.source.size()
        for at in range(0, size, _CHUNK):
            chunk = self.source.read(at, min(_CHUNK, size - at))
            if len(chunk) < min(_CHUNK, size - at):
                raise ReadError(f"{self.base.path} is shorter than it was")
            yield chunk

    def replaced(self, lines: Mapping[int, bytes]) -> Draft:
        """The draft with other bytes for some rows: LINES by row, each with its newline; b"" drops the row."""
        index = self.index
        cuts = [(index.offset[row], index.offset[row] + index.length[row], lines[row]) for row in sorted(lines)]
        return Draft(self.base, self.seen, tuple(_spliced(self.parts, cuts)))

    def inserted(self, before: int, lines: bytes) -> Draft:
        """The draft with LINES (whole ones) before the row BEFORE; at the end where BEFORE is the number of rows."""
        if before >= len(self.index):
            return self.appended(lines)
        if not lines:
            return self
        at = self.index.offset[before]
        return Draft(self.base, self.seen, tuple(_spliced(self.parts, [(at, at, lines)])))

    def appended(self, lines: bytes) -> Draft:
        """The draft with LINES (whole ones) at its end, after a newline where that is missing."""
        if not self.ends_line:
            lines = b"\n" + lines
        return Draft(self.base, self.seen, (*self.parts, lines)) if lines else self


def _spliced(parts: Sequence[Part], cuts: Sequence[tuple[int, int, bytes]]) -> Iterator[Part]:
    """PARTS with the bytes from start to end of each of CUTS (in order, apart) exchanged for its own."""
    queue = deque(cuts)
    at = 0
    for part in parts:
        end = at + _length(part)
        start = at
        while queue and queue[0][0] < end:
            cut_start, cut_end, new = queue[0]
            if cut_start >= start:
                yield from _kept(part, start - at, cut_start - at)
                yield from (new,) if new else ()
            start = min(cut_end, end)
            if cut_end > end:
                break
            queue.popleft()
        yield from _kept(part, start - at, end - at)
        at = end


def with_end(parts: tuple[Part, ...], start: int, end: int) -> tuple[Part, ...]:
    """PARTS, and the file from START to END after them, in one with what ends there."""
    if start == end:
        return parts
    last = parts[-1] if parts else b""
    if isinstance(last, tuple) and last[0] + last[1] == start:
        return (*parts[:-1], (last[0], end - last[0]))
    return (*parts, (start, end - start))


def _length(part: Part) -> int:
    return len(part) if isinstance(part, bytes) else part[1]


def _kept(part: Part, start: int, end: int) -> Iterator[Part]:
    """PART from START to END, if there is anything."""
    if start < end:
        yield part[start:end] if isinstance(part, bytes) else (part[0] + start, end - start)
