"""A list to choose from, whose chosen line can be read in every theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from textual.widgets import OptionList

from cc_session_tui.tui.presentation.grounds import readable_on
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from textual.strip import Strip


class Choices(OptionList):
    """An option list whose lines have colours of their own, and that bears a terminal without room for it."""

    DEFAULT_CSS = """
    Choices { min-width: 8; }
    """

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        """Go on by a page, where there is room for one: without, the lines are not laid out."""
        if self.scrollable_content_region:
            super()._move_page(direction)

    def render_line(self, y: int) -> Strip:
        """Row Y; on the ground of the chosen line with colours that stand out from it."""
        chosen = self.get_visual_style("option-list--option", "option-list--option-highlighted").rich_style
        return readable_on(super().render_line(y), chosen.bgcolor, palette_of(self))
