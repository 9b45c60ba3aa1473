"""A view as one reads it: the cursor in it, what is folded, and the window on it.

No widget: it can be tested without an app.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from cc_session_tui.core.transcript.carrying import Carrier
from cc_session_tui.tui.widgets.transcript_clicks import is_cut
from cc_session_tui.tui.widgets.transcript_drawings import Drawings
from cc_session_tui.tui.widgets.transcript_folds import Folds
from cc_session_tui.tui.widgets.transcript_heights import Heights
from cc_session_tui.tui.widgets.transcript_unseen import Unseen
from cc_session_tui.tui.widgets.transcript_window import Window

if TYPE_CHECKING:
    from textual.strip import Strip

    from cc_session_tui.core.transcript.entries import Entry, Key
    from cc_session_tui.core.transcript.views import View

FIRST_LINES: Final = 200
"""Lines of an entry that are drawn until more are asked for."""
MORE_LINES: Final = 1000
"""Lines that are added when more are asked for."""
MOST_LINES: Final = 20_000
"""Lines that are drawn at most when what was found lies deep in an entry."""


class Painter(Protocol):
    """Draws entries at the width and with the colours of the day."""

    def draw(self, entry: Entry, opened: bool | None, most_lines: int) -> list[Strip]:
        """The lines of ENTRY, unfolded or not (None: as its sort usually is), at most MOST_LINES."""

    def guess(self, view: View, at: int, opened: bool | None) -> int:
        """About how many lines entry AT of VIEW has, without reading it."""

    def opens(self, entry: Entry) -> bool:
        """Whether ENTRY is unfolded when nobody said anything."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a transcript, whatever the view, the width and the folds."""

    key: Key | None = None
    """The entry one looks at; None for the end of the transcript."""
    row: int = 0
    """Row of the window at which it begins, or goes on."""
    part: float = 0.0
    """The share of it that lies above the window."""
    line: int = 0
    """How many lines of it that is, as it is drawn now."""


END: Final = Place()
"""The end of the transcript."""


class Reader:
    """One view being read. Positions are those of the view."""

    def __init__(self, painter: Painter, view: View, rows: int, place: Place = END) -> None:
        """VIEW in a window of ROWS rows, at PLACE."""
        self.view = view
        self.cursor = max(0, len(view) - 1)
        """The selected entry."""
        self.folds = Folds()
        self.drawings = Drawings(painter.draw)
        self._painter = painter
        self._most: dict[Key, int] = {}
        self._unseen = Unseen(view)
        self.window = self._new_window(rows)
        self.go(place)

    def turn_to(self, view: View, *, follow: bool) -> None:
        """Read VIEW, another one of the same session, from the same place on; from its end, to FOLLOW what is added."""
        place, selected = END if follow else self.place(), self.selected
        at_last, grown = self.is_at_last, is_grown(self.view, view)
        carrier = Carrier(self.view.index, view.index) if view.index is not self.view.index else None
        self.view = view
        if carrier is not None:
            place, selected = self._carry(carrier, place, selected)
        self._unseen.turn_to(view, grown=grown, carrier=carrier)
        self.cursor = self.find(selected) if selected and not (follow and at_last) else max(0, len(view) - 1)
        if grown:
            self.window.heights.grow(len(view))
        else:
            self.window = self._new_window(self.window.rows)
        self.go(place, exact=True)

    def _carry(self, carrier: Carrier, place: Place, selected: Key | None) -> tuple[Place, Key | None]:
        """PLACE and SELECTED as they are called in an index that CARRIER leads to; folds are taken along."""
        self.folds.carry(carrier)
        self._most = {now: most for key, most in self._most.items() if (now := carrier.key(key)) is not None}
        place = place if place.key is None else replace(place, key=carrier.near_key(place.key))
        return place, carrier.near_key(selected) if selected is not None else None

    def resize(self, rows: int, *, follow: bool) -> None:
        """Have ROWS rows; at the end, to FOLLOW what is added."""
        place = END if follow else self.place()
        self.window.rows = rows
        self.go(place, exact=True)

    def redraw(self, *, follow: bool) -> None:
        """Draw all anew: the width or the colours changed. Stay at the end to FOLLOW what is added."""
        place = END if follow else self.place()
        self.drawings.clear()
        self.window = self._new_window(self.window.rows)
        self.go(place)

    # the place

    @property
    def selected(self) -> Key | None:
        """The key of the selected entry; None in an empty view."""
        return self.view.key(self.cursor) if len(self.view) else None

    def place(self) -> Place:
        """Where one is: at the selected entry if it is in the window, else at the top line."""
        if not len(self.view):
            return END
        span = self.window.span_of(self.cursor) or next(self.window.spans())
        above = max(0, -span.start)
        return Place(self.view.key(span.entry), max(0, span.start), above / (span.end - span.start), above)

    def go(self, place: Place, *, exact: bool = False) -> None:
        """Have PLACE in the window again; where its entry is gone, the nearest before it.

        EXACT: at the same line of it, though it may be longer now; else at the same share of it.
        """
        if place.key is None:
            self.window.go_end()
            return
        at = self.find(place.key)
        there = at < len(self.view) and self.view.key(at) == place.key
        line = place.line if exact else int(place.part * self.window.height(at) + 0.5)
        self.window.go(at, line if there else 0, place.row)

    def find(self, key: Key) -> int:
        """The position of the entry KEY, or of the nearest before it."""
        return max(0, self.view.find(key))

    @property
    def is_at_last(self) -> bool:
        """Whether the last entry is the selected one."""
        return self.cursor >= len(self.view) - 1

    @property
    def below(self) -> int:
        """How many entries came in below the window, and were not in it yet."""
        return self._unseen.count

    def look(self) -> None:
        """Note what is in the window: it is not new any more."""
        bottom = max((span.entry for span in self.window.spans()), default=-1)
        self._unseen.look(len(self.view) if self.window.at_end else bottom)

    # the cursor

    def step_down(self) -> None:
        """Go to the next entry, or a line on in one that reaches beyond the window."""
        span = self.window.span_of(self.cursor)
        if span is None:
            self.cursor = self.window.whole()[0] if len(self.view) else 0
        elif span.end > self.window.rows:
            self.window.scroll_by(1)
        elif self.cursor + 1 < len(self.view):
            self.cursor += 1
            self.window.reveal(self.cursor)

    def step_up(self) -> None:
        """Go to the previous entry, or a line back in one that reaches beyond the window."""
        span = self.window.span_of(self.cursor)
        if span is None:
            self.cursor = self.window.whole()[-1] if len(self.view) else 0
        elif span.start < 0:
            self.window.scroll_by(-1)
        elif self.cursor > 0:
            self.cursor -= 1
            self.window.reveal(self.cursor)

    def go_first(self) -> None:
        """Go to the first entry."""
        self.cursor = 0
        self.window.go(0)

    def go_last(self) -> None:
        """Go to the last entry."""
        self.cursor = len(self.view) - 1
        self.window.go_end()

    def carry_cursor(self, lines: int) -> None:
        """Have the cursor in the window, which was moved by LINES; at an end of the transcript, on the entry there."""
        if not len(self.view):
            return
        if lines > 0 and self.window.at_end:
            self.cursor = len(self.view) - 1
        elif lines < 0 and self.window.top == (0, 0):
            self.cursor = 0
        else:
            inside = self.window.whole()
            self.cursor = min(max(self.cursor, inside[0]), inside[-1])

    def jump(self, at: int, line: int = 0) -> None:
        """Select entry AT and have LINE of it in the window, at a third of it unless it is there already."""
        self.cursor = at
        span = self.window.span_of(at)
        if span is None or not 0 <= span.start + line < self.window.rows:
            self.window.go(at, line, self.window.rows // 3)

    # folds and drawings

    def opened(self, at: int) -> bool | None:
        """Whether entry AT was folded or unfolded; None where nobody said."""
        return self.folds.opened(self.view.key(at))

    def is_open(self, at: int) -> bool:
        """Whether entry AT is unfolded."""
        opened = self.opened(at)
        return self._painter.opens(self.view.entry(at)) if opened is None else opened

    def fold(self, at: int, *, opened: bool | None) -> None:
        """Fold or unfold entry AT; None: as its sort usually is."""
        place = self.place()
        self.folds.set(self.view.key(at), opened=opened)
        self.go(place)

    def fold_all(self, *, opened: bool) -> None:
        """Fold or unfold all entries."""
        place = self.place()
        self.folds.set_all(opened=opened)
        self.window = self._new_window(self.window.rows)
        self.go(place)

    def most_lines(self, at: int) -> int:
        """How many lines of entry AT are drawn at most."""
        return self._most.get(self.view.key(at), FIRST_LINES)

    def show_more(self, at: int) -> bool:
        """Draw more lines of entry AT; return whether it has more."""
        strips = self.strips(at)
        if not strips or not is_cut(strips[-1].text):
            return False
        place = self.place()
        self._most[self.view.key(at)] = self.most_lines(at) + MORE_LINES
        self.go(place)
        return True

    def strips(self, at: int) -> list[Strip]:
        """The drawn lines of entry AT."""
        return self.drawings.strips(self.view, at, self.opened(at), self.most_lines(at))

    def _new_window(self, rows: int) -> Window:
        return Window(Heights(len(self.view), self._guess), lambda at: len(self.strips(at)), rows)

    def _guess(self, at: int) -> int:
        return self._painter.guess(self.view, at, self.opened(at))


def is_grown(old: View, new: View) -> bool:
    """Whether NEW begins with the entries of OLD, judged by the last of them."""
    last = len(old) - 1
    return 0 <= last < len(new) and (old.name, old.detail) == (new.name, new.detail) and old.key(last) == new.key(last)


def entry_in(view: View, key: Key, old: View) -> int:
    """The position in VIEW of the entry that is called KEY in OLD, another view of the session; -1 for none."""
    now = key if old.index is view.index else Carrier(old.index, view.index).key(key)
    at = view.find(now) if now is not None else -1
    return at if at >= 0 and view.key(at) == now else -1
