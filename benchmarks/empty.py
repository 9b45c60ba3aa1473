"""The reference: a Textual app with the browser's widgets and nothing in them (``python -m benchmarks.empty``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App
from textual.containers import Horizontal, Vertical
from textual.scroll_view import ScrollView
from textual.widgets import Footer, Input, Static, Tree

if TYPE_CHECKING:
    from textual.app import ComposeResult

READY = "Empty-app-is-ready"
"""What it paints."""


class EmptyApp(App[None]):
    """Headline, filter, tree, transcript, status line and footer, all empty."""

    CSS = "Input, Static { height: 1; border: none; } Tree { width: 32; } ScrollView { width: 1fr; }"

    def compose(self) -> ComposeResult:
        """Lay the widgets out as the browser does."""
        yield Static(READY)
        with Horizontal():
            with Vertical():
                yield Input()
                yield Tree("projects")
            with Vertical():
                yield Static()
                yield ScrollView()
        yield Static()
        yield Footer()


if __name__ == "__main__":
    EmptyApp().run()
