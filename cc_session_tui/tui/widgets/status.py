"""The status line: which view, how much of the session it shows and leaves out, and where one is."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.style import Style
from textual.reactive import reactive

from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.widgets.status_parts import Part, PartsLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.tui.presentation.palette import Palette

DETAILS: Final = (1, 2, 3)
"""Prompts, conversation, all."""


class Reading(NamedTuple):
    """What is being read, and where."""

    view: ViewName = ViewName.HISTORY
    detail: int = 2
    records: int = 0
    """Records of the file, as far as it was read."""
    hidden: Mapping[str, int] = MappingProxyType({})
    """What the view leaves out: label -> records."""
    row: int = -1
    """The record under the cursor, counted from 0; -1 where there is none."""
    follow: bool = False
    """Whether the end is followed."""
    below: int = 0
    """Entries that came in below what is on screen."""
    whole: bool = True
    """Whether the file was read from its beginning."""
    find: str = ""
    """What the search in the transcript says: `3 of 17`."""
    damaged: int = 0
    """Damaged lines."""
    apart: str = ""
    """What the file has that the edited session has not."""
    findings: int = 0
    """Findings that are errors or warnings."""


class StatusLine(PartsLine):
    """The status line."""

    reading: reactive[Reading | None] = reactive(None)
    """What it says; None while nothing is open."""

    def left(self, palette: Palette) -> list[Part]:
        """Views, details, counts."""
        reading = self.reading
        if reading is None:
            return []
        return [*_views(reading, palette), *_details(reading, palette), *_counts(reading, palette)]

    def right(self, palette: Palette) -> list[Part]:
        """The search's count, follow or what is new below, the record's number."""
        reading = self.reading
        if reading is None:
            return []
        parts = [Part(f"{reading.find}  ", palette.text)] if reading.find else []
        if reading.findings:
            words = f"! {reading.findings:,} finding{'s' * (reading.findings > 1)}  "
            parts.append(Part(words, palette.structure, "screen.show_findings"))
        if reading.apart:
            parts.append(Part(f"{reading.apart}  ", palette.structure, "screen.review_edits"))
        if reading.follow:
            parts.append(Part("follow ", palette.live, "screen.toggle_follow"))
        elif reading.below:
            parts.append(Part(f"{reading.below:,} new below ", palette.live, "screen.toggle_follow"))
        if reading.row >= 0 and reading.whole:
            parts.append(Part(f"record {reading.row + 1:,} ", palette.dim))
        return parts


def _views(reading: Reading, palette: Palette) -> list[Part]:
    return [
        Part(
            f" {view.value.title()} ",
            palette.find_current if view is reading.view else palette.dim,
            f"screen.set_view('{view.value}')",
        )
        for view in ViewName
    ]


def _details(reading: Reading, palette: Palette) -> list[Part]:
    chosen = palette.text + Style(bold=True)
    digits = [
        Part(f"{number} ", chosen if number == reading.detail else palette.dim, f"screen.set_detail({number})")
        for number in DETAILS
    ]
    return [Part("  detail ", palette.faint), *digits]


def _counts(reading: Reading, palette: Palette) -> list[Part]:
    if not reading.whole:
        return [Part("  reading the whole file…", palette.faint)]
    shown = reading.records - sum(reading.hidden.values())
    left_out = "".join(f" · {count:,} {label}" for label, count in reading.hidden.items() if count)
    parts = [Part(f"  {shown:,} of {reading.records:,} records{left_out}", palette.dim)]
    if reading.damaged:
        parts += [Part(" · ", palette.dim), Part(f"{reading.damaged:,} damaged", palette.wrong)]
    return parts
