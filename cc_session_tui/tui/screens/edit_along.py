"""The middle pane whose drafts go along with their files: what is added to a file is added below its edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from cc_session_tui.tui.screens.edit_drafts import DraftPane
from cc_session_tui.tui.screens.edit_fates import Fate, short_words_of, words_of
from cc_session_tui.tui.screens.edit_work import Step
from cc_session_tui.tui.screens.reading_pane import damaged_lines

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.tui.screens.edit_fates import Growth
    from cc_session_tui.tui.screens.edit_state import Edits
    from cc_session_tui.tui.screens.edit_work import Made
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.widgets.status import Reading


class GrowingPane(DraftPane):
    """Title and transcript of a session that is being edited while a client may write to it."""

    @dataclass
    class FileChanged(Message):
        """Something happened to the file of a session with edits, for the first time since they began."""

        path: Path
        growth: Growth

    @dataclass
    class Regrown(Message):
        """A file with edits has changed: they were put onto it, or stand as they did on what it was."""

        path: Path

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """An empty pane in SETTING."""
        super().__init__(setting, id=id)
        self._apart: dict[Path, Growth] = {}
        """What keeps drafts from going along with their files."""
        self._told: set[tuple[Path, Fate]] = set()

    def grow(self) -> None:
        """See what happened to the file under the edits of the session that is open."""
        if self.edits is not None:
            self.step(Step(grow=True))

    @on(DraftPane.Grown)
    def _take_grown(self, message: DraftPane.Grown) -> None:
        """Show what was added below the edits; keep them where they do not go together, and say so once."""
        message.stop()
        made, path = message.made, message.made.shown.target.path
        if made.growth is not None and self._drafts.get(path) is message.before:
            self._note(path, made, made.growth)
        self.stepped()

    def _note(self, path: Path, made: Made, growth: Growth) -> None:
        was_apart = self._apart.pop(path, None) is not None
        if short_words_of(growth):
            if not growth.edits:
                self.forget(path)  # all were undone: what is shown is the file again
                return
            self._apart[path] = growth
        self._drafts[path] = growth.edits
        if words_of(growth) and growth.edits and (path, growth.fate) not in self._told:
            self._told.add((path, growth.fate))
            self.post_message(self.FileChanged(path, growth))
        if growth.fate is not Fate.NONE or was_apart:
            self.post_message(self.Regrown(path))
        if self.target is not None and self.target.path == path:
            self._show_grown(made)

    def _show_grown(self, made: Made) -> None:
        is_new = made.view is not self.transcript.view
        self.document, self._damaged = made.document, damaged_lines(made.document)
        if made.shown.wanted != self.wanted:
            self.make_view()
        elif is_new:
            self.wanted = self.wanted._replace(leaf=made.leaf)
            self._show(made.view, None, first=False)
        self.tell()
        if is_new:
            self.call_after_refresh(self._read_on, made.document)

    def exchange(self, path: Path, edits: Edits) -> None:
        """Have EDITS, which are those of PATH on what that is now."""
        self._apart.pop(path, None)
        super().exchange(path, edits)

    def _tell_edits(self, path: Path) -> None:
        """Say that PATH has other edits; one that has none any more, and does not go along with its file, is that."""
        if path not in self.edited:
            self._told = {(other, fate) for other, fate in self._told if other != path}
            if self._apart.pop(path, None) is not None and path in self._drafts:
                self.forget(path)
                return
        super()._tell_edits(path)

    @property
    def reading(self) -> Reading | None:
        """What the status line says of it."""
        reading = super().reading
        growth = self._apart.get(self.target.path) if self.target is not None else None
        return reading if reading is None or growth is None else reading._replace(apart=short_words_of(growth))
