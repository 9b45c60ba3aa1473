"""Draw all entries of the factories, or those of a session, as pictures to look at; not a test.

python -m tests.tui.presentation.gallery out.svg --width 100 --theme cc-dark [--session FILE] [--opened]
"""

from __future__ import annotations

import argparse
import io
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.style import Style
from textual.strip import Strip, StripRenderable
from textual.theme import BUILTIN_THEMES

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.presentation.draw import draw
from cc_session_tui.tui.presentation.look import Look
from cc_session_tui.tui.presentation.palette import Palette
from cc_session_tui.tui.presentation.themes import THEMES
from tests.tui.factories import entries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.transcript.entries import Entry

_THEMES = BUILTIN_THEMES | {theme.name: theme for theme in THEMES}


def drawn(shown: Iterable[Entry], width: int, theme: str, *, opened: bool | None = None) -> list[Strip]:
    """The strips of all entries, on the theme's ground."""
    variables = _THEMES[theme].to_color_system().generate() | _THEMES[theme].variables
    palette = Palette.of(variables, _THEMES[theme].dark)
    look = Look(palette, opened=opened, zone=UTC, home="/home/dev", cwd="/home/dev/demo", most_lines=30)
    native = variables["background"].startswith("ansi")
    ground = Style() if native else Style(bgcolor=variables["background"], color=variables["foreground"])
    return [strip.apply_style(ground) for entry in shown for strip in draw(entry, width, look)]


def svg_of(strips: list[Strip], width: int) -> str:
    """The strips as an SVG."""
    console = Console(width=width, record=True, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    console.print(StripRenderable(strips, width))
    return console.export_svg(title="gallery")


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--width", type=int, default=100)
    parser.add_argument("--theme", default="cc-dark", choices=sorted(_THEMES))
    parser.add_argument("--session", type=Path)
    parser.add_argument("--view", type=ViewName, default=ViewName.HISTORY)
    parser.add_argument("--detail", type=int, default=2)
    parser.add_argument("--opened", action="store_const", const=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--lines", type=int, default=60)
    given = parser.parse_args()
    shown: Iterable[Entry] = entries()
    if given.session:
        view = Document.open(given.session).view(given.view, given.detail)
        shown = [view.entry(number) for number in range(len(view))]
    strips = drawn(shown, given.width, given.theme, opened=given.opened)
    given.out.write_text(svg_of(strips[given.first : given.first + given.lines], given.width))


if __name__ == "__main__":
    main()
