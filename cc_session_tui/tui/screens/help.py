"""Help: every command with its keys, made from the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from cc_session_tui.tui.commands import HELP_COMMANDS, Command, bindings, key_label
from cc_session_tui.tui.screens.registry import COMMANDS, GROUPS
from cc_session_tui.tui.widgets.status_parts import cut, palette_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.tui.presentation.palette import Palette

_KEYS: Final = 14
_TEXT: Final = 54
_FRAME: Final = 9


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
        """Name the box, and take the keys."""
        scroll = self.query_one("#help", VerticalScroll)
        scroll.border_title, scroll.border_subtitle = "Keys", "esc closes"
        scroll.focus()

    def on_resize(self) -> None:
        """Fill in the text, for the width there is."""
        room = self.size.width - _FRAME
        text = help_text(self._group, self._keymap, self._config, palette_of(self), room)
        self.query_one("#help-text", Static).update(text)

    def action_close(self) -> None:
        """Go back to the browser."""
        self.dismiss()


def help_text(group: str, keymap: Mapping[str, str], config: str, palette: Palette, width: int) -> Text:
    """All commands by group, that of GROUP first, in lines of at most WIDTH cells."""
    text = Text(no_wrap=True)
    for name in sorted(GROUPS, key=lambda name: name != group):
        text.append(f"{GROUPS[name]}\n", palette.structure + Style(bold=True))
        for command in COMMANDS:
            if command.group == name:
                _append(text, command, keymap.get(command.id, command.keys), palette, width)
        text.append("\n")
    text.append(cut(f"Theme and keys are yours to set, in {config}:", width) + "\n", palette.dim)
    text.append('  theme = "cc-light"\n  [keys]\n  "tree.sort" = "o"', palette.code)
    return text


def _append(text: Text, command: Command, keys: str, palette: Palette, width: int) -> None:
    """Append a line for COMMAND: keys, what it does, and its id where there is room."""
    shown = cut(" ".join(key_label(key) for key in keys.split(",")), _KEYS - 1)
    text.append(f"  {shown}" + " " * (_KEYS - cell_len(shown)), palette.claude + Style(bold=True))
    room = width - _KEYS - 2
    text.append(cut(command.text, room), palette.text)
    if room >= _TEXT + cell_len(command.id):
        text.append(" " * (_TEXT - cell_len(command.text)) + command.id, palette.faint)
    text.append("\n")
