"""Finding text in the transcript: searching in a thread, going from match to match, painting the matches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.actions import SkipAction
from textual.message import Message
from textual.reactive import var
from textual.worker import get_current_worker

from cc_session_tui.tui.widgets.transcript_find import Finder, Found, Hit, Match
from cc_session_tui.tui.widgets.transcript_highlights import Highlights
from cc_session_tui.tui.widgets.transcript_jumping import JumpingCanvas
from cc_session_tui.tui.widgets.transcript_marks import restyle
from cc_session_tui.tui.widgets.transcript_reader import entry_in, is_grown
from cc_session_tui.tui.widgets.transcript_search import search

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.style import Style
    from textual.strip import Strip

    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.widgets.transcript_reader import Place, Reader
    from cc_session_tui.tui.widgets.transcript_window import Line


class FindingCanvas(JumpingCanvas):
    """A canvas on a view, with a search in it."""

    finding: var[bool] = var(default=False)
    """Whether one is asked what to find; a `FindBar` listens."""
    found: var[Found] = var(Found())
    """How the search stands."""

    @dataclass
    class _Searched(Message):
        """A piece of the view was searched."""

        finder: Finder
        view: View
        part: range
        hits: list[Hit]

    _finder: Finder | None = None
    _highlights: Highlights | None = None
    _origin: tuple[Place, Key, bool] | None = None
    """Where one was when the search began: the place, the selected entry, and whether the end was followed."""

    def find(self, query: str) -> None:
        """Find QUERY from where one was when the search began; go to the first match as soon as it is known."""
        self.settle()
        view, reader = self.view, self.reader
        if view is None or reader is None or not len(view):
            return
        self._leave_match()
        if self._origin is None:
            self._origin = (reader.place(), view.key(reader.cursor), self.follow)
        self._finder = Finder(query, reader.find(self._origin[1]), len(view)) if query else None
        self._highlights = Highlights(query) if query else None
        self._search_on()
        self.repaint()

    def end_find(self, *, go_back: bool) -> None:
        """Leave the search; GO_BACK to where one was when it began, or stay."""
        origin, self._origin = self._origin, None
        self._leave_match(keep=not go_back)
        self._finder = self._highlights = None
        self._search_on()
        if origin is not None and go_back and self.reader is not None:
            self._go_back(self.reader, *origin)
        self.moved()

    def _go_back(self, reader: Reader, place: Place, selected: Key, follow: bool) -> None:
        """Go where one was; who followed the end goes on with that."""
        self.follow = follow
        reader.cursor = reader.find(selected)
        if follow:
            reader.go_last()
        else:
            reader.go(place)

    def show(self, view: View, anchor: Key | None = None) -> None:
        """Show VIEW, and search in it what was searched in the one before."""
        old, finder = self.view, self._finder
        super().show(view, anchor)
        if finder is None or old is None:
            return
        if is_grown(old, view):
            finder.is_quiet |= not finder.todo
            finder.grow(len(old), len(view), view.changed_since(old))
        else:
            self._finder = Finder(finder.query, max(self.cursor, 0), len(view))
            self._finder.is_quiet = True
            self._finder.current = _match_in(view, finder.current, old)
        self._search_on()

    def action_find_text(self) -> None:
        """Ask what to find."""
        self._origin = None
        self.finding = True

    def action_next_match(self) -> None:
        """Go to the next match; after the last comes the first."""
        self._go_match(lambda finder, match: finder.next(match) if match else finder.at_or_after(self.cursor + 1))

    def action_previous_match(self) -> None:
        """Go to the previous match; before the first comes the last."""
        self._go_match(lambda finder, match: finder.previous(match) if match else finder.before(self.cursor))

    def action_end_find(self) -> None:
        """Leave the search."""
        if self._finder is None:
            raise SkipAction
        self.end_find(go_back=False)

    def watch_found(self) -> None:
        """Tell that the count is another."""
        self.post_message(self.ViewChanged(self))

    # searching

    def _search_on(self) -> None:
        """Search what is still to be searched, in a thread."""
        self.workers.cancel_group(self, "find")
        finder, view = self._finder, self.view
        self.found = finder.found if finder is not None else Found()
        if finder is not None and view is not None and finder.todo:
            work = partial(self._search, finder, view, list(finder.todo))
            self.run_worker(work, thread=True, group="find", exclusive=True, exit_on_error=False)

    def _search(self, finder: Finder, view: View, todo: list[range]) -> None:
        """Search TODO of VIEW; in a thread."""
        worker = get_current_worker()
        for part in todo:
            for piece, hits in search(view, finder.query, part):
                if worker.is_cancelled:
                    return
                self.post_message(self._Searched(finder, view, piece, hits))

    @on(_Searched)
    def _note_hits(self, event: _Searched) -> None:
        event.stop()
        finder = self._finder
        if finder is not event.finder or event.view is not self.view or not finder.add(event.part, event.hits):
            return
        if finder.current is None and not finder.is_quiet and (first := finder.at_or_after(finder.start)):
            self._go_to(first)
        self.found = finder.found

    # going to matches

    def _go_match(self, choose: Callable[[Finder, Match | None], Match | None]) -> None:
        if self._finder is None:
            raise SkipAction
        self.settle()
        current = self._finder.current
        if current is not None and current.entry != self.cursor:
            current = None
        if (match := choose(self._finder, current)) is not None:
            self._go_to(match)
            self.found = self._finder.found

    def _go_to(self, match: Match) -> None:
        finder, highlights = self._finder, self._highlights
        if finder is not None and highlights is not None:
            finder.current = match
            self.move(lambda reader: highlights.reveal(reader, match))

    def _leave_match(self, *, keep: bool = False) -> None:
        """Fold again what was unfolded for a match, unless one wants to KEEP it."""
        if self._highlights is not None and self.reader is not None and not keep:
            self._highlights.leave(self.reader)

    # painting

    def paint_line(self, line: Line, base: Style) -> Strip:
        """The strip of LINE with its matches."""
        strip = super().paint_line(line, base)
        if self._highlights is None or self._finder is None or self.reader is None:
            return strip
        matches, current = self._highlights.on_line(self.reader, line, self._finder.current)
        if matches:
            strip = restyle(strip, matches, self.palette.find)
        return restyle(strip, current, self.palette.find_current) if current else strip


def _match_in(view: View, match: Match | None, old: View) -> Match | None:
    """MATCH, found in OLD, as one of VIEW; None where that lacks its entry."""
    at = entry_in(view, old.key(match.entry), old) if match is not None and match.entry < len(old) else -1
    return Match(at, match.number) if match is not None and at >= 0 else None
