"""What the first reply and the first code need, imported ahead of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.tui.presentation.highlight import coloured
from cc_session_tui.tui.presentation.markdown import markdown

if TYPE_CHECKING:
    from cc_session_tui.tui.presentation.palette import Palette


def warm(palette: Palette) -> None:
    """Draw a little Markdown with code: call it in a thread, after the first paint."""
    for _ in markdown("*a*", 80, palette):
        pass
    for _ in coloured(["a"], "python", palette):
        pass
