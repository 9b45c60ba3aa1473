"""`cc-session fork`: a conversation, up to a record, as a new session."""

from __future__ import annotations

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.editing import opened, row_of
from cc_session_tui.cli.options import session_argument, shared
from cc_session_tui.core.editing.saving_as import fork_session


@click.command("fork")
@session_argument
@click.option("--at", "uuid", metavar="UUID", help="The last record of the fork; else all that a resume takes.")
@shared("project", "session", "claude_dir")
@answers.json_option
def command(reference: str | None, uuid: str | None, *, as_json: bool) -> None:
    """Fork SESSION: the conversation up to a record as a new session. The answer is its id."""
    session, draft = opened(reference)
    path = fork_session(draft, row_of(draft.index, uuid) if uuid is not None else None)
    answers.write(path, path.stem, {"fork_of": session.session_id}, as_json=as_json)
