"""Three panes on a screen: which are shown, and which has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.reactive import var
from textual.screen import Screen

from cc_session_tui.tui.screens.edit_pane import EditPane
from cc_session_tui.tui.screens.tree_pane import TreePane

if TYPE_CHECKING:
    from textual.widget import Widget

    from cc_session_tui.tui.screens.inspector_pane import InspectorPane
    from cc_session_tui.tui.screens.setting import Setting

NARROW: Final = 80
"""Terminals up to so many columns show one pane at a time."""
MEDIUM: Final = 130
"""Terminals up to so many columns show two: the inspector stands in for the tree."""


class PanedScreen(Screen[None]):
    """Tree, transcript and inspector side by side, as far as there is room."""

    is_reading: var[bool] = var(default=False, init=False)
    """Whether the transcript is shown where there is room for one pane; else the tree."""
    is_inspecting: var[bool] = var(default=False, init=False)
    """Whether the inspector is shown."""
    is_without_tree: var[bool] = var(default=False, init=False)
    """Whether the tree was put away, where there is room for it."""

    def __init__(self, setting: Setting) -> None:
        """Empty panes in SETTING."""
        super().__init__()
        self.tree_pane = TreePane(setting, id="tree-pane")
        """The left pane."""
        self.reading_pane = EditPane(setting, id="reading-pane")
        """The middle pane."""
        self.inspector_pane: InspectorPane | None = None
        """The right pane; None until it is asked for."""

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for one pane only."""
        return self.app.size.width <= NARROW

    def arrange_panes(self) -> None:
        """Show the panes that there is room for."""
        width = self.app.size.width
        alone = width <= NARROW
        inspector = self.is_inspecting
        reading = self.is_reading and not inspector if alone else True
        tree = not reading and not inspector if alone else not (self.is_without_tree or (inspector and width <= MEDIUM))
        panes: dict[Widget, bool] = {self.tree_pane: tree, self.reading_pane: reading}
        if self.inspector_pane is not None:
            panes[self.inspector_pane] = inspector
        self._show(panes, alone=alone)

    def _show(self, panes: dict[Widget, bool], *, alone: bool) -> None:
        """Show those of PANES, or hide them; the focus does not stay in a hidden one."""
        around = self.focused.ancestors if self.focused is not None else []
        if any(pane in around for pane, shown in panes.items() if not shown):
            self.set_focus(self._focusable(next(pane for pane, shown in panes.items() if shown)))
        for pane, shown in panes.items():
            pane.display = shown
            pane.set_class(alone, "-alone")

    def watch_is_reading(self) -> None:
        """Arrange the panes."""
        self.arrange_panes()

    def watch_is_inspecting(self) -> None:
        """Arrange the panes."""
        self.arrange_panes()

    def watch_is_without_tree(self) -> None:
        """Arrange the panes."""
        self.arrange_panes()

    def on_resize(self) -> None:
        """Arrange the panes for the new size; what has the focus stays in sight."""
        self.arrange_panes()
        if self.focused is self.tree_pane.session_tree:
            self.is_reading = False

    def go_to(self, pane: Widget) -> None:
        """Give the focus, and on a narrow screen the room, to PANE: the tree, the transcript or the inspector."""
        inspector, tree = self._focusable(self.inspector_pane), self.tree_pane.session_tree
        self.is_reading = pane is not tree
        if pane is inspector or self.is_narrow:
            self.is_inspecting = pane is inspector
        if pane is tree:
            self.is_without_tree = False
            self.is_inspecting = self.is_inspecting and self.app.size.width > MEDIUM
        pane.focus()

    def _focusable(self, pane: Widget | None) -> Widget | None:
        """What takes the focus in PANE."""
        if pane is self.tree_pane:
            return self.tree_pane.session_tree
        if pane is self.reading_pane:
            return self.reading_pane.transcript
        return self.inspector_pane.inspector if self.inspector_pane is not None else None

    def action_focus_next_pane(self, step: int) -> None:
        """Go to the pane that is STEP panes to the right."""
        panes: list[Widget] = [self.tree_pane.session_tree, self.reading_pane.transcript]
        if self.is_inspecting and self.inspector_pane is not None:
            panes.append(self.inspector_pane.inspector)
        at = next((number for number, pane in enumerate(panes) if pane is self.focused), 0)
        self.go_to(panes[(at + step) % len(panes)])

    async def action_toggle_inspector(self) -> None:
        """Show or hide the record's JSON."""
        pane = self.inspector_pane or await self._add_inspector()
        self.is_inspecting = not self.is_inspecting
        if self.is_inspecting and self.is_narrow:
            self.go_to(pane.inspector)

    async def _add_inspector(self) -> InspectorPane:
        from cc_session_tui.tui.screens.inspector_pane import InspectorPane  # noqa: PLC0415 - the start does without

        self.inspector_pane = InspectorPane(id="inspector-pane")
        self.inspector_pane.display = False  # one that is seen at once keeps its neighbours from being told their size
        await self.query_one("#panes").mount(self.inspector_pane)
        return self.inspector_pane

    def action_toggle_tree(self) -> None:
        """Show or hide the tree."""
        if self.is_without_tree:
            self.go_to(self.tree_pane.session_tree)
        else:
            self.is_without_tree = True
            self.go_to(self.reading_pane.transcript)
