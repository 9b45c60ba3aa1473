"""`cc-session backups`: what was kept of sessions that were changed or deleted."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import output
from cc_session_tui.cli.notes import note
from cc_session_tui.cli.table import size_text
from cc_session_tui.cli.visible import cut, one_line
from cc_session_tui.core.editing.backups import Backups

if TYPE_CHECKING:
    from cc_session_tui.core.editing.backups import Backup


@click.command("backups")
@click.option("--json", "as_json", is_flag=True, help="An array of objects, one a backup.")
def command(*, as_json: bool) -> None:
    """List the backups of sessions that were changed, and the trash, newest first."""
    store = Backups()
    found = store.list()
    if as_json:
        output.write_parts(output.json_array(map(asdict, found)))
        return
    if not found:
        note(f"no backups in {store.folder}")
    output.write_parts(output.lines(_line(backup, output.terminal_width()) for backup in found))


def _line(backup: Backup, width: int | None) -> str:
    line = f"{backup.id}  {one_line(backup.reason):7}  {size_text(backup.size):>7}  {one_line(backup.path)}"
    return cut(line, width) if width else line
