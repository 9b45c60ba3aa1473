"""`cc-session import`: a conversation as the API has it, as a new session."""

from __future__ import annotations

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.given import json_of, name_of
from cc_session_tui.cli.options import claude_dir, files, shared
from cc_session_tui.cli.sessions import project_path
from cc_session_tui.core.editing.lifecycle import create_session
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.openai_names import messages_of


@click.command("import")
@click.argument("file", metavar="FILE", shell_complete=files)
@shared("project", "claude_dir")
@answers.json_option
def command(file: str, *, as_json: bool) -> None:
    """Make a new session of PROJECT (the current folder's) of the messages in FILE; answer its id.

    FILE (`-` for stdin) is JSON: an array of API messages, or {"messages": [...]}. Tool calls are paired.
    """
    data = json_of(file)
    session = create_session(project_path=project_path(), claude_dir=claude_dir())
    try:
        session.import_messages(messages_of(data))
    except EditError as error:
        raise EditError(f"{name_of(file)}: {error}") from error
    session.save()
    answers.write(session.jsonl_path, session.session_id, {"project": session.project_path}, as_json=as_json)
