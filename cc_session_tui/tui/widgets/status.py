"""The status line: which view, how much of the session it shows and leaves out, and where one is."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.style import Style
from textual.reactive import reactive

from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.widgets.header import many
from cc_session_tui.tui.widgets.status_parts import Part, PartsLine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    is_hidden: reactive[bool] = reactive(default=False)
    """Whether what is read is not on screen: then nothing is said of it."""
    is_elsewhere: reactive[bool] = reactive(default=False)
    """Whether Claude went on in another session than the one that is read."""

    def left(self, palette: Palette) -> list[Part]:
        """Views, details, counts."""
        reading = self.reading
        if reading is None or self.is_hidden:
            return []
        return [*_views(reading, palette), *_details(reading, palette), *_counts(reading, palette)]

    def right(self, palette: Palette) -> list[Part]:
        """The search's count, follow or what is new below, the record's number."""
        reading = self.reading
        if reading is None:
            return []
        parts = [] if self.is_hidden else [*_found(reading, palette), *_edited(reading, palette)]
        if self.is_elsewhere:
            parts.append(Part("Claude is elsewhere: w", palette.live, "screen.toggle_follow"))
        elif not self.is_hidden:
            parts += _following(reading, palette)
        if reading.row >= 0 and reading.whole and not self.is_hidden:
            parts.append(Part(f"record {reading.row + 1:,}", palette.dim, goes=3))
        return _apart(parts, palette)


def _found(reading: Reading, palette: Palette) -> list[Part]:
    return [Part(reading.find, palette.text)] if reading.find else []


def _edited(reading: Reading, palette: Palette) -> list[Part]:
    parts = []
    if reading.findings:
        words = f"! {reading.findings:,} finding{'s' * (reading.findings > 1)}"
        parts.append(Part(words, palette.structure, "screen.show_findings"))
    if reading.apart:
        parts.append(Part(reading.apart, palette.structure, "screen.review_edits"))
    return parts


def _following(reading: Reading, palette: Palette) -> list[Part]:
    if not reading.follow and not reading.below:
        return []
    words = "follow" if reading.follow else f"{reading.below:,} new below"
    return [Part(words, palette.live, "screen.toggle_follow")]


def _apart(parts: Sequence[Part], palette: Palette) -> list[Part]:
    """PARTS with dots between them, which go with what stands after them, and a cell at the edge."""
    dotted = [part for its in parts for part in (Part(" · ", palette.faint, goes=its.goes), its)][1:]
    return [*dotted, Part(" ", palette.dim)] if dotted else []


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
        Part(f"{number} ", chosen if number == reading.detail else palette.dim, f"screen.set_detail({number})", goes=1)
        for number in DETAILS
    ]
    return [Part("  detail ", palette.faint, goes=1), *digits]


def _counts(reading: Reading, palette: Palette) -> list[Part]:
    if not reading.whole:
        return [Part("  reading the whole file…", palette.faint, goes=2)]
    shown = reading.records - sum(reading.hidden.values())
    parts = [Part(f"  {shown:,} of {many(reading.records, 'record')}", palette.dim, goes=2)]
    for goes, (label, count) in enumerate(reading.hidden.items(), 5):
        if count:
            parts.append(
                Part(f" · {count:,} {label.removesuffix('s') if count == 1 else label}", palette.dim, goes=goes)
            )
    if reading.damaged:
        damaged = Part(f"{reading.damaged:,} damaged", palette.wrong, goes=4)
        parts += [Part(" · ", palette.dim, goes=4), damaged]
    return parts
