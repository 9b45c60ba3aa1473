"""How far sessions were read whose counts are known, so that one that grows costs what was added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.whole import WORTH_RESUMING, Progress

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST: Final = 32


class Growing:
    """The progress of the few sessions that changed last, in memory; that of the others as it was written down."""

    def __init__(self, written: Callable[[str], bytes]) -> None:
        """Nothing in memory; WRITTEN tells by path what was written down."""
        self._written = written
        self._held: dict[str, Progress | None] = {}

    def __contains__(self, path: str) -> bool:
        """Whether the session at PATH is one of those that changed last."""
        return path in self._held

    def holds(self, path: str) -> bool:
        """Whether it is in memory how far the session at PATH was read."""
        return self._held.get(path) is not None

    def note(self, path: str) -> None:
        """The session at PATH changes: from now on its progress is kept in memory."""
        self._held[path] = self._held.pop(path, None)
        if len(self._held) > _MOST:
            self._held.pop(next(iter(self._held)), None)

    def take(self, path: str, size: int) -> Progress | None:
        """How far the file at PATH, of SIZE bytes, was read; it is the caller's alone until it is given back."""
        held = self._held.get(path)
        if held is not None:
            self._held[path] = None
            return held
        return Progress.unpacked(self._written(path)) if size > WORTH_RESUMING else None

    def give(self, path: str, progress: Progress | None) -> None:
        """The file at PATH was read as far as PROGRESS; None: that is not known, and maybe somebody else knows it."""
        if path in self._held and progress is not None:
            self._held[path] = progress

    def packed(self, path: str) -> bytes:
        """What is in memory of the file at PATH, to be written down; empty where nothing is, or it is in use."""
        progress = self.take(path, 0)
        data = progress.packed() if progress is not None else b""
        self.give(path, progress)
        return data
