"""The browser with what is done to whole sessions: resume, fork, rename, delete, copy, restore."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, ClassVar

from textual.app import SuspendNotSupported

from cc_session_tui.core.errors import SessionError
from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.screens.edit_commands import LIFECYCLE_COMMANDS
from cc_session_tui.tui.screens.edit_new import NewBrowser
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.binding import BindingType

    from cc_session_tui.core.editing.backups import Backup
    from cc_session_tui.core.store.launching import Launch
    from cc_session_tui.tui.screens.edit_lifecycle import Done, Listed, Ready
    from cc_session_tui.tui.screens.setting import Setting

_ABOUT_ONE = frozenset({"resume", "copy_command", "fork", "rename", "delete", "copy_session"})
_SETTING = "CC_SESSION_CLAUDE"


class SessionsBrowser(NewBrowser):
    """The screen on which everything happens."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LIFECYCLE_COMMANDS)

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session)
        self._outside = ({_SETTING: claude} if claude else {}) | dict(os.environ)
        self.deleted: set[Path] = set()
        """The session files that were deleted here: that they are gone is no news."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is done to a session is for when there is one."""
        if action in _ABOUT_ONE and not self._is_there_one:
            return False
        return super().check_action(action, parameters)

    @property
    def _is_there_one(self) -> bool:
        """Whether there is a session to do something to."""
        pane, session_tree = self.reading_pane, self.tree_pane.session_tree
        if pane.failure and self.focused is not session_tree:
            return False
        return pane.target is not None or bool(self.tree_pane.projects)

    # resume

    def action_resume(self, is_forked: bool) -> None:
        """Run the client on the session, or on a fork of it."""
        target = self._session_at_hand()
        if target is None:
            return
        if target.path in self.reading_pane.edited:
            self.notify(
                "The edits of this session are not saved: ^s saves them, u takes them back.", severity="warning"
            )
        elif target.session is not None and target.session.running is not None and not is_forked:
            self.notify("A client has this session open already: R resumes a fork.", severity="warning")
        else:
            launch, path = self._launch(target), target.path
            from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it

            in_thread(self, "write", lambda ticket: edit_lifecycle.prepare(ticket, path, launch, is_forked=is_forked))

    def action_copy_command(self) -> None:
        """Copy the command that resumes the session, with its cd."""
        target = self._session_at_hand()
        if target is not None:
            try:
                typed = self._launch(target)(target.path.stem).typed
            except SessionError as error:
                self.notify(str(error), severity="warning", markup=False)
                return
            self.app.copy_to_clipboard(typed)
            self.notify(f"Copied: {typed}", markup=False)

    def _launch(self, target: Target) -> Callable[[str], Launch]:
        from cc_session_tui.tui.screens.edit_lifecycle import launch_of  # noqa: PLC0415 - few ask for it

        cwd = target.session.meta.cwd if target.session is not None else ""
        return launch_of(cwd, self._setting.claude_dir, self._outside)

    def on_ready(self, message: Ready) -> None:
        """Give the screen to the client; come back, and read again, when it ends."""
        launch = message.launch
        try:
            with self.app.suspend():
                environment = launch.environment(self._outside)
                subprocess.run(launch.words, cwd=launch.folder, env=environment, check=False)  # noqa: S603
        except SuspendNotSupported:
            self.notify(f"The terminal cannot be given to another program here. Run: {launch.typed}", markup=False)
        except OSError as error:
            words = f"{launch.words[0]} does not run ({error.strerror}). Run: {launch.typed}"
            self.notify(words, severity="error", markup=False)
        self._open_again(message.path)

    def _open_again(self, path: Path) -> None:
        """Read the store, and open the session at PATH as it is now."""
        if self.reading_pane.target is not None and self.reading_pane.target.path == path:
            self.action_reload()
        else:
            self.reading_pane.open(Target(path))
        self.tree_pane.read(path)

    # fork, rename, delete, copy

    def action_fork(self) -> None:
        """Fork the session: in the transcript up to the entry, in the tree all of it."""
        target = self._session_at_hand()
        if target is None:
            return
        from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it

        pane = self.reading_pane
        is_read = self.focused is pane.transcript and pane.document is not None
        shown, row = (pane.document.index, pane.place[0]) if is_read and pane.document is not None else (None, -1)
        path, edits = target.path, pane.edited.get(target.path)
        in_thread(self, "write", lambda ticket: edit_lifecycle.fork(ticket, path, edits, shown, row))

    def action_rename(self) -> None:
        """Give the session another title."""
        target = self._session_at_hand(idle=True)
        if target is not None:
            from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it
            from cc_session_tui.tui.screens.edit_ask import Field  # noqa: PLC0415

            title = target.session.meta.title if target.session is not None else ""
            path = target.path
            self._ask(
                "Rename",
                [Field("Title", title)],
                lambda values: in_thread(self, "write", lambda one: edit_lifecycle.rename(one, path, values[0])),
                does="renames",
            )

    def action_delete(self) -> None:
        """Move the session to the trash."""
        target = self._session_at_hand(idle=True)
        if target is not None:
            path, title = target.path, target.session.meta.title if target.session is not None else target.path.stem
            self._ask(
                "Delete this session?",
                [],
                lambda _: self._delete(path),
                note=f"{title or path.stem}\nIt goes to the trash with all that is its own, and can be restored.",
                does="deletes",
            )

    def _delete(self, path: Path) -> None:
        from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it

        self.reading_pane.drop(path)
        self.deleted.add(path.absolute())
        in_thread(self, "write", lambda ticket: edit_lifecycle.delete(ticket, path))

    def action_copy_session(self) -> None:
        """Copy the session to another project."""
        target = self._session_at_hand()
        if target is not None:
            from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it
            from cc_session_tui.tui.screens.edit_ask import Field  # noqa: PLC0415

            path, claude_dir = target.path, self._setting.claude_dir
            self._ask(
                "Copy to the project",
                [Field("Folder", self._folder(target), is_folder=True)],
                lambda values: in_thread(
                    self, "write", lambda one: edit_lifecycle.copy(one, path, values[0], claude_dir)
                ),
                does="copies",
            )

    def action_show_backups(self) -> None:
        """List backups and deleted sessions."""
        from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it

        in_thread(self, "backups", edit_lifecycle.list_backups)

    def on_listed(self, message: Listed) -> None:
        """Show what can be restored."""
        from cc_session_tui.tui.screens.edit_backups import BackupsScreen  # noqa: PLC0415 - few ask for it

        if message.backups:
            self.app.push_screen(BackupsScreen(message.backups), self._restore)
        else:
            self.notify("There are no backups.", timeout=3)

    def _restore(self, backup: Backup | None) -> None:
        if backup is not None:
            from cc_session_tui.tui.screens import edit_lifecycle  # noqa: PLC0415 - few ask for it

            in_thread(self, "write", lambda ticket: edit_lifecycle.restore(ticket, backup))

    # what they have in common

    def on_done(self, message: Done) -> None:
        """Say what was done, and show it."""
        self.notify(message.words, markup=False)
        if message.trashed is not None:
            self.reading_pane.trash(message.trashed, True)
        if message.path is not None:
            self.reading_pane.trash(message.path, False)
            self.deleted.discard(message.path.absolute())
            self._open_again(message.path)
        else:
            self.tree_pane.read()

    def _session_at_hand(self, *, idle: bool = False) -> Target | None:
        """The session that a command is about; None, and said why, for a subagent, or a running one where IDLE is."""
        target = self.at_hand
        if target is None:
            self.notify("No session is chosen.", timeout=2)
            return None
        why = "This is a subagent's transcript: go to its session." if target.subagent is not None else ""
        if not why and not target.path.exists():
            why = "This session is not saved yet."
        if not why and idle and target.session is not None and target.session.running is not None:
            why = "A client has this session open: it is not changed."
        if why:
            self.notify(why, severity="warning")
        return None if why else target
