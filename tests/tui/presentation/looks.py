"""Looks and texts that the tests of the presentation share."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from rich.cells import cell_len
from textual.theme import BUILTIN_THEMES

from cc_session_tui.tui.presentation.draw import draw
from cc_session_tui.tui.presentation.look import Look
from cc_session_tui.tui.presentation.palette import Palette
from cc_session_tui.tui.presentation.themes import CC_DARK, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.strip import Strip
    from textual.theme import Theme

    from cc_session_tui.core.transcript.entries import Entry
    from cc_session_tui.tui.presentation.lines import Line

ALL_THEMES = {**BUILTIN_THEMES, **{theme.name: theme for theme in THEMES}}

any_text = st.text(st.characters(exclude_categories=()), max_size=300)
"""Text with control characters, lone surrogates and all the rest."""


def palette_of(theme: Theme = CC_DARK) -> Palette:
    """The palette that the app has with THEME."""
    return Palette.of(theme.to_color_system().generate() | theme.variables, theme.dark)


PALETTE = palette_of()
LOOK = Look(PALETTE, zone=UTC, home="/home/dev", cwd="/home/dev/demo")


def texts(entry: Entry, width: int = 100, look: Look = LOOK) -> list[str]:
    """What stands in the strips of ENTRY, without the blanks at the right."""
    return [strip.text.rstrip() for strip in draw(entry, width, look)]


def words(lines: Iterable[Line]) -> list[str]:
    """What stands in LINES, without the blanks at the right."""
    return ["".join(span.text for span in (*line.spans, *line.body)).rstrip() for line in lines]


def assert_fits(strips: Iterable[Strip], width: int) -> None:
    """Each strip is WIDTH cells wide, however it is measured, and holds nothing that a terminal obeys."""
    for strip in strips:
        assert strip.cell_length == width
        assert cell_len(strip.text) == width
        assert sum(cell_len(segment.text) for segment in strip) == width
        assert not any(ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0 for character in strip.text)
        strip.text.encode()


def style_of(strips: Iterable[Strip], text: str) -> Any:
    """The style of the segment that says TEXT."""
    return next(segment.style for strip in strips for segment in strip if segment.text.strip() == text)
