"""What a shell offers where a session or a backup is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

from cc_session_tui.cli.options import chosen, claude_dir
from cc_session_tui.cli.visible import one_line
from cc_session_tui.core.errors import SessionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click

    from cc_session_tui.core.store.models import Session


def session_ids(context: click.Context, incomplete: str) -> list[CompletionItem[str]]:
    """The ids of the sessions that begin so, with their titles: of -p, else of all projects."""
    with context.scope(cleanup=False):
        try:
            found = list(_sessions())
        except (SessionError, OSError):
            return []
    items = [CompletionItem(session.session_id, help=one_line(session.meta.title) or None) for session in found]
    return [item for item in (*items, CompletionItem("latest")) if item.value.startswith(incomplete)]


def backup_ids(incomplete: str) -> list[CompletionItem[str]]:
    """The ids of the backups that begin so."""
    from cc_session_tui.core.editing.backups import Backups  # noqa: PLC0415 - only `restore` completes it

    found = Backups().list()
    return [CompletionItem(backup.id, help=backup.path) for backup in found if backup.id.startswith(incomplete)]


def _sessions() -> Iterable[Session]:
    """The sessions to choose from, none of them read."""
    from cc_session_tui.core.store.cache import MetaCache  # noqa: PLC0415 - a command that runs completes nothing
    from cc_session_tui.core.store.store import Store  # noqa: PLC0415

    store = Store(claude_dir(), MetaCache())
    project = chosen("project")
    return store.project(project).sessions if project else store.sessions()
