"""The session and the project that a command line names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli.notes import warn
from cc_session_tui.cli.options import chosen, claude_dir, expanded
from cc_session_tui.core.errors import EditError, SessionNotFound
from cc_session_tui.core.paths import get_session_path, is_session_id, normalize_project_path
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.layout import SUFFIX
from cc_session_tui.core.store.models import SessionState
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


def find(sessions: Store, reference: str, project: str | None) -> Session:
    """The one of SESSIONS that REFERENCE means: of PROJECT, if there is one, else of any.

    A whole id is also found in the folder of PROJECT when its records tell of another directory: the project has moved.

    Raises:
        SessionError: there is none, or more than one.
    """
    if project is None:
        return sessions.find(reference)
    place = expanded(project)
    in_folder = sessions.at(get_session_path(reference, place, claude_dir())) if is_session_id(reference) else None
    return in_folder or sessions.find(reference, str(place))


def find_to_change(sessions: Store, reference: str, project: str | None) -> Session:
    """As `find`, for a command that changes or copies it: a path may lead to anything.

    Raises:
        SessionError: there is none, more than one, or what is there is no session.
    """
    found = next(sessions.fill([find(sessions, reference, project)]))
    if found.meta.state is SessionState.FOREIGN or not found.file.name.endswith(SUFFIX):
        raise EditError(f"{found.file.name} is no session: {found.meta.error or f'its name does not end in {SUFFIX}'}")
    return found


def project_path() -> str:
    """The directory of the project that something new goes to: -p names it, else it is the current folder."""
    given = chosen("project")
    if given is None:
        return normalize_project_path(Path.cwd())
    path = expanded(given)
    if not os.path.isdir(path):  # noqa: PTH112 - the method of Path raises for a name that is too long
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
