"""The bottom line: the keys that matter where the focus is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.style import Style
from textual.reactive import reactive

from cc_session_tui.tui.commands import Command, key_label
from cc_session_tui.tui.widgets.status_parts import Part, PartsLine, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.tui.presentation.palette import Palette

_BOLD: Final = Style(bold=True)
_KEPT: Final = "help"  # tells of all the others


class Footer(PartsLine):
    """The bottom line: key and word of each command of the registry that is marked for it and works now."""

    keys: reactive[tuple[tuple[str, str, str], ...]] = reactive(())
    """(key, word, action) of each."""

    def __init__(self, commands: Sequence[Command], *, id: str | None = None) -> None:
        """A footer for COMMANDS, those of the focused pane first."""
        super().__init__(id=id)
        self._commands = {command.id: command for command in commands if command.footer}

    def on_mount(self) -> None:
        """Follow the bindings that are active."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.show_active())
        self.show_active()

    def show_active(self) -> None:
        """Show the commands whose bindings are active; keys are those of the user's keymap."""
        keys: dict[str, list[str]] = {}
        for key, active in self.screen.active_bindings.items():
            if active.enabled and active.binding.id in self._commands and not self._is_typed(key):
                keys.setdefault(active.binding.id, []).append(key)
        found = [(_first(command, keys[id_]), command) for id_, command in self._commands.items() if id_ in keys]
        self.keys = tuple((key_label(key), command.word, f"screen.press_key('{key}')") for key, command in found)

    def _is_typed(self, key: str) -> bool:
        """Whether KEY goes into the line one types in."""
        focused, label = self.screen.focused, key_label(key)
        character = label if len(label) == 1 and label.isascii() else None
        return focused is not None and focused.check_consume_key(key, character)

    def left(self, palette: Palette) -> list[Part]:
        """Keys and words, as many as there is room for."""
        keys = list(self.keys)
        while len(keys) > 1 and width_of(_parts(keys, palette)) - 2 > self.size.width:
            del keys[-2 if keys[-1][1] == _KEPT else -1]
        return _parts(keys, palette)


def _parts(keys: Sequence[tuple[str, str, str]], palette: Palette) -> list[Part]:
    parts: list[Part] = []
    for key, word, action in keys:
        parts += [Part(f" {key}", palette.claude + _BOLD, action), Part(f" {word}  ", palette.dim, action)]
    return parts


def _first(command: Command, keys: Sequence[str]) -> str:
    """The one of KEYS that the command names first; a user's own key where it names none of them."""
    named = command.keys.split(",")
    return min(keys, key=lambda key: named.index(key) if key in named else -1)
