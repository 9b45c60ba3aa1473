"""The middle pane with the keys that edit; nothing of that is in the file before a save."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from cc_session_tui.core.errors import SessionError
from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.screens.edit_along import GrowingPane
from cc_session_tui.tui.screens.edit_commands import EDIT_COMMANDS
from cc_session_tui.tui.screens.edit_transcript import chosen_positions
from cc_session_tui.tui.screens.edit_work import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType

    from cc_session_tui.core.transcript.entries import Key
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.compose_screen import Task

_EDITS: Final = frozenset(command.action.partition("(")[0] for command in EDIT_COMMANDS)


class EditPane(GrowingPane):
    """Title and transcript, and the keys that edit."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(EDIT_COMMANDS)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """To edit is for when a session is open, and could be read."""
        _ = parameters
        return (self.target is not None and not self.failure) or action not in _EDITS

    # what an edit is about

    @property
    def at_hand(self) -> tuple[View, list[int]] | None:
        """The view, and the entries that an edit is about: those that are marked, else the one under the cursor."""
        view, at = self.transcript.view, self.transcript.cursor
        if view is None or at < 0:
            return None
        return view, chosen_positions(view, self.transcript.chosen) or [at]

    def action_choose_entry(self) -> None:
        """Mark the entry, or unmark it, and go to the next."""
        if (key := self.transcript.selected) is not None:
            self.transcript.choose(self.transcript.chosen ^ {key})
            self.transcript.action_cursor_down()

    def action_choose_on(self, step: int) -> None:
        """Mark the entry and the one STEP on."""
        keys: set[Key | None] = {self.transcript.selected}
        if step > 0:
            self.transcript.action_cursor_down()
        else:
            self.transcript.action_cursor_up()
        keys.add(self.transcript.selected)
        self.transcript.choose(self.transcript.chosen | frozenset(key for key in keys if key is not None))

    # edits

    def action_prune(self) -> None:
        """Prune what is marked, else the entry; take that back where it is pruned already."""
        if (at_hand := self.at_hand) is None:
            return
        from cc_session_tui.tui.screens.edit_steps import prune_step  # noqa: PLC0415 - not needed to read

        try:
            self.step(prune_step(*at_hand))
            self.transcript.choose(frozenset())
        except SessionError as error:
            self.notify(str(error), severity="warning", markup=False)

    async def action_prune_kind(self) -> None:
        """Choose from a list what is pruned."""
        from cc_session_tui.tui.screens.edit_kinds import KindsScreen  # noqa: PLC0415 - not needed to read

        row = self.place[0]
        if self.target is not None and self.document is not None and self.document.whole and row >= 0:
            self.app.push_screen(KindsScreen(self.target.path, self.edits, self.document.index, row), self._take_step)

    def _take_step(self, step: Step | None) -> None:
        if step is not None:
            self.step(step)

    def action_add_message(self) -> None:
        """Write messages that go to the end of the conversation."""
        from cc_session_tui.tui.screens.edit_tasks import add_task  # noqa: PLC0415 - not needed to read

        if self.target is not None:
            self._write(add_task(self.target, self.births.get(self.target.path)))

    def action_insert_message(self, before: bool) -> None:
        """Write messages that go after the entry, or BEFORE it."""
        from cc_session_tui.tui.screens.edit_tasks import insert_task  # noqa: PLC0415 - not needed to read

        if (at_hand := self._one) is not None and self.target is not None:
            self._write_or_say(lambda: insert_task(*at_hand, target=self.target, before=before))

    def action_edit_text(self) -> None:
        """Edit the text of the entry."""
        from cc_session_tui.tui.screens.edit_tasks import text_task  # noqa: PLC0415 - not needed to read

        if (at_hand := self._one) is not None:
            self._write_or_say(lambda: text_task(*at_hand))

    def action_edit_record(self) -> None:
        """Edit the entry's record as JSON."""
        from cc_session_tui.tui.screens.edit_tasks import record_task  # noqa: PLC0415 - not needed to read

        if (at_hand := self._one) is not None:
            self._write_or_say(lambda: record_task(*at_hand))

    @property
    def _one(self) -> tuple[View, int] | None:
        """The view and the entry under the cursor, once the whole session was read."""
        view, at = self.transcript.view, self.transcript.cursor
        return (view, at) if view is not None and at >= 0 and self.document is not None else None

    def _write_or_say(self, task: Callable[[], Task]) -> None:
        try:
            self._write(task())
        except SessionError as error:
            self.notify(str(error), severity="warning", markup=False)

    def _write(self, task: Task) -> None:
        from cc_session_tui.tui.screens.compose_screen import ComposeScreen  # noqa: PLC0415 - not needed to read

        self.app.push_screen(ComposeScreen(task, self.step))

    def action_take_branch(self) -> None:
        """Have a resume take the branch that is shown."""
        from cc_session_tui.tui.screens.edit_steps import branch_step  # noqa: PLC0415 - not needed to read

        if self.document is None or self.wanted.leaf is None:
            self.notify("This is the branch that a resume takes: ] at a fork shows another.", timeout=3)
        else:
            self.step(branch_step(self.document.index, self.wanted.leaf))

    def action_undo(self) -> None:
        """Take the last edit back."""
        edits = self.edits
        backup = self.backups.get(self.target.path) if self.target is not None else None
        self.transcript.choose(frozenset())
        if edits is not None and len(edits):
            self.step(Step(undo=True))
        elif backup:
            self.notify(f"The edits are saved: B restores the session as it was, backup {backup}.", markup=False)
        else:
            self.notify("There is nothing to undo.", timeout=2)

    def action_redo(self) -> None:
        """Do again what was taken back."""
        edits = self.edits
        if edits is not None and edits.can_redo:
            self.step(Step(redo=True))
        else:
            self.notify("There is nothing to redo.", timeout=2)
