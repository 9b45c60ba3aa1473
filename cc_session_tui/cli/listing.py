"""`cc-session list`: the sessions of a project, or of all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import output, remembered
from cc_session_tui.cli.failures import report
from cc_session_tui.cli.options import chosen, claude_dir, expanded, shared
from cc_session_tui.cli.session_json import session_object
from cc_session_tui.cli.table import lines_of
from cc_session_tui.core.errors import SessionNotFound
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from cc_session_tui.cli.remembered import Seen
    from cc_session_tui.core.store.models import Project

_READ = frozenset({SessionState.SESSION, SessionState.EMPTY})
_THERE = frozenset({SessionState.SESSION, SessionState.EMPTY, SessionState.UNREADABLE})


@click.command("list")
@shared("project", "claude_dir")
@click.option("--all", "every", is_flag=True, help="All projects, the last used one first.")
@click.option("--json", "as_json", is_flag=True, help="An array of objects, one a session.")
def command(*, every: bool, as_json: bool) -> None:
    """List the sessions of a project: the current folder's, PROJECT's, or --all."""
    if every and chosen("project"):
        raise click.UsageError("--all and --project exclude each other")
    store = Store(_existing(claude_dir()), MetaCache())
    width = output.terminal_width()
    seen = remembered.look(store.claude_dir) if every and width is None else None
    projects = _all(store) if every else _chosen(store)
    parts = output.json_array(_objects(store, projects)) if as_json else output.lines(lines_of(projects, width))
    if seen is None or store.running() or not (as_json or _is_all_known(projects)):
        output.write_parts(parts)
    else:
        _write_and_keep(store, projects, "".join(parts), seen, as_json=as_json)


def _write_and_keep(store: Store, projects: Sequence[Project], text: str, seen: Seen, *, as_json: bool) -> None:
    """Write TEXT, the list of all PROJECTS, and keep it if all is still as it was SEEN before it was made."""
    data = output.encoded(text)
    output.write_bytes(data)
    output.flush()
    if remembered.look(store.claude_dir) == seen:
        now = remembered.look(store.claude_dir, [project.path for project in projects if project.is_path])
        remembered.keep(store.claude_dir, now, data, as_json=as_json)


def _is_all_known(projects: Sequence[Project]) -> bool:
    """Whether every session was read whole, so that nothing more of it, such as damage, will become known."""
    return all(s.meta.complete or s.meta.state not in _READ for project in projects for s in project.sessions)


def _existing(folder: Path) -> Path:
    """FOLDER, if it is a Claude dir.

    Raises:
        SessionNotFound: nothing was ever kept in it.
    """
    if not (folder / "projects").is_dir():
        raise SessionNotFound(f"no sessions: there is no {folder / 'projects'}")
    return folder


def _all(store: Store) -> Sequence[Project]:
    projects = store.scan()
    found = [session for project in projects for session in project.sessions]
    return projects if all(session.known for session in found) else store.regroup(store.fill(found))


def _chosen(store: Store) -> Sequence[Project]:
    """The project that -p names, else the current folder's; that may have none.

    Raises:
        SessionError: -p names none, or several.
    """
    if name := chosen("project"):
        return [store.project(str(expanded(name)))]
    try:
        return [store.project(str(Path.cwd()))]
    except SessionNotFound:
        report("cc-session list", f"no sessions of {Path.cwd()} (--all lists those of all projects)")
        return []


def _objects(store: Store, projects: Sequence[Project]) -> Iterator[dict[str, Any]]:
    """One object a session, its whole file read for the counts where the cache lacks them."""
    for project in projects:
        there = [session for session in project.sessions if session.meta.state in _THERE]
        for session in store.fill(there, full=True):
            yield session_object(session, project)
