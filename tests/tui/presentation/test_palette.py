from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.style import Style
from textual.color import Color

from cc_session_tui.tui import presentation
from cc_session_tui.tui.presentation.palette import Palette, contrast
from cc_session_tui.tui.presentation.themes import CC_DARK, CC_LIGHT, THEMES
from tests.tui.presentation.looks import ALL_THEMES, palette_of

if TYPE_CHECKING:
    from textual.theme import Theme

NATIVE = [name for name, theme in ALL_THEMES.items() if theme.ansi]


def colour(style: Style) -> str:
    assert style.color is not None
    return style.color.get_truecolor().hex


def test_the_dark_theme_has_the_colours_of_the_picture() -> None:
    palette = palette_of(CC_DARK)
    words = (palette.text, palette.person, palette.claude, palette.tool, palette.structure, palette.wrong, palette.dim)
    assert [colour(style) for style in words] == [
        "#d7dce5",
        "#6cb6ff",
        "#e0956b",
        "#8fbf7f",
        "#c9a95c",
        "#f0717c",
        "#7e8796",
    ]
    assert palette.added == Style.parse("#9fd8a6 on #1c3326")
    assert palette.removed == Style.parse("#f0a3a8 on #3a2027")


def test_the_light_theme_has_the_colours_of_the_picture() -> None:
    palette = palette_of(CC_LIGHT)
    assert [colour(style) for style in (palette.text, palette.person, palette.faint, palette.live)] == [
        "#2b2e34",
        "#1e6dc2",
        "#b9b6ad",
        "#177c49",
    ]
    assert palette.added == Style.parse("#256b2f on #e2f2e2")


@pytest.mark.parametrize("name", sorted(set(ALL_THEMES) - set(NATIVE)))
def test_every_theme_can_be_read(name: str) -> None:
    theme = ALL_THEMES[name]
    palette = palette_of(theme)
    paper = Color.parse(theme.to_color_system().generate()["background"])
    for style in (palette.person, palette.claude, palette.tool, palette.structure, palette.wrong, palette.dim):
        assert contrast(Color.from_rich_color(style.color), paper) >= 2.8
    for style in (palette.faint, *palette.ansi):
        assert contrast(Color.from_rich_color(style.color), paper) >= 1.8
    for style in (palette.added, palette.removed, palette.find, palette.find_current):
        assert contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)) >= 3


@pytest.mark.parametrize("ground", ["background", "surface", "cc-fence"])
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_in_our_themes_all_that_is_not_faint_can_be_read_well_on_every_ground(theme: Theme, ground: str) -> None:
    """On that of a selected row it is made so: see `on_selected`."""
    palette, variables = palette_of(theme), theme.to_color_system().generate() | theme.variables
    paper = Color.parse(variables[ground])
    for name in ("text", "dim", "person", "claude", "tool", "structure", "wrong", "live"):
        assert contrast(Color.parse(colour(getattr(palette, name))), paper) >= 4.5, name


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_in_our_themes_what_has_a_ground_of_its_own_can_be_read_well(theme: Theme) -> None:
    palette = palette_of(theme)
    for style in (palette.added, palette.removed, palette.find, palette.find_current):
        assert contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)) >= 4.5


@pytest.mark.parametrize("name", NATIVE)
def test_the_terminals_own_colours_have_no_ground(name: str) -> None:
    palette = palette_of(ALL_THEMES[name])
    grounds = {field.name for field in fields(palette) if field.name != "ansi" and getattr(palette, field.name).bgcolor}
    assert not grounds
    assert palette.dim.dim


@pytest.mark.parametrize("name", sorted(ALL_THEMES))
def test_who_speaks_is_told_apart_in_every_theme(name: str) -> None:
    palette = palette_of(ALL_THEMES[name])
    assert len({palette.person.color, palette.claude.color, palette.tool.color, palette.wrong.color}) == 4


def test_a_theme_names_its_own_colours() -> None:
    variables = CC_DARK.to_color_system().generate() | {"cc-claude": "#ffffff", "cc-text": "#eeeeee"}
    palette = Palette.of(variables, dark=True)
    assert (colour(palette.claude), colour(palette.text)) == ("#ffffff", "#eeeeee")


def test_no_module_but_the_themes_names_a_colour() -> None:
    modules = [path for path in Path(*presentation.__path__).glob("*.py") if path.name != "themes.py"]
    assert modules
    assert not [path.name for path in modules if re.search(r"#[0-9a-f]{6}\b|color=\"", path.read_text())]
