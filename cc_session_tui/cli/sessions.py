"""The session and the project that a command line names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli.notes import warn
from cc_session_tui.cli.options import chosen, claude_dir
from cc_session_tui.core.errors import SessionNotFound
from cc_session_tui.core.paths import get_session_path, is_session_id, normalize_project_path
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.store import Store

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import RunningClient, Session


def named(reference: str | None) -> str:
    """The session that SESSION (as REFERENCE) or -s names.

    Raises:
        click.UsageError: neither does, or they differ.
    """
    option = chosen("session")
    if reference and option and reference != option:
        raise click.UsageError("SESSION and --session name different sessions")
    if not (wanted := reference or option):
        raise click.UsageError("Missing argument 'SESSION'.")
    return wanted


def store() -> Store:
    """The sessions to work on."""
    return Store(claude_dir(), MetaCache())


def find(sessions: Store, reference: str) -> Session:
    """The one of SESSIONS that REFERENCE means: of the project -p, if one is named, else of any.

    A whole id is also found in the folder of -p when its records tell of another directory: the project has moved.

    Raises:
        SessionError: there is none, or more than one.
    """
    project = chosen("project")
    if project is not None and is_session_id(reference):
        path = get_session_path(reference, Path(project).expanduser(), claude_dir())
        if found := sessions.at(path):
            return found
    return sessions.find(reference, project)


def project_path() -> str:
    """The directory of the project that something new goes to: -p names it, else it is the current folder."""
    given = chosen("project")
    if given is None:
        return normalize_project_path(Path.cwd())
    path = Path(given).expanduser()
    if not path.is_dir():
        return _known_project(given) or _missing(path)
    return normalize_project_path(path)


def warn_of_client(client: RunningClient | None) -> None:
    """Tell that CLIENT, if there is one, works in a session that is about to be written to."""
    if client is not None:
        warn(
            f"client {client.pid} has this session open ({client.status or 'running'}): "
            "it does not see what is added, and goes on from its own last record"
        )


def _known_project(name: str) -> str:
    """The directory of the project that has sessions and is called NAME; empty where none is."""
    try:
        project = store().project(name)
    except SessionNotFound:
        return ""
    return project.path if project.is_path else ""


def _missing(path: Path) -> str:
    project = normalize_project_path(path)
    warn(f"there is no folder {project}: a session of it cannot be resumed before there is")
    return project
