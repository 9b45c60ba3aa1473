"""A small form: a few lines to fill in, folders and files completed by tab."""

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
from cc_session_tui.tui.presentation.plain import visible
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
    is_file: bool = False
    """Whether it names an existing file, or nothing."""


class PathSuggester(Suggester):
    """Suggests the first folder, or file, that goes on as what was typed."""

    def __init__(self, *, files: bool) -> None:
        """A suggester of folders, and of FILES too; they come and go, so that nothing is remembered."""
        super().__init__(use_cache=False, case_sensitive=True)
        self._files = files

    async def get_suggestion(self, value: str) -> str | None:
        """The first path that begins as VALUE; a folder's ends in a slash."""
        return await asyncio.to_thread(_suggestion, value, files=self._files)


def _suggestion(value: str, *, files: bool) -> str | None:
    head, slash, beginning = value.rpartition("/")
    hidden = beginning.startswith(".")
    try:
        folder = Path(head + slash).expanduser()
        fitting = [entry for entry in folder.iterdir() if entry.name.startswith(beginning)]
        shown = [entry for entry in fitting if hidden or not entry.name.startswith(".")]
        name = min(f"{entry.name}/" if entry.is_dir() else entry.name for entry in shown if files or entry.is_dir())
    except (OSError, RuntimeError, ValueError):  # a ValueError too where nothing fits
        return None
    return f"{head}{slash}{name}"


class AskScreen(ModalScreen[tuple[str, ...] | None]):
    """Asks for a few lines; the answer is what they hold."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(ASK_COMMANDS)

    def __init__(self, question: str, fields: Sequence[Field] = (), *, note: str = "", does: str = "yes") -> None:
        """QUESTION, with FIELDS to fill in; a NOTE stands under them. DOES says what enter does."""
        super().__init__()
        self._question, self._fields, self._note, self._does = question, tuple(fields), note, does

    def compose(self) -> ComposeResult:
        """Label and line, each in its turn."""
        with Vertical(id="ask", classes="dialog"):
            for field in self._fields:
                yield Label(field.label, markup=False)
                suggester = PathSuggester(files=field.is_file) if field.is_folder or field.is_file else None
                yield Input(field.value, suggester=suggester, compact=True, select_on_focus=False)
            if self._note:
                yield Label(visible(self._note), markup=False, classes="-note")

    def on_mount(self) -> None:
        """Name the box, and begin."""
        box = self.query_one("#ask")
        box.border_title = self._question
        tab = "tab completes · " if any(field.is_folder or field.is_file for field in self._fields) else ""
        box.border_subtitle = f"{tab}↵ {self._does} · esc back"
        if self._fields:
            self.query(Input).first().focus()

    @on(Input.Submitted)
    def _submit(self, message: Input.Submitted) -> None:
        message.stop()
        self.action_accept()

    def action_accept(self) -> None:
        """Answer, once every folder and file is there."""
        values = tuple(line.value.strip() for line in self.query(Input))
        for field, value in zip(self._fields, values, strict=True):
            if missing := _missing(field, value):
                self.notify(missing, severity="warning", markup=False)
                return
        self.dismiss(values)

    def action_complete(self) -> None:
        """Take the path that is suggested; else go to the next line."""
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


def _missing(field: Field, value: str) -> str:
    """What is to be said where FIELD names with VALUE what is not there; empty where all is well."""
    try:
        path = Path(value).expanduser()
        if field.is_folder and not path.is_dir():
            return f"There is no folder {value or '(empty)'}."
        return f"There is no file {value}." if field.is_file and value and not path.is_file() else ""
    except (OSError, RuntimeError, ValueError):
        return f"{value} is no path."
