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
    """Clients that run, in sessions that are listed."""
    unread: int = 0
    """Sessions whose titles are still being read."""
    waiting: int = 0
    """Those of them that wait for the user."""
    new: int = 0
    """Clients that have written no session yet: of those nothing is listed."""


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
        """Name, Claude dir, counts; what is read yet stands last, so that nothing moves once it is."""
        name = Part(f" {self._program}", palette.claude + Style(bold=True))
        claude_dir = Part(f"  {self._claude_dir}", palette.dim, goes=6)
        counts = self.counts or Counts()
        held = _held(counts, palette) if self.counts is not None else []
        return [name, claude_dir, *held, *_running(counts, palette), *_unread(counts, palette)]

    def right(self, palette: Palette) -> list[Part]:
        """The clock."""
        return [Part(f"{self.clock} ", palette.dim)] if self.clock else []


def _held(counts: Counts, palette: Palette) -> list[Part]:
    """How much there is."""
    projects, sessions = many(counts.projects, "project"), many(counts.sessions, "session")
    return [Part(f"   {projects}", palette.dim, goes=5), Part(f" · {sessions}", palette.dim, goes=4)]


def _running(counts: Counts, palette: Palette) -> list[Part]:
    """What runs, which goes last; a click goes to the next of them."""
    parts: list[Part] = []
    if counts.running:
        running = Part(f"{counts.running} running", palette.live, "screen.next_running", goes=1)
        parts += [Part(" · ", palette.dim, goes=1), running]
    if counts.waiting:
        words = f"{counts.waiting} wait{'s' * (counts.waiting == 1)} for you"
        parts += [
            Part(" · ", palette.dim, goes=2),
            Part(words, palette.structure, "screen.next_running", goes=2),
        ]
    return [*parts, Part(f" · {many(counts.new, 'new client')}", palette.dim, goes=3)] if counts.new else parts


def _unread(counts: Counts, palette: Palette) -> list[Part]:
    return [Part(f" · {many(counts.unread, 'title')} to read", palette.faint, goes=7)] if counts.unread else []


def many(count: int, noun: str, nouns: str = "") -> str:
    """COUNT with its NOUN, or its NOUNS: `1 project`, `1,204 sessions`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
