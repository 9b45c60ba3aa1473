"""`cc-session delete`: a session into the trash, or away."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.notes import note
from cc_session_tui.cli.options import chosen, session_argument, shared
from cc_session_tui.cli.sessions import find_to_change, named, store
from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.lifecycle import delete_file
from cc_session_tui.core.errors import ConflictError

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.store.models import Session


@click.command("delete")
@session_argument
@click.option("--permanent", is_flag=True, help="Not into the trash.")
@click.option("--yes", is_flag=True, help="Do not ask before --permanent.")
@shared("project", "session", "claude_dir")
@answers.json_option
def command(reference: str | None, *, permanent: bool, yes: bool, as_json: bool) -> None:
    """Delete SESSION, its subagents and its companion folder; `restore` brings back what the trash keeps.

    The answer is the id of the backup.
    """
    found = find_to_change(store(), named(reference), chosen("project"))
    if found.running is not None:
        raise ConflictError(f"client {found.running.pid} has session {found.session_id} open: close it first")
    path = found.file.path
    if permanent:
        _ask(found, yes=yes)
        delete_file(path, permanent=True)
        answers.write(path, "", {"backup": None}, as_json=as_json)
    else:
        _to_trash(path, as_json=as_json)


def _ask(session: Session, *, yes: bool) -> None:
    """Ask whether SESSION shall really go.

    Raises:
        click.Abort: no.
        click.UsageError: there is nobody to ask.
    """
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError("--permanent needs --yes where nobody can be asked")
    click.confirm(f"Delete {session.session_id} for good?", abort=True, err=True)


def _to_trash(path: Path, *, as_json: bool) -> None:
    backup = Backups().trash(path)
    answers.write(path, backup.id, {"backup": backup.id}, as_json=as_json)
    note(f"in the trash; back with: cc-session restore {backup.id}")
