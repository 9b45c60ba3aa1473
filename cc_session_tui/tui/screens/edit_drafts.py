"""The middle pane with drafts in it: steps are taken in them, off the event loop, and what they make is shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from cc_session_tui.core.errors import SessionError
from cc_session_tui.core.transcript.entries import Key
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.messages import Failed
from cc_session_tui.tui.screens.edit_transcript import EditTranscript
from cc_session_tui.tui.screens.edit_work import Made, Shown, Step, make, make_grown
from cc_session_tui.tui.screens.live_pane import LivePane
from cc_session_tui.tui.screens.live_reading import LineBegun
from cc_session_tui.tui.screens.reading_pane import ReadingPane, Wanted, damaged_lines
from cc_session_tui.tui.screens.work import in_thread
from cc_session_tui.tui.widgets.title import Heading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_session_tui.core.store.models import Session
    from cc_session_tui.tui.screens.compose_steps import Birth
    from cc_session_tui.tui.screens.edit_findings import Checked
    from cc_session_tui.tui.screens.edit_state import Edits
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.target import Target
    from cc_session_tui.tui.widgets.status import Reading


class DraftPane(LivePane):
    """Title and transcript of a session that is being edited, or read; it owns the drafts."""

    transcript: EditTranscript

    @dataclass
    class Edited(Message):
        """A session has other edits than it had, or none any more."""

        path: Path

    class Stepped(Message):
        """All steps that were asked for were taken, or refused."""

    @dataclass
    class _Made(Message):
        """A step was taken, off the event loop."""

        made: Made

    @dataclass
    class Grown(Message):
        """It was looked what happened to the file of a session with edits."""

        made: Made
        before: Edits
        """The edits that were looked at."""

    @dataclass
    class _Refused(Message):
        """A step cannot be taken."""

        why: str
        """Empty where nobody is to be told."""

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """An empty pane in SETTING."""
        super().__init__(setting, id=id)
        self._drafts: dict[Path, Edits] = {}
        self._steps: list[tuple[Target, Step]] = []
        self._is_stepping = False
        self._checked: Checked | None = None
        self.births: dict[Path, Birth] = {}
        """What the first records of new sessions say."""
        self.backups: dict[Path, str] = {}
        """Ids of the backups of sessions that were saved in place, as they were before."""
        self._trashed: set[Path] = set()

    def on_mount(self) -> None:
        """Tell when finding begins and ends."""
        self.watch(self.transcript, "finding", self.tell, init=False)

    def new_transcript(self) -> EditTranscript:
        """The transcript widget, which marks what is edited."""
        return EditTranscript(self.tell, self.surroundings, id="transcript")

    # drafts

    @property
    def edits(self) -> Edits | None:
        """The edits of the session that is open; None where it has none."""
        return self._drafts.get(self.target.path) if self.target is not None else None

    @property
    def edited(self) -> Mapping[Path, Edits]:
        """The sessions with edits that are not saved."""
        return {path: edits for path, edits in self._drafts.items() if len(edits)}

    @property
    def is_stepping(self) -> bool:
        """Whether a step is being taken, or waits to be."""
        return self._is_stepping or bool(self._steps)

    def step(self, step: Step) -> None:
        """Take STEP in the session that is open, after those that wait."""
        if self.target is not None:
            self._steps.append((self.target, step))
            self._go_on()

    def forget(self, path: Path) -> None:
        """Let go of the edits of PATH: they were saved, or are not wanted."""
        self._drafts.pop(path, None)
        if self.target is not None and self.target.path == path:
            self.transcript.marks = None
            self.transcript.choose(frozenset())
            self.reopen()
        self._tell_edits(path)

    def drop(self, path: Path) -> None:
        """Let go of the edits of PATH, which is not read again."""
        self._drafts.pop(path, None)
        self._tell_edits(path)

    def trash(self, path: Path, is_there: bool) -> None:
        """Say in the title whether the session at PATH is in the trash."""
        (self._trashed.add if is_there else self._trashed.discard)(path)
        self.retitle()

    def reload(self) -> None:
        """Read what was appended to the file; a session whose edits were all undone is its file again."""
        edits, target = self.edits, self.target
        if target is not None and edits is not None and not edits and target.path not in self.births:
            self.forget(target.path)
        else:
            super().reload()

    def reopen(self) -> None:
        """Read the session that is open from its file again, at the same place."""
        if self.target is not None:
            self.open(self.target)

    def exchange(self, path: Path, edits: Edits) -> None:
        """Have EDITS, which are those of PATH on what that is now."""
        self._drafts[path] = edits
        self._tell_edits(path)
        if self.target is not None and self.target.path == path:
            self.step(Step())

    # findings

    def take_findings(self, checked: Checked) -> None:
        """Show how much is wrong with the session."""
        self._checked = checked
        self.tell()

    @property
    def reading(self) -> Reading | None:
        """What the status line says of it."""
        reading, checked = super().reading, self._checked
        if reading is not None and self.transcript.finding:
            reading = reading._replace(find="")  # the line in which it is typed says it
        if reading is None or checked is None or self.target is None or checked.path != self.target.path:
            return reading
        return reading._replace(findings=checked.serious)

    def show_row(self, row: int) -> None:
        """Select the entry that shows ROW; in the file view where this one lacks it."""
        view, document = self.transcript.view, self.document
        if view is None or document is None or not self.has_row(row):
            return
        if len(view) and row in view.rows(view.at_row(row)):
            self.go_to_row(row)
            return
        index = document.index
        self._anchor = Key(index.offset[row], 0 if index.blocks(row) else -1)
        self._stand_in = self.transcript.selected
        self.transcript.follow = False
        self.set_wanted(Wanted(ViewName.FILE, 3))

    @property
    def title_text(self) -> str:
        """What the session is called."""
        return self._title.heading.title if self._title.heading is not None else ""

    def _go_on(self) -> None:
        if self._is_stepping or not self._steps:
            return
        target, step = self._steps.pop(0)
        self._is_stepping = True
        edits, shown = self._drafts.get(target.path), self._shown(target)
        if edits is None and step.grow:
            self.stepped()
            return
        if edits is not None and (step.undo or step.redo):
            words = edits.undo() if step.undo else edits.redo()
            self.notify(f"{'Undone' if step.undo else 'Done again'}: {words}", timeout=2, markup=False)

        def work(ticket: object) -> None:
            _ = ticket  # a step counts, whatever came after it
            try:
                if edits is not None and step.grow and self._is_begun(target):
                    self.post_message(LineBegun(target.path))
                    self.post_message(self._Refused(""))
                elif edits is not None and step.grow:
                    self.post_message(self.Grown(make_grown(shown, edits), edits))
                else:
                    self.post_message(self._Made(make(shown, edits, step)))
            except SessionError as error:
                self.post_message(self._Refused(str(error)))

        in_thread(self, "edit", work)

    def _is_begun(self, target: Target) -> bool:
        """Whether the last line of TARGET is being written: what was added goes below the edits when it is whole."""
        from cc_session_tui.core.store.working import is_begun  # noqa: PLC0415 - in the thread

        return is_begun(target.path, self._setting.claude_dir)

    def _shown(self, target: Target) -> Shown:
        """What is on the screen of TARGET."""
        is_open = self.target is not None and self.target.path == target.path
        return Shown(target, self.document if is_open else None, self.wanted, self.place if is_open else (-1, -1))

    @property
    def place(self) -> tuple[int, int]:
        """Row and block of the entry under the cursor; (-1, -1) where there is none."""
        view, at = self.transcript.view, self.transcript.cursor
        if view is None or at < 0 or not view.rows(at):
            return -1, -1
        return view.rows(at)[0], view.key(at).block

    @on(_Made)
    def _take_made(self, message: _Made) -> None:
        """Show what a step made."""
        message.stop()
        made, path = message.made, message.made.shown.target.path
        is_first = path not in self.edited
        if made.state is not made.edits.now:
            made.edits.go_to(made.state)
            for note in made.state.notes:
                self.notify(note, markup=False)
        self._drafts[path] = made.edits
        if self.target is not None and self.target.path == path:
            if is_first and len(made.edits):
                self._warn_of_client()
            self._show_made(made)
        self._tell_edits(path)
        self.stepped()

    def _show_made(self, made: Made) -> None:
        first = self.document is None
        self.document, self._damaged = made.document, damaged_lines(made.document)
        self.transcript.marks = made.marks
        if made.shown.wanted != self.wanted:
            self.make_view()
        else:
            self.wanted = self.wanted._replace(leaf=made.leaf)
            if made.view is not self.transcript.view:
                self._show(made.view, made.key, first=True)
        self.transcript.repaint()
        self.tell()
        if first:
            self.call_after_refresh(self._read_on, made.document)

    def _warn_of_client(self) -> None:
        """At the first edit, say what cannot be done with it."""
        session = self.target.session if self.target is not None else None
        if session is not None and session.running is not None:
            self.notify(
                "This session is running: the edits can be saved as a new session only, or once it has ended.",
                severity="warning",
            )

    @on(_Refused)
    def _tell_refusal(self, message: _Refused) -> None:
        message.stop()
        if message.why:
            self.notify(message.why, severity="warning", markup=False)
        self.stepped()

    @on(Failed)
    def _fail(self) -> None:
        """What was not foreseen went wrong: the steps that wait are taken all the same."""
        self.stepped()

    def stepped(self) -> None:
        """A step was taken, or refused: take the next."""
        self._is_stepping = False
        self._go_on()
        if not self.is_stepping:
            self.post_message(self.Stepped())

    def _tell_edits(self, path: Path) -> None:
        self.retitle()
        self.post_message(self.Edited(path))

    @on(ReadingPane.Read)
    def _prefer_draft(self, message: ReadingPane.Read) -> None:
        """Where the session has edits, its draft is shown, once the whole of it was read."""
        edits = self._drafts.get(message.target.path)
        shown = message.document.index
        if edits is None or not message.document.whole or shown.source is edits.now.draft.source:
            self.transcript.marks = None if edits is None else self.transcript.marks
            return
        if self.target is not None and self.target.path == message.target.path:
            message.stop()
            message.prevent_default()
            self.step(Step())

    def retitle(self) -> None:
        """Say in the title how many edits are not saved, and whether the session is in the trash."""
        heading, edits, target = self._title.heading, self.edits, self.target
        if heading is not None:
            is_trashed = target is not None and target.path in self._trashed
            self._title.heading = heading._replace(edits=len(edits) if edits is not None else 0, is_trashed=is_trashed)

    def know(self, session: Session | None) -> None:
        """Take what the store knows by now of what is open."""
        super().know(session)
        self.retitle()

    def open(self, target: Target) -> None:
        """Open TARGET: its draft where it has one."""
        self.transcript.marks, self.transcript.chosen = None, frozenset()
        if target.path not in self.edited and target.path not in self.births:
            self._drafts.pop(target.path, None)  # all undone: what is opened is the file, as it is by now
        if target.path in self.births and not target.path.exists():
            self._open_unsaved(target)
        else:
            super().open(target)
        self.retitle()

    def _open_unsaved(self, target: Target) -> None:
        """Open TARGET, a new session without a file."""
        self.keep_place()
        self.say_failure("")
        self.target, self.document, self.wanted = target, None, self.wanted._replace(leaf=None)
        self._title.heading = Heading("New session", facts=(self._setting.shown(Path(self.births[target.path].cwd)),))
        self.step(Step())
