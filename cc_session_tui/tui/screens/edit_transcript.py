"""The transcript of a draft: what is edited, and what is chosen for an edit, is marked in its gutter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cc_session_tui.core.transcript.carrying import Carrier
from cc_session_tui.tui.screens.reading_pane import ToldTranscript

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.edit_marks import Mark, Marks
    from cc_session_tui.tui.widgets.transcript_reading import Surroundings
    from cc_session_tui.tui.widgets.transcript_window import Line

_BAR: Final = 1
_GUTTER: Final = 2
_CHOSEN: Final = "●"
_STRUCK: Final = Style(strike=True)
_PRUNED: Final = "\N{MINUS SIGN}"
_ADDED: Final = "+"


class EditTranscript(ToldTranscript):
    """A transcript that tells edited and chosen entries from others."""

    def __init__(self, tell: Callable[[], None], surroundings: Surroundings, *, id: str) -> None:
        """A transcript in SURROUNDINGS that calls TELL, with nothing marked."""
        super().__init__(tell, surroundings, id=id)
        self.marks: Marks | None = None
        """What was edited."""
        self.chosen: frozenset[Key] = frozenset()
        """What is chosen for an edit."""

    def choose(self, keys: frozenset[Key]) -> None:
        """Have KEYS chosen."""
        self.chosen = keys
        self.repaint()

    def show(self, view: View, anchor: Key | None = None) -> None:
        """Show VIEW; what is chosen stays so, if its records are there."""
        old = self.view
        if self.chosen and old is not None and old.index is not view.index:
            carrier = Carrier(old.index, view.index)
            self.chosen = frozenset(now for key in self.chosen if (now := carrier.key(key)) is not None)
        super().show(view, anchor)

    def action_end_find(self) -> None:
        """Choose nothing any more; where nothing is chosen, leave the search."""
        if self.chosen:
            self.choose(frozenset())
        else:
            super().action_end_find()

    def paint_line(self, line: Line, base: Style) -> Strip:
        """The strip of LINE, its gutter with what was done to the entry."""
        strip, view = super().paint_line(line, base), self.view
        if view is None or strip.text.isspace() or not (self.marks or self.chosen):
            return strip
        mark = self.marks.of(view, line.entry) if self.marks is not None else None
        strip = self._struck(strip, mark) if mark is not None else strip
        if view.key(line.entry) in self.chosen:
            return _with_gutter(strip, _CHOSEN, self.palette.structure)
        return _with_gutter(strip, mark.value, self._style(mark)) if mark is not None else strip

    def _struck(self, strip: Strip, mark: Mark) -> Strip:
        if mark == _PRUNED:
            text = [_over(segment, self.palette.removed + _STRUCK) for segment in strip.crop(_GUTTER)]
            return Strip([*strip.crop(0, _GUTTER).apply_style(self.palette.removed), *text], strip.cell_length)
        return strip

    def _style(self, mark: Mark) -> Style:
        palette = self.palette
        if mark == _PRUNED:
            return palette.removed + palette.wrong
        return palette.live if mark == _ADDED else palette.structure


def _over(segment: Segment, style: Style) -> Segment:
    """SEGMENT in STYLE; blanks at the right stay as they are but for the ground."""
    own = segment.style or Style.null()
    if segment.text.isspace():
        style += Style(strike=False)
    return Segment(segment.text, own + style)


def _with_gutter(strip: Strip, mark: str, style: Style) -> Strip:
    """STRIP with MARK behind the bar."""
    bar, rest = strip.crop(0, _BAR), strip.crop(_GUTTER)
    ground = next((segment.style for segment in strip if segment.style), Style.null())
    return Strip([*bar, Segment(mark, ground + style), *rest], strip.cell_length)


def chosen_positions(view: View, keys: frozenset[Key]) -> list[int]:
    """Where KEYS stand in VIEW; those that it lacks are left out."""
    places = ((key, view.find(key)) for key in keys)
    return sorted(at for key, at in places if at >= 0 and view.key(at) == key)
