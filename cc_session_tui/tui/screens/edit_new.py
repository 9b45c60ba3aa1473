"""The browser with new sessions: a form, then the composer, or the messages of a file."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from cc_session_tui.core.paths import get_session_path, normalize_project_path
from cc_session_tui.tui.screens.edit_browser import EditBrowser
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.tui.screens.work import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.tui.screens.compose_steps import Birth
    from cc_session_tui.tui.screens.edit_ask import Field
    from cc_session_tui.tui.screens.edit_importing import Imported


class NewBrowser(EditBrowser):
    """The screen on which everything happens, new sessions too."""

    def action_new_session(self) -> None:
        """Begin a new session, in the project of the one at hand."""
        target = self.at_hand
        model = target.session.meta.model if target is not None and target.session is not None else ""
        self._ask_for_new(self._folder(target), model)

    def new_session_in(self, project: Path) -> None:
        """Begin a new session of PROJECT."""
        self._ask_for_new(f"{str(project).rstrip('/')}/", "")

    def _ask_for_new(self, folder: str, model: str) -> None:
        from cc_session_tui.tui.screens.edit_ask import Field  # noqa: PLC0415 - few ask for it

        fields = [
            Field("Project folder", folder, is_folder=True),
            Field("Branch", "main"),
            Field("Model", model),
            Field("Messages from the JSON file (empty: write them)", is_file=True),
        ]
        self._ask("New session", fields, self._begin, does="begins")

    def _begin(self, values: tuple[str, ...]) -> None:
        from cc_session_tui.tui.screens.compose_steps import Birth  # noqa: PLC0415 - few ask for it

        folder, branch, model, given = values
        project = normalize_project_path(Path(folder).expanduser())
        path = get_session_path(str(uuid.uuid4()), project, self._setting.claude_dir)
        birth = Birth(project, branch, model)
        if given:
            from cc_session_tui.tui.screens.edit_importing import import_messages  # noqa: PLC0415 - few ask for it

            file = Path(given).expanduser()
            in_thread(self, "import", lambda ticket: import_messages(ticket, file, path, birth))
        else:
            self._open_new(path, birth)
            self.reading_pane.action_add_message()

    def on_imported(self, message: Imported) -> None:
        """Show the messages of the file as the draft of the new session."""
        self._open_new(message.path, message.birth)
        self.reading_pane.step(message.step)
        self.notify("Imported, and not saved yet: ^s reviews and saves, a goes on writing.")

    def _open_new(self, path: Path, birth: Birth) -> None:
        self.reading_pane.births[path] = birth
        self.reading_pane.open(Target(path))
        self.go_to(self.reading_pane.transcript)

    def _ask(
        self,
        question: str,
        fields: list[Field],
        then: Callable[[tuple[str, ...]], object],
        note: str = "",
        does: str = "yes",
    ) -> None:
        from cc_session_tui.tui.screens.edit_ask import AskScreen  # noqa: PLC0415 - few ask for it

        def answered(values: tuple[str, ...] | None) -> None:
            if values is not None:
                then(values)

        self.app.push_screen(AskScreen(question, fields, note=note, does=does), answered)

    def _folder(self, target: Target | None) -> str:
        """The project of TARGET, else the folder one is in; with its slash, so that it can be gone on from."""
        cwd = target.session.meta.cwd if target is not None and target.session is not None else ""
        return f"{(cwd or str(Path.cwd())).rstrip('/')}/"
