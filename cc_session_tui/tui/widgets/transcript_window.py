"""The part of a transcript that is on screen: which line stands at the top, and how to move it.

The top line is (entry, line in it), never a distance from the beginning: lines above may be guessed wrong without
moving what is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cc_session_tui.tui.widgets.transcript_heights import Heights


class Line(NamedTuple):
    """A line of the transcript."""

    entry: int
    """Position of the entry in the view."""
    line: int
    """Line in the entry, from 0."""


class Span(NamedTuple):
    """The rows that an entry takes; they may lie beyond the window."""

    entry: int
    """Position of the entry in the view."""
    start: int
    """Row of its first line; negative above the window."""
    end: int
    """Row after its last line."""


class Window:
    """ROWS lines of a transcript from `top` on. After each move the entries in it are measured, and no row is wasted.

    A new window measures nothing: it is to be moved first, so that opening at the end draws nothing of the beginning.
    """

    def __init__(self, heights: Heights, measure: Callable[[int], int], rows: int) -> None:
        """A window of ROWS rows at the beginning; MEASURE draws an entry and gives its exact height."""
        self.heights = heights
        self.rows = rows
        self.top = Line(0, 0)
        self.at_end = True
        """Whether the last line of all is in the window."""
        self._measure = measure

    @property
    def y(self) -> int:
        """Lines above the window, guessed where nobody was."""
        return self.heights.before(self.top.entry) + self.top.line

    def lines(self) -> Iterator[Line]:
        """The lines in the window from the top; fewer than `rows` only where there are no more."""
        for entry, start, end in self.spans():
            yield from (Line(entry, row - start) for row in range(max(start, 0), min(end, self.rows)))

    def line_at(self, row: int) -> Line | None:
        """The line at ROW; None below the end."""
        return next((Line(span.entry, row - span.start) for span in self.spans() if span.start <= row < span.end), None)

    def spans(self) -> Iterator[Span]:
        """The entries in the window, from the top."""
        entry, row = self.top.entry, -self.top.line
        while row < self.rows and entry < len(self.heights):
            end = row + self.height(entry)
            if end > max(row, 0):
                yield Span(entry, row, end)
            entry, row = entry + 1, end

    def span_of(self, entry: int) -> Span | None:
        """The rows of ENTRY; None where it is not in the window."""
        return next((span for span in self.spans() if span.entry == entry), None)

    def whole(self) -> list[int]:
        """The entries that are wholly in the window; where none is, the one at the top."""
        spans = list(self.spans())
        inside = [span.entry for span in spans if span.start >= 0 and span.end <= self.rows]
        return inside or [span.entry for span in spans[:1]]

    def height(self, entry: int) -> int:
        """The exact height of ENTRY."""
        height = self._measure(entry)
        self.heights.set(entry, height)
        return height

    def scroll_by(self, lines: int) -> None:
        """Move the window down by LINES, up where that is negative; exact, so the entries between are measured."""
        self.top = self._below(self.top, lines) if lines > 0 else self._above(self.top, -lines)
        self.settle()

    def jump_to(self, y: int) -> None:
        """Move the window to Y lines below the beginning, as far as that can be guessed; exact at both ends."""
        if y >= self.heights.total - self.rows:
            self.go_end()
        else:
            self.go(*self.heights.locate(y))

    def go(self, entry: int, line: int = 0, row: int = 0) -> None:
        """Have LINE of ENTRY at ROW; ENTRY may be one after the last."""
        self.top = self._above(Line(entry, line), row)
        self.settle()

    def go_end(self) -> None:
        """Have the last line at the bottom."""
        self.go(len(self.heights), 0, self.rows)

    def reveal(self, entry: int) -> None:
        """Move as little as needed to have ENTRY in the window: whole, or a line of it where it is higher."""
        span, height = self.span_of(entry), self.height(entry)
        above = entry < self.top.entry
        if height > self.rows:
            if span is None:
                self.go(entry, height - 1 if above else 0, 0 if above else self.rows - 1)
        elif above or (span is not None and span.start < 0):
            self.go(entry)
        elif span is None or span.end > self.rows:
            self.go(entry, 0, self.rows - height)

    def settle(self) -> None:
        """Have the top in the transcript, and no empty rows below its end while there are lines above."""
        entry, line = self.top
        if entry < len(self.heights):
            self.top = Line(entry, min(line, max(self.height(entry) - 1, 0)))
        empty = self.rows - self._count_from(self.top)
        self.at_end = empty >= 0
        if empty > 0:
            self.top = self._above(self.top, empty)

    def _above(self, line: Line, lines: int) -> Line:
        """The line that stands LINES above LINE, or the first."""
        entry, rest = line.entry, line.line
        while lines > rest:
            if entry == 0:
                return Line(0, 0)
            lines -= rest
            entry -= 1
            rest = self.height(entry)
        return Line(entry, rest - lines)

    def _below(self, line: Line, lines: int) -> Line:
        """The line that stands LINES below LINE, or the place after the last."""
        entry, lines = line.entry, lines + line.line
        while entry < len(self.heights) and lines >= (height := self.height(entry)):
            entry, lines = entry + 1, lines - height
        return Line(entry, lines if entry < len(self.heights) else 0)

    def _count_from(self, top: Line) -> int:
        """Lines from TOP on, counted to one more than a window of them."""
        found, entry = -top.line, top.entry
        while entry < len(self.heights) and found <= self.rows:
            found += self.height(entry)
            entry += 1
        return found
