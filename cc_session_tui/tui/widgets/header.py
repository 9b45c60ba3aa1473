"""The top line: which Claude dir, how much is in it, what runs, and the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from textual.reactive import reactive

from cc_session_tui.tui.widgets.status_parts import Part, PartsLine

if TYPE_CHECKING:
    from cc_session_tui.tui.presentation.palette import Palette


class Counts(NamedTuple):
    """What the store holds."""

    projects: int = 0
    sessions: int = 0
    running: int = 0
    unread: int = 0
    """Sessions whose titles are still being read."""


class Header(PartsLine):
    """The top line."""

    counts: reactive[Counts | None] = reactive(None)
    """What the store holds; None until it was looked at."""
    clock: reactive[str] = reactive("")
    """The time of day."""

    def __init__(self, name: str, claude_dir: str, *, id: str | None = None) -> None:
        """A header for the program NAME that browses CLAUDE_DIR, as it is to be shown."""
        super().__init__(id=id)
        self._program = name
        self._claude_dir = claude_dir

    def left(self, palette: Palette) -> list[Part]:
        """Name, Claude dir, counts."""
        parts = [
            Part(f" {self._program}", palette.claude + Style(bold=True)),
            Part(f"  {self._claude_dir}", palette.dim),
        ]
        return [*parts, *_counts(self.counts, palette)] if self.counts else parts

    def right(self, palette: Palette) -> list[Part]:
        """The clock."""
        return [Part(f"{self.clock} ", palette.dim)] if self.clock else []


def _counts(counts: Counts, palette: Palette) -> list[Part]:
    projects, sessions = many(counts.projects, "project"), many(counts.sessions, "session")
    parts = [Part(f"   {projects} · {sessions}", palette.dim)]
    if counts.running:
        parts += [Part(" · ", palette.dim), Part(f"{counts.running} running", palette.live)]
    if counts.unread:
        parts.append(Part(f" · {counts.unread:,} titles to read", palette.faint))
    return parts


def many(count: int, noun: str, nouns: str = "") -> str:
    """COUNT with its NOUN, or its NOUNS: `1 project`, `1,204 sessions`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
