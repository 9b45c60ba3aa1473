"""`cc-session tail`: the end of a session, and what comes after it."""

from __future__ import annotations

from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import output
from cc_session_tui.cli.notes import note
from cc_session_tui.cli.options import chosen, claude_dir, session_argument, shared
from cc_session_tui.cli.sessions import find, named, store
from cc_session_tui.cli.tail_entries import Tail
from cc_session_tui.core.errors import ReadError

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.watching.changes import Change


@click.command("tail")
@session_argument
@shared("project", "session", "claude_dir")
@click.option(
    "-n", "--entries", "count", type=click.IntRange(0), default=10, show_default=True, help="So many entries."
)
@click.option("-f", "--follow", is_flag=True, help="Go on with what is written to it, until ^C.")
@click.option("--json", "as_json", is_flag=True, help="An object a line, one an entry.")
def command(reference: str | None, count: int, *, follow: bool, as_json: bool) -> None:
    """Show the last entries of SESSION; with -f, also those that come, each once it is complete."""
    session = find(store(), named(reference), chosen("project"))
    path = session.file.path.absolute()
    tail = Tail(path, as_json=as_json, hold=follow, client=session.running)
    output.write_parts(tail.last(count))
    if follow:
        import asyncio  # noqa: PLC0415 - takes longer to import than all else here

        asyncio.run(_follow(path, claude_dir(), tail))


async def _follow(path: Path, folder: Path, tail: Tail) -> None:
    """Write what comes to the session at PATH, whose Claude dir is FOLDER."""
    from cc_session_tui.watching.watcher import StoreWatcher  # noqa: PLC0415 - see above

    watcher, its_client = StoreWatcher(folder), _Client(folder, path)
    output.flush()
    watcher.follow(path)
    with suppress(ReadError):  # it is gone, which is told next
        tail.look_above()
    async with aclosing(watcher.changes()) as batches:
        async for batch in batches:
            for change in batch:
                _take(change, path, tail)
            its_client.look()


class _Client:
    """The client that has a session open."""

    def __init__(self, folder: Path, path: Path) -> None:
        """That of the session at PATH, as the Claude dir FOLDER tells it now."""
        from cc_session_tui.core.store.leading import Lead  # noqa: PLC0415 - only to follow

        self._folder, self._session, self._lead, self._told = folder, path.stem, Lead(folder), ""
        self.look()

    def look(self) -> None:
        """Note, once, that it went on in another session."""
        from cc_session_tui.core.store.clients import running_clients  # noqa: PLC0415 - see above

        client = self._lead.next(self._session, running_clients(self._folder), is_free=False)
        session = client.session_id if client is not None else ""
        if session and session != self._told:
            note(f"the client of this session went on in {session}")
        self._told = session


def _take(change: Change, path: Path, tail: Tail) -> None:
    """Write what CHANGE brought, if it is one of the session at PATH."""
    from cc_session_tui.watching import changes  # noqa: PLC0415 - see above

    if isinstance(change, changes.PollingInstead):
        note(f"it is looked at four times a second: {change.reason}")
    elif isinstance(change, changes.ClientStarted | changes.ClientChanged | changes.ClientEnded):
        return
    elif change.path == path:
        if isinstance(change, changes.SessionGone):
            note("the file is gone; if it comes back, this goes on")
            return
        try:
            is_anew, parts = tail.read_news(anew=isinstance(change, changes.SessionRewritten))
        except ReadError as error:  # it went while it was read: that is told next
            note(str(error))
            return
        if is_anew:
            note("the file was rewritten")
        output.write_parts(parts)
        output.flush()
