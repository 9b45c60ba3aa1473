"""The browser with what changes sessions: findings, review, save."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.screens import edit_findings
from cc_session_tui.tui.screens.browser import BrowserScreen
from cc_session_tui.tui.screens.edit_commands import SESSION_COMMANDS
from cc_session_tui.tui.screens.edit_pane import EditPane
from cc_session_tui.tui.screens.edit_work import Step
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.target import Target, target_of
from cc_session_tui.tui.screens.work import in_thread, patiently

if TYPE_CHECKING:
    from pathlib import Path

    from textual.binding import BindingType

    from cc_session_tui.core.store.models import Session
    from cc_session_tui.tui.screens.edit_saving import Conflict, Saved
    from cc_session_tui.tui.screens.review_screen import Decision, ReviewScreen
    from cc_session_tui.tui.screens.weights_screen import Weighed

_RUNNING = "the session is running: it can only be saved as a new one"


class EditBrowser(BrowserScreen):
    """The screen on which everything happens, edits too."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SESSION_COMMANDS)

    _is_review_due = False
    """Whether the edits are to be reviewed when the steps that wait are taken."""
    review: ReviewScreen | None = None
    """The last review."""

    @property
    def at_hand(self) -> Target | None:
        """The session that a command is about: the tree's line where that has the focus, else the one that is open."""
        row = self.tree_pane.session_tree.row
        if self.focused is self.tree_pane.session_tree and row is not None:
            return target_of(row)
        return self.reading_pane.target

    # findings

    @on(ReadingPane.Whole)
    def _check(self) -> None:
        """Now that the session was read, look what is wrong with it; a big one is looked at when that is asked for."""
        document, target = self.reading_pane.document, self.reading_pane.target
        if document is not None and target is not None and document.index.size <= edit_findings.MOST_CHECKED:
            claude_dir = self._setting.claude_dir
            work = patiently(lambda ticket: edit_findings.check(ticket, document, claude_dir=claude_dir))
            in_thread(self, "findings", work)

    @on(edit_findings.Checked)
    def _mark_findings(self, message: edit_findings.Checked) -> None:
        self.reading_pane.take_findings(message)
        self.tree_pane.session_tree.flag(broken={str(message.path): message.has_errors})

    def action_show_findings(self) -> None:
        """List what is wrong with the session that is open."""
        target, edits = self.reading_pane.target, self.reading_pane.edits
        if target is not None:
            path, draft = target.path, edits.now.draft if edits is not None else None
            claude_dir = self._setting.claude_dir
            in_thread(self, "findings", lambda ticket: edit_findings.ask(ticket, path, draft, claude_dir))

    @on(edit_findings.Asked)
    def _list_findings(self, message: edit_findings.Asked) -> None:
        from cc_session_tui.tui.screens.findings_screen import FindingsScreen  # noqa: PLC0415 - few ask for it

        if not message.found:
            self.notify("Nothing is wrong with this session.", timeout=3)
        elif self.app.screen is self:
            screen = FindingsScreen(message.draft, message.found, message.look)
            self.app.push_screen(screen, self._take_finding)

    def _take_finding(self, answer: int | Step | None) -> None:
        if isinstance(answer, Step):
            self.reading_pane.step(answer)
        elif answer is not None:
            self.go_to(self.reading_pane.transcript)
            self.reading_pane.show_row(answer)

    # what a resume weighs

    def action_show_weights(self) -> None:
        """List the heaviest records that a resume sends, with the edits that are not saved."""
        document = self.reading_pane.document
        if document is None or not document.whole:
            self.notify("The session is not read to its beginning yet.", timeout=3)
            return
        from cc_session_tui.tui.screens.weights_screen import weigh  # noqa: PLC0415 - few ask for it

        in_thread(self, "weights", patiently(lambda ticket: weigh(ticket, document)))

    def on_weighed(self, message: Weighed) -> None:
        """Show what was weighed."""
        from cc_session_tui.tui.screens.weights_screen import WeightsScreen  # noqa: PLC0415 - few ask for it

        if not message.heaviest:
            self.notify("A resume would send nothing.", timeout=3)
        elif self.app.screen is self:
            self.app.push_screen(WeightsScreen(message), self._take_finding)

    # review and save

    @on(EditPane.Edited)
    def _mark_edits(self, message: EditPane.Edited) -> None:
        edits = self.reading_pane.edited
        self.tree_pane.session_tree.flag(edited={str(message.path): message.path in edits})
        self.refresh_bindings()
        self._check()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A review is for when there are edits, or the first is being made."""
        if action == "review_edits":
            return bool(self.reading_pane.edits) or self.reading_pane.is_stepping
        return super().check_action(action, parameters)

    @on(EditPane.Stepped)
    def _review_now(self) -> None:
        if self._is_review_due:
            self.action_review_edits()

    def action_review_edits(self) -> None:
        """Show what a save of the edits will change, once those that were asked for are made."""
        target, edits = self.reading_pane.target, self.reading_pane.edits
        self._is_review_due = self.reading_pane.is_stepping
        if target is None or not edits or self._is_review_due:
            return
        from cc_session_tui.tui.screens.review_screen import ReviewScreen  # noqa: PLC0415 - few ask for it

        title = self.reading_pane.title_text
        screen = self.review = ReviewScreen(edits, title, _RUNNING if _runs(target.session) else "", self.review_ready)
        self.app.push_screen(screen, lambda decision: self._decide(target.path, decision))

    @on(EditPane.Regrown)
    def _renew_review(self, message: EditPane.Regrown) -> None:
        """Review the edits anew that were put onto what their file is now."""
        edits = self.reading_pane.edited.get(message.path)
        if self.review is not None and self.app.screen is self.review and edits is not None:
            self.review.renew(edits)

    def review_ready(self) -> None:
        """A review shows all: the edits may be put onto what their file is now."""

    def _decide(self, path: Path, decision: Decision | None) -> None:
        """Do what was decided of the edits of PATH."""
        from cc_session_tui.tui.screens.edit_saving import save_edits  # noqa: PLC0415 - few ask for it
        from cc_session_tui.tui.screens.review_screen import Way  # noqa: PLC0415

        edits = self.reading_pane.edited.get(path)
        if decision is None or edits is None:
            return
        if decision.way is Way.UNDO:
            self.reading_pane.action_undo()
            return
        claude_dir = self._setting.claude_dir
        in_thread(self, "write", lambda ticket: save_edits(ticket, path, claude_dir, edits, decision))

    def on_saved(self, message: Saved) -> None:
        """Say where the edits are, and show that."""
        new = message.new
        if new is not None:
            self.notify(f"Saved as a new session, {new.stem}. The old one is as it was.", markup=False)
        elif message.backup:
            self.notify(f"Saved. As it was: backup {message.backup} (B restores it).", markup=False)
        else:
            self.notify("Saved: lines were added.", timeout=3)
        if new is None and message.backup:
            self.reading_pane.backups[message.path] = message.backup
        self.reading_pane.forget(message.path)
        if new is not None and self.reading_pane.target is not None:
            self.reading_pane.open(Target(new))
        self.tree_pane.read(new or message.path)

    def on_conflict(self, message: Conflict) -> None:
        """The file changed since the edits began: nothing was written."""
        if message.edits is None:
            self.notify(
                "The file was changed meanwhile, and the edits do not fit it any more. Nothing was written: ^s, then s,"
                " saves them as a new session.",
                severity="error",
            )
            return
        self.notify(
            "The file grew meanwhile: the edits now stand on what it is. Review them again.", severity="warning"
        )
        self.reading_pane.exchange(message.path, message.edits)
        self.action_review_edits()


def _runs(session: Session | None) -> bool:
    return session is not None and session.running is not None
