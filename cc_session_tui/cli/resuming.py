"""`cc-session resume`: the client, run on a session in its project."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import answers, output
from cc_session_tui.cli.editing import opened, understood
from cc_session_tui.cli.options import claude_dir, session_ids, shared
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.saving_as import fork_session
from cc_session_tui.core.errors import ConflictError, EditError
from cc_session_tui.core.store.launching import Launch

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command("resume")
@click.argument("words", metavar="SESSION [-- ARGUMENT...]", nargs=-1, shell_complete=session_ids)
@click.option("--fork", is_flag=True, help="Fork the session first, and resume the fork.")
@click.option("--print", "only_print", is_flag=True, help="Print the command, with its cd, and do not run it.")
@shared("project", "session", "claude_dir")
@answers.json_option
def command(words: Sequence[str], *, fork: bool, only_print: bool, as_json: bool) -> None:
    """Resume SESSION in the client: `claude --resume` in the session's project, with further ARGUMENTs for it.

    The environment variable CC_SESSION_CLAUDE names another command than `claude`. With --json nothing is run.
    """
    reference, arguments = understood(words)
    session, draft = opened(reference)
    if active_leaf(Graph(draft.index)).row < 0:
        raise EditError(f"session {session.session_id} has no conversation to resume")
    launch = Launch.of(session.session_id, session.meta.cwd, claude_dir(), arguments)
    shown = only_print or as_json
    if session.running is not None and not fork and not shown:
        raise ConflictError(
            f"client {session.running.pid} has session {session.session_id} open already: resume a fork with --fork"
        )
    if not shown:
        launch.check()
    path = session.file.path
    if fork:
        path = fork_session(draft)
        launch = Launch.of(path.stem, session.meta.cwd, claude_dir(), arguments)
    if shown:
        facts = {"words": launch.words, "project": launch.folder, "command": launch.typed}
        answers.write(path, launch.typed, facts, as_json=as_json)
        return
    _become(launch)


def _become(launch: Launch) -> None:
    """Let LAUNCH take the place of this program.

    Raises:
        OSError: it cannot be run.
    """
    output.flush()
    os.chdir(launch.folder)
    os.execvpe(launch.words[0], launch.words, launch.environment())  # noqa: S606 - the user's own command
