"""The top line: which Claude dir, how much is in it, what runs, and the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from textual.reactive import reactive

from cc_session_tui.tui.widgets.status_parts import Part, PartsLine, width_of

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
        """Name, Claude dir, counts; without room for all what runs goes last."""
        name = Part(f" {self._program}", palette.claude + Style(bold=True))
        claude_dir = Part(f"  {self._claude_dir}", palette.dim)
        if self.counts is None:
            return [name, claude_dir]
        held, running = _held(self.counts, palette), _running(self.counts, palette)
        room = self.size.width - width_of(self.right(palette))
        ways = ([name, claude_dir, *held, *running], [name, *held, *running], [name, *running])
        return next((parts for parts in ways if width_of(parts) <= room), ways[-1] if running else ways[1])

    def right(self, palette: Palette) -> list[Part]:
        """The clock."""
        return [Part(f"{self.clock} ", palette.dim)] if self.clock else []


def _held(counts: Counts, palette: Palette) -> list[Part]:
    """How much there is."""
    projects, sessions = many(counts.projects, "project"), many(counts.sessions, "session")
    unread = [Part(f" · {counts.unread:,} titles to read", palette.faint)] if counts.unread else []
    return [Part(f"   {projects} · {sessions}", palette.dim), *unread]


def _running(counts: Counts, palette: Palette) -> list[Part]:
    """What runs; a click goes to the next of them."""
    parts = [(f"{counts.running} running", palette.live)] if counts.running else []
    if counts.waiting:
        parts.append((f"{counts.waiting} wait{'s' * (counts.waiting == 1)} for you", palette.structure))
    links = [
        part for text, style in parts for part in (Part(" · ", palette.dim), Part(text, style, "screen.next_running"))
    ]
    return [*links, Part(f" · {many(counts.new, 'new client')}", palette.dim)] if counts.new else links


def many(count: int, noun: str, nouns: str = "") -> str:
    """COUNT with its NOUN, or its NOUNS: `1 project`, `1,204 sessions`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
