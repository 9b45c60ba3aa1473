from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.color import Color
from textual.strip import Strip

from cc_session_tui.tui.presentation.grounds import on_selected
from cc_session_tui.tui.presentation.palette import contrast
from cc_session_tui.tui.presentation.themes import THEMES
from cc_session_tui.tui.widgets.choices import Choices
from cc_session_tui.tui.widgets.status_parts import palette_of as palette_in
from tests.tui.presentation.looks import ALL_THEMES, palette_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from cc_session_tui.tui.presentation.palette import Palette

COLOURED = sorted(name for name, theme in ALL_THEMES.items() if not theme.ansi)


def words(palette: Palette) -> list[Segment]:
    """A word in each style that a selected row may have; the faint ones first."""
    normal = [palette.text, palette.dim, palette.person, palette.claude, palette.tool, palette.structure]
    normal += [palette.wrong, palette.live]
    return [Segment(" word ", style) for style in (palette.faint, palette.hint, *normal)]


def contrasts(segments: Iterable[Segment]) -> list[float]:
    styles = [style for text, style, _ in segments if text == " word " and style is not None]
    return [contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)) for style in styles]


@pytest.mark.parametrize("name", COLOURED)
def test_every_style_can_be_read_on_a_selected_row(name: str) -> None:
    palette = palette_of(ALL_THEMES[name])
    found = contrasts(on_selected(Strip(words(palette)), palette))
    assert len(found) == 10
    assert min(found[:2]) >= 3
    assert min(found[2:]) >= 4.5


def test_what_has_a_ground_of_its_own_keeps_it_on_a_selected_row() -> None:
    palette = palette_of()
    (segment,) = on_selected(Strip([Segment("found", palette.find)]), palette)
    assert segment.style == palette.selected + palette.find


def test_quiet_text_is_not_dim_on_the_reversed_ground_of_the_terminals_own_colours() -> None:
    palette = palette_of(next(theme for theme in ALL_THEMES.values() if theme.ansi))
    (segment,) = on_selected(Strip([Segment("quiet", palette.dim)]), palette)
    assert segment.style is not None
    assert not segment.style.dim


class ChoosingApp(App[None]):
    """A list of one line."""

    def compose(self) -> ComposeResult:
        """The list."""
        yield Choices()

    def on_mount(self) -> None:
        """Register our themes."""
        for theme in THEMES:
            self.register_theme(theme)


async def test_every_style_can_be_read_on_the_chosen_line_of_a_list_in_every_theme() -> None:
    app = ChoosingApp()
    async with app.run_test(size=(100, 10)) as pilot:
        choices = app.query_one(Choices)
        for name in COLOURED:
            app.theme = name
            choices.clear_options()
            line = Text.assemble(*((text, style or Style()) for text, style, _ in words(palette_in(app.screen))))
            choices.add_option(line)
            choices.highlighted = 0
            choices.focus()
            await pilot.pause()
            found = contrasts(Segment(" word ", style) for text, style, _ in choices.render_line(0) if "word" in text)
            assert len(found) == 10, name
            assert min(found[:2]) >= 3, name
            assert min(found[2:]) >= 4.5, name
