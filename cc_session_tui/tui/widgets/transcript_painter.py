"""What draws the transcript's entries: the presentation, at one width and in one look."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cc_session_tui.tui.presentation.draw import draw, height
from cc_session_tui.tui.presentation.folds import opens

if TYPE_CHECKING:
    from textual.strip import Strip

    from cc_session_tui.core.transcript.entries import Entry
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.presentation.look import Look


class EntryPainter:
    """Draws entries WIDTH cells wide in LOOK; both may be changed, and what was drawn is to be drawn again then."""

    def __init__(self, width: int, look: Look) -> None:
        """A painter."""
        self.width = width
        self.look = look

    def draw(self, entry: Entry, opened: bool | None, most_lines: int) -> list[Strip]:
        """The lines of ENTRY, unfolded or not (None: as its sort usually is), at most MOST_LINES."""
        return draw(entry, self.width, replace(self.look, opened=opened, most_lines=most_lines))

    def guess(self, view: View, at: int, opened: bool | None) -> int:
        """About how many lines entry AT of VIEW has, without reading it."""
        return height(view, at, self.width, opened)

    def opens(self, entry: Entry) -> bool:
        """Whether ENTRY is unfolded when nobody said anything."""
        return opens(entry)
