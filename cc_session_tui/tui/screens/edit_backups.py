"""A list of backups and deleted sessions, to restore one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import count_words, size_words
from cc_session_tui.tui.screens.edit_commands import CHOOSER_COMMANDS
from cc_session_tui.tui.widgets.choices import Choices
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.editing.backups import Backup
    from cc_session_tui.tui.presentation.palette import Palette

_REASON: Final = 9
_SIZE: Final = 8


class BackupsScreen(ModalScreen["Backup | None"]):
    """The backups; the answer is the one to restore."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(CHOOSER_COMMANDS)

    def __init__(self, backups: tuple[Backup, ...]) -> None:
        """BACKUPS, newest first."""
        super().__init__()
        self._backups = backups

    def compose(self) -> ComposeResult:
        """One list."""
        with Vertical(id="backups", classes="dialog"):
            yield Choices(markup=False, id="backups-list")

    def on_mount(self) -> None:
        """List them."""
        box, palette = self.query_one("#backups"), palette_of(self)
        box.border_title = count_words(len(self._backups), "backup")
        box.border_subtitle = "↵ restores · esc back"
        options = self.query_one(Choices)
        options.add_options([_line(backup, palette) for backup in self._backups])
        options.highlighted = 0
        options.focus()

    @on(Choices.OptionSelected)
    def _choose(self, message: Choices.OptionSelected) -> None:
        message.stop()
        self.dismiss(self._backups[message.option_index])

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)


def _line(backup: Backup, palette: Palette) -> Text:
    path = Path(backup.path)
    return Text.assemble(
        (f"{_time(backup.time)}  ", palette.dim),
        (f"{one_line(backup.reason):<{_REASON}}", palette.structure),
        (f"{size_words(backup.size):>{_SIZE}}  ", palette.dim),
        (one_line(path.stem[:8]), palette.text),
        (f"  {one_line(path.parent.name)}", palette.faint),
        no_wrap=True,
        overflow="ellipsis",
    )


def _time(stamp: str) -> str:
    try:
        return f"{datetime.fromisoformat(stamp).astimezone():%d %b %H:%M}"
    except (ValueError, OverflowError, OSError):
        return one_line(stamp, 12)
