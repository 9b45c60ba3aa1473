"""The matches of a query in what is drawn: where they are to be painted, and how to bring one to light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.widgets.transcript_matches import LineSpan, spans_of
from cc_session_tui.tui.widgets.transcript_reader import MOST_LINES

if TYPE_CHECKING:
    from textual.strip import Strip

    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.tui.widgets.transcript_find import Match
    from cc_session_tui.tui.widgets.transcript_marks import CharSpan
    from cc_session_tui.tui.widgets.transcript_reader import Reader
    from cc_session_tui.tui.widgets.transcript_window import Line

_MOST_CACHED: Final = 512


class Highlights:
    """Matches of QUERY in drawn entries."""

    def __init__(self, query: str) -> None:
        """No entry was looked at yet."""
        self.query = query
        self._found: dict[int, tuple[list[Strip], list[list[LineSpan]]]] = {}
        self._unfolded: tuple[Key, bool | None] | None = None
        """The entry that was unfolded for a match, and how it was before."""

    def of(self, reader: Reader, at: int) -> list[list[LineSpan]]:
        """The matches in entry AT as it is drawn, each in parts, line by line."""
        strips = reader.strips(at)
        found = self._found.get(at)
        if found is None or found[0] is not strips:
            if len(self._found) >= _MOST_CACHED:
                self._found.clear()
            width = strips[0].cell_length if strips else 0
            found = (strips, spans_of(self.query, [strip.text for strip in strips], width))
            self._found[at] = found
        return found[1]

    def on_line(self, reader: Reader, line: Line, current: Match | None) -> tuple[list[CharSpan], list[CharSpan]]:
        """The parts of LINE that match, and those that belong to the CURRENT match."""
        matches = self.of(reader, line.entry)
        chosen = min(current.number, len(matches) - 1) if current is not None and current.entry == line.entry else -1
        parts = [
            (number == chosen, (span.start, span.end))
            for number, spans in enumerate(matches)
            for span in spans
            if span.line == line.line
        ]
        return [span for _, span in parts], [span for is_current, span in parts if is_current]

    def reveal(self, reader: Reader, match: Match) -> None:
        """Select the entry of MATCH and have the match in the window; unfold the entry for it, if need be."""
        self._refold(reader, match)
        if not self._has(reader, match) and not reader.is_open(match.entry):
            key = reader.view.key(match.entry)
            self._unfolded = (key, reader.folds.one(key))
            reader.fold(match.entry, opened=True)
        while not self._has(reader, match) and reader.most_lines(match.entry) < MOST_LINES:
            if not reader.show_more(match.entry):
                break
        matches = self.of(reader, match.entry)
        parts = matches[min(match.number, len(matches) - 1)] if matches else []
        reader.jump(match.entry, parts[0].line if parts else 0)

    def leave(self, reader: Reader) -> None:
        """Fold again what was unfolded for a match."""
        if self._unfolded is not None:
            key, opened = self._unfolded
            self._unfolded = None
            reader.fold(reader.find(key), opened=opened)

    def _refold(self, reader: Reader, match: Match) -> None:
        if self._unfolded is not None and self._unfolded[0] != reader.view.key(match.entry):
            self.leave(reader)

    def _has(self, reader: Reader, match: Match) -> bool:
        return match.number < len(self.of(reader, match.entry))
