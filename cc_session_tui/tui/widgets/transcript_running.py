"""The transcript of a session that runs: how long its open calls do, and lines that stay when there is less room."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.geometry import Region, Size

from cc_session_tui.core.transcript.entries import ToolCall
from cc_session_tui.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from textual.strip import Strip

    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.widgets.transcript_reader import Reader


class RunningTranscript(Transcript):
    """A transcript that says of calls that they run."""

    _calls: Mapping[str, str] = MappingProxyType({})
    _misfit = (Size(), Size())

    def set_running(self, running: Mapping[str, str]) -> None:
        """Say of calls, by tool_use id, what RUNNING has: `running 14s`; of others nothing. What differs is drawn."""
        before, self._calls = self._calls, dict(running)
        changed = {call for call in before.keys() | running.keys() if before.get(call) != running.get(call)}
        if not changed or self.reader is None or self._painter is None:
            return
        self._painter.look = replace(self._painter.look, running=self._calls)
        self.reader.drawings.running = self._calls
        if rows := list(self._rows_of(self.reader, changed)):
            self._page = None
            self.refresh(*(Region(0, row, self.size.width, 1) for row in rows))

    def _rows_of(self, reader: Reader, calls: set[str]) -> Iterator[int]:
        """The rows on screen of what is drawn of CALLS."""
        for span in reader.window.spans():
            entry = reader.view.entry(span.entry)
            if isinstance(entry, ToolCall) and entry.identity in calls:
                yield from range(max(span.start, 0), min(span.end, reader.window.rows))

    def _open(self) -> None:
        before = self.reader
        super()._open()
        if self._calls and self.reader is not None and self.reader is not before:
            self.reader.drawings.clear()
            self.reader.drawings.running = self._calls

    def _look(self) -> Look:
        return replace(super()._look(), running=self._calls)

    # less room, and more

    def make_room(self, rows: int) -> None:
        """ROWS at the top are taken away, or given where that is negative: what stays in sight stays where it is."""
        reader = self.reader
        if reader is None or not rows:
            return
        place, room = reader.place(), max(1, reader.window.rows - rows)
        if self.follow:
            reader.resize(room, follow=True)
        else:
            reader.window.rows = room
            reader.go(replace(place, row=min(max(place.row - rows, 0), room - 1)), exact=True)
        self._page = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips in CROP; where the window has another size than the widget, that is seen to.

        Textual (8.2.8) sends no `Resize` where it arranged the widgets anew for somebody who asked for a region.
        """
        sizes = self._sizes()
        if sizes[0] != sizes[1] and sizes != self._misfit:
            self.call_later(self.on_resize)
        self._misfit = sizes
        return super().render_lines(crop)

    def _sizes(self) -> tuple[Size, Size]:
        """The size of what is drawn, and that of the room for it."""
        if self.reader is None or self._painter is None:
            return Size(), Size()
        return Size(self._painter.width, self.reader.window.rows), self.scrollable_content_region.size
