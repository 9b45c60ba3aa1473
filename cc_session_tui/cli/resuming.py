"""`cc-session resume`: the client, run on a session in its project."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cc_session_tui.cli import output
from cc_session_tui.cli.editing import opened
from cc_session_tui.cli.options import claude_dir, session_argument, shared
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.saving_as import fork_session
from cc_session_tui.core.errors import ConflictError, EditError, SessionNotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


SETTING: Final = "CC_SESSION_CLAUDE"
"""Environment variable with the command that runs the client; `claude` without it."""
_ENCLOSING: Final = ("CLAUDE_CODE_", "CLAUDECODE")
"""Variables by which a client that runs this program would make its own child of the one that is started."""


@click.command("resume", context_settings={"ignore_unknown_options": True})
@session_argument
@click.argument("arguments", metavar="[ARGUMENT]...", nargs=-1, type=click.UNPROCESSED)
@click.option("--fork", is_flag=True, help="Fork the session first, and resume the fork.")
@click.option("--print", "only_print", is_flag=True, help="Print the command, with its cd, and do not run it.")
@shared("project", "session", "claude_dir")
def command(reference: str | None, arguments: Sequence[str], *, fork: bool, only_print: bool) -> None:
    """Resume SESSION in the client: `claude --resume` in the session's project, with further ARGUMENTs for it.

    The environment variable CC_SESSION_CLAUDE names another command than `claude`.
    """
    session, draft = opened(reference)
    if active_leaf(Graph(draft.index)).row < 0:
        raise EditError(f"session {session.session_id} has no conversation to resume")
    if not (fork or only_print) and session.running is not None:
        raise ConflictError(
            f"client {session.running.pid} has session {session.session_id} open already: resume a fork with --fork"
        )
    folder = session.meta.cwd
    name = session.session_id
    words = shlex.split(os.environ.get(SETTING) or "claude")
    if only_print:
        output.write(f"{command_line(folder, [*words, '--resume', name, *arguments])}\n")
        return
    _check(folder, words, name)
    if fork:
        name = fork_session(draft).stem
    run([*words, "--resume", name, *arguments], folder)


def command_line(folder: str, words: Sequence[str]) -> str:
    """What a person types to run WORDS in FOLDER."""
    return f"cd {shlex.quote(folder)} && {shlex.join(words)}"


def environment(outside: Mapping[str, str], config: Path) -> dict[str, str]:
    """OUTSIDE for a client of the Claude dir CONFIG, without what an enclosing client has set for its own children."""
    kept = {name: value for name, value in outside.items() if not name.startswith(_ENCLOSING)}
    return kept | {"CLAUDE_CONFIG_DIR": str(config.absolute())}


def run(words: Sequence[str], folder: str) -> None:
    """Become WORDS in FOLDER; does not return.

    Raises:
        OSError: it cannot be run.
    """
    os.chdir(folder)
    os.execvpe(words[0], list(words), environment(os.environ, claude_dir()))  # noqa: S606 - the user's own command


def _check(folder: str, words: Sequence[str], name: str) -> None:
    """Raise where the client cannot be run: SessionNotFound without its folder, OSError without the program."""
    typed = command_line(folder or "PROJECT", [*words, "--resume", name])
    if not folder or not Path(folder).is_dir():
        raise SessionNotFound(f"the project's folder {folder or '(not recorded)'} is gone; where it is, run: {typed}")
    if not words or shutil.which(words[0]) is None:
        raise OSError(f"there is no command {words[0] if words else ''!r} ({SETTING} names another); to run: {typed}")
