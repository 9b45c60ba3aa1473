"""`cc-session copy`: a session under a new id."""

from __future__ import annotations

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.options import chosen, claude_dir, session_argument, shared
from cc_session_tui.cli.sessions import find_to_change, named, project_path, store
from cc_session_tui.core.editing.copying import copy_session


@click.command("copy")
@session_argument
@shared("project", "session", "claude_dir")
@answers.json_option
def command(reference: str | None, *, as_json: bool) -> None:
    """Copy SESSION, with all that is its own, to a new id; with -p to another project. The answer is the new id."""
    found = find_to_change(store(), named(reference), None)
    target = project_path() if chosen("project") else None
    path = copy_session(found.file.path, project_path=target, claude_dir=claude_dir())
    answers.write(path, path.stem, {"copy_of": found.session_id}, as_json=as_json)
