"""The middle pane of a session whose file is lost: it went while it was read, or could not be read at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual import on
from textual.widgets import Static

from cc_session_tui.tui.messages import Failed
from cc_session_tui.tui.screens.edit_fates import Fate
from cc_session_tui.tui.screens.reading_pane import ReadingPane

if TYPE_CHECKING:
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.target import Target
    from cc_session_tui.tui.widgets.status import Reading

_ID: Final = "failure"


class LostPane(ReadingPane):
    """Title and transcript, or why there is none."""

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """An empty pane in SETTING."""
        super().__init__(setting, id=id)
        self.is_gone = False
        """Whether the file of what is open is gone: what was read of it stays."""
        self.failure = ""
        """Why nothing could be read of what is open; empty where something was, or may be."""

    def open(self, target: Target) -> None:
        """Open TARGET, of which nothing is known yet."""
        self.is_gone = False
        self.say_failure("")
        super().open(target)

    def note_file(self, *, is_gone: bool) -> bool:
        """Say whether the file of what is open IS_GONE, as long as it is; return whether that is news."""
        is_new = is_gone != self.is_gone
        self.is_gone = is_gone
        if is_new:
            self.tell()
        return is_new

    @property
    def reading(self) -> Reading | None:
        """What the status line says of it: the end of a file that is gone is not followed."""
        reading = super().reading
        if reading is None or not self.is_gone:
            return reading
        return reading._replace(apart=f"file {Fate.GONE}", follow=False, below=0)

    @on(Failed)
    def _clear(self, message: Failed) -> None:
        """Show why there is nothing, rather than another session under the title of one that cannot be read."""
        if self.document is None and self.target is not None:
            path = self.target.path
            self.transcript.clear()
            gone = f"The file of this session is gone.\n{self._setting.shown(path)}"
            self.say_failure(message.text if path.exists() else gone)
            message.is_shown = True

    def say_failure(self, words: str) -> None:
        """Say in WORDS why there is nothing to read; empty where there is, or may be."""
        self.failure = words
        if words and not self.query(f"#{_ID}"):
            self.mount(Static(words, id=_ID, markup=False), before=self.transcript)
        for line in self.query(f"#{_ID}").results(Static):
            line.update(words)
            line.display = bool(words)
