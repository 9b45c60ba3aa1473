"""Help: every command with its keys, made from the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from cc_session_tui.tui.commands import HELP_COMMANDS, Command, bindings, key_label
from cc_session_tui.tui.screens.registry import COMMANDS, GROUPS
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.tui.presentation.palette import Palette

_KEY_WIDTH = 14


class HelpScreen(ModalScreen[None]):
    """The keys; those of the pane that has the focus come first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(HELP_COMMANDS)

    def __init__(self, group: str, keymap: Mapping[str, str], config: str) -> None:
        """Help for the focus in GROUP, with the user's KEYMAP from the file at CONFIG, as it is to be shown."""
        super().__init__()
        self._group = group
        self._keymap = keymap
        self._config = config

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(id="help"):
            yield Static(id="help-text")

    def on_mount(self) -> None:
        """Fill in the text, in the theme's colours."""
        scroll = self.query_one("#help", VerticalScroll)
        scroll.border_title = "Keys"
        scroll.border_subtitle = "esc closes"
        self.query_one("#help-text", Static).update(
            help_text(self._group, self._keymap, self._config, palette_of(self))
        )
        scroll.focus()

    def action_close(self) -> None:
        """Go back to the browser."""
        self.dismiss()


def help_text(group: str, keymap: Mapping[str, str], config: str, palette: Palette) -> Text:
    """All commands by group, that of GROUP first."""
    order = sorted(GROUPS, key=lambda name: name != group)
    text = Text(no_wrap=True, overflow="ellipsis")
    for name in order:
        text.append(f"{GROUPS[name]}\n", palette.structure + Style(bold=True))
        for command in COMMANDS:
            if command.group == name:
                _append_command(text, command, keymap.get(command.id, command.keys), palette)
        text.append("\n")
    text.append(f"Theme and keys are set in {config}:\n", palette.dim)
    text.append('  theme = "cc-light"\n  [keys]\n  "tree.sort" = "o"\n', palette.code)
    text.append("The ids stand at the right of each command.", palette.dim)
    return text


def _append_command(text: Text, command: Command, keys: str, palette: Palette) -> None:
    shown = " ".join(key_label(key) for key in keys.split(","))
    text.append(f"  {shown}" + " " * max(1, _KEY_WIDTH - cell_len(shown)), palette.claude + Style(bold=True))
    text.append(command.text, palette.text)
    text.append(f"  {command.id}\n", palette.faint)
