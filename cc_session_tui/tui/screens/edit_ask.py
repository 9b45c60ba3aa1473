"""A small form: a few lines to fill in, folders completed by tab."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Input, Label

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.screens.edit_commands import ASK_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class Field(NamedTuple):
    """A line of the form."""

    label: str
    value: str = ""
    is_folder: bool = False
    """Whether it names an existing folder."""


class FolderSuggester(Suggester):
    """Suggests the first folder that goes on as what was typed."""

    def __init__(self) -> None:
        """A suggester; folders come and go, so that nothing is remembered."""
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The first folder that begins as VALUE."""
        return await asyncio.to_thread(_suggestion, value)


def _suggestion(value: str) -> str | None:
    head, slash, beginning = value.rpartition("/")
    try:
        folder = Path(head + slash).expanduser()
        names = sorted(entry.name for entry in folder.iterdir() if entry.is_dir())
    except (OSError, RuntimeError, ValueError):
        return None
    hidden = beginning.startswith(".")
    found = (name for name in names if name.startswith(beginning) and (hidden or not name.startswith(".")))
    name = next(found, None) if slash else None
    return f"{head}{slash}{name}/" if name is not None else None


class AskScreen(ModalScreen[tuple[str, ...] | None]):
    """Asks for a few lines; the answer is what they hold."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(ASK_COMMANDS)

    def __init__(self, question: str, fields: Sequence[Field] = (), *, note: str = "") -> None:
        """QUESTION, with FIELDS to fill in; a NOTE stands under them."""
        super().__init__()
        self._question, self._fields, self._note = question, tuple(fields), note

    def compose(self) -> ComposeResult:
        """Label and line, each in its turn."""
        with Vertical(id="ask", classes="dialog"):
            for field in self._fields:
                yield Label(field.label, markup=False)
                suggester = FolderSuggester() if field.is_folder else None
                yield Input(field.value, suggester=suggester, compact=True, select_on_focus=False)
            if self._note:
                yield Label(self._note, markup=False, classes="-note")

    def on_mount(self) -> None:
        """Name the box, and begin."""
        box = self.query_one("#ask")
        box.border_title = self._question
        tab = "tab completes · " if any(field.is_folder for field in self._fields) else ""
        box.border_subtitle = f"{tab}↵ yes · esc back"
        if self._fields:
            self.query(Input).first().focus()

    @on(Input.Submitted)
    def _submit(self, message: Input.Submitted) -> None:
        message.stop()
        self.action_accept()

    def action_accept(self) -> None:
        """Answer, once every folder is there."""
        values = tuple(line.value.strip() for line in self.query(Input))
        for field, value in zip(self._fields, values, strict=True):
            if field.is_folder and not _is_folder(value):
                self.notify(f"There is no folder {value or '(empty)'}.", severity="warning", markup=False)
                return
        self.dismiss(values)

    def action_complete(self) -> None:
        """Take the folder that is suggested; else go to the next line."""
        line = self.focused
        before = line.value if isinstance(line, Input) else ""
        if isinstance(line, Input) and line.cursor_position == len(before):
            line.action_cursor_right()
            if line.value != before:
                return
        self.focus_next()

    def action_close(self) -> None:
        """Go back without an answer."""
        self.dismiss(None)


def _is_folder(value: str) -> bool:
    try:
        return Path(value).expanduser().is_dir()
    except (OSError, RuntimeError, ValueError):
        return False
