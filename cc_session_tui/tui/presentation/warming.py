"""What the first reply and the first code need, imported ahead of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.tui.presentation.highlight import coloured
from cc_session_tui.tui.presentation.markdown import markdown

if TYPE_CHECKING:
    from cc_session_tui.tui.presentation.palette import Palette

_LANGUAGES: Final = ("python", "bash", "json", "diff", "markdown")
"""What the code of a session is most often: the first page with one of another language takes a little longer."""


def warm(palette: Palette) -> None:
    """Draw a little Markdown with code: call it in a thread, after the first paint."""
    for _ in markdown("*a*", 80, palette):
        pass
    for language in _LANGUAGES:
        for _ in coloured(["a"], language, palette):
            pass
