"""`cc-session create`: the id of a new session."""

from __future__ import annotations

import shlex
import uuid

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.notes import note
from cc_session_tui.cli.options import claude_dir, shared
from cc_session_tui.cli.sessions import project_path
from cc_session_tui.core.paths import get_session_path


@click.command("create")
@shared("project", "claude_dir")
@answers.json_option
def command(*, as_json: bool) -> None:
    """Make the id of a new session of PROJECT (the current folder's); `add` starts it.

    Nothing is written before its first record.
    """
    identity, project = str(uuid.uuid4()), project_path()
    answers.write(get_session_path(identity, project, claude_dir()), identity, {"project": project}, as_json=as_json)
    note(f"nothing is written yet; go on with: cc-session add -p {shlex.quote(project)} -s {identity} user TEXT")
