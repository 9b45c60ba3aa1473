"""Three panes on a screen: which are shown, and which has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.screen import Screen

from cc_session_tui.tui.screens.inspector_pane import InspectorPane
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.tree_pane import TreePane

if TYPE_CHECKING:
    from textual.widget import Widget

NARROW: Final = 80
"""Terminals up to so many columns show one pane at a time."""
MEDIUM: Final = 130
"""Terminals up to so many columns show two: the inspector stands in for the tree."""


class PanedScreen(Screen[None]):
    """Tree, transcript and inspector; style classes say what is shown.

    `-reading` and `-inspecting` choose the pane on a narrow screen; elsewhere only the second does something: it
    shows the inspector.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - it is no ClassVar in Textual
        (0, "-narrow"),
        (NARROW + 1, "-medium"),
        (MEDIUM + 1, "-wide"),
    ]

    @property
    def tree_pane(self) -> TreePane:
        """The left pane."""
        return self.query_one(TreePane)

    @property
    def reading_pane(self) -> ReadingPane:
        """The middle pane."""
        return self.query_one(ReadingPane)

    @property
    def inspector_pane(self) -> InspectorPane:
        """The right pane."""
        return self.query_one(InspectorPane)

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for one pane only."""
        return self.has_class("-narrow")

    @property
    def is_inspecting(self) -> bool:
        """Whether the inspector is shown."""
        return self.has_class("-inspecting")

    def go_to(self, pane: Widget) -> None:
        """Give the focus, and on a narrow screen the room, to PANE: the tree, the transcript or the inspector."""
        inspector = self.inspector_pane.inspector
        self.set_class(pane is not self.tree_pane.session_tree, "-reading")
        if pane is inspector or self.is_narrow:
            self.set_class(pane is inspector, "-inspecting")
        if pane is self.tree_pane.session_tree:
            self.remove_class("-without-tree")
        pane.focus()

    def action_focus_next_pane(self, step: int) -> None:
        """Go to the pane that is STEP panes to the right."""
        panes = [self.tree_pane.session_tree, self.reading_pane.transcript, self.inspector_pane.inspector]
        if not self.is_inspecting:
            panes.pop()
        at = next((number for number, pane in enumerate(panes) if pane is self.focused), 0)
        self.go_to(panes[(at + step) % len(panes)])

    def action_toggle_inspector(self) -> None:
        """Show or hide the record's JSON."""
        shown = not self.is_inspecting
        self.set_class(shown, "-inspecting")
        if shown and self.is_narrow:
            self.go_to(self.inspector_pane.inspector)
        elif (not shown and self.focused is self.inspector_pane.inspector) or (
            shown and self.focused is self.tree_pane.session_tree and not self.has_class("-wide")
        ):
            self.go_to(self.reading_pane.transcript)

    def action_toggle_tree(self) -> None:
        """Show or hide the tree."""
        if self.has_class("-without-tree"):
            self.go_to(self.tree_pane.session_tree)
        else:
            self.add_class("-without-tree")
            self.go_to(self.reading_pane.transcript)
