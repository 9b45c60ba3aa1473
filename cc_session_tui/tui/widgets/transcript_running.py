"""The transcript of a session that runs: how long its open calls do, and lines that stay when there is less room."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.geometry import Region

from cc_session_tui.core.transcript.entries import ToolCall
from cc_session_tui.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.widgets.transcript_reader import Reader


class RunningTranscript(Transcript):
    """A transcript that says of calls that they run."""

    _calls: Mapping[str, str] = MappingProxyType({})

    def set_running(self, running: Mapping[str, str]) -> None:
        """Say of calls, by tool_use id, what RUNNING has: `running 14 s`; of others nothing. What differs is drawn."""
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

    def make_room(self, rows: int) -> None:
        """ROWS at the top are taken away, or given where that is negative: what stays in sight stays where it is."""
        reader = self.reader
        if reader is None or self.follow or not rows:
            return
        place = reader.place()
        reader.window.rows = max(1, reader.window.rows - rows)
        row = min(max(place.row - rows, 0), reader.window.rows - 1)
        reader.go(replace(place, row=row), exact=True)
