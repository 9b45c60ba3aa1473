"""`cc-session restore`: a backup back to where it was."""

from __future__ import annotations

from pathlib import Path

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.options import backup_ids
from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.errors import ConflictError
from cc_session_tui.core.store.clients import running_clients


@click.command("restore")
@click.argument("identity", metavar="ID", shell_complete=backup_ids)
@answers.json_option
def command(identity: str, *, as_json: bool) -> None:
    """Put the backup ID, or the one whose id begins so, back to where it was; what stands there is kept first.

    The answer is the id of the session.
    """
    backups = Backups()
    found = backups.find(identity)
    path = Path(found.path)
    _refuse_running(path)
    backups.restore(found.id)
    answers.write(path, path.stem, {"backup": found.id}, as_json=as_json)


def _refuse_running(path: Path) -> None:
    """Raise ConflictError where a client works in the session at PATH, in a folder below a Claude dir's `projects`."""
    for client in running_clients(path.parent.parent.parent):
        if client.session_id == path.stem:
            raise ConflictError(f"client {client.pid} has session {path.stem} open: close it first")
