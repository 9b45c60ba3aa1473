"""The command `cc-sessions`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cc_session_tui import __version__
from cc_session_tui.core.errors import AmbiguousSession, SessionError, SessionNotFound
from cc_session_tui.core.paths import get_claude_dir, normalize_project_path
from cc_session_tui.tui.config import config_path, read_config
from cc_session_tui.tui.heap import keeping

if TYPE_CHECKING:
    from cc_session_tui.tui.app import CcSessionsApp
    from cc_session_tui.tui.config import Config
    from cc_session_tui.tui.screens.live_lead import Following

_NEW: Final = "new"
_UNREADABLE, _NOT_FOUND, _AMBIGUOUS = 1, 3, 4
_CODES: Final = {SessionNotFound: _NOT_FOUND, AmbiguousSession: _AMBIGUOUS}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--claude-dir", type=click.Path(path_type=Path), help="The Claude dir; else $CLAUDE_CONFIG_DIR or ~/.claude."
)
@click.option("-p", "--project", help="Look for SESSION in this project; alone, open its latest.")
@click.option(
    "-f",
    "--follow",
    is_flag=True,
    help="Follow what Claude works on now, or SESSION: the end of it, without the tree (\\ brings it). Without SESSION,"
    " go along when its client goes on in another session (/clear, /resume), and to the next that starts.",
)
@click.option("--demo", is_flag=True, help="Browse the bundled demo store.")
@click.version_option(__version__)
@click.argument("session", required=False)
def main(claude_dir: Path | None, project: str | None, follow: bool, demo: bool, session: str | None) -> None:
    """Browse Claude Code sessions.

    SESSION is a path, an id, the beginning of one, or `latest`; `new` begins one in PROJECT, else in this folder.
    """
    if follow and session == _NEW:
        raise click.UsageError("--follow goes with a session that is there, or with none")
    try:
        app = _app(claude_dir, project, session, demo=demo, follow=follow)
    except SessionError as error:
        click.echo(f"cc-sessions: {error}", err=True)
        sys.exit(_CODES.get(type(error), _UNREADABLE))
    if not _has_terminal():
        raise click.UsageError("this needs a terminal to read keys from and to draw on; see cc-session for scripts")
    app.run()
    sys.exit(app.return_code or 0)


def _has_terminal() -> bool:
    """Whether Textual's two streams are a terminal's: on another it would draw for nobody, and spin at its end."""
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__))


def _app(
    claude_dir: Path | None, project: str | None, session: str | None, *, demo: bool, follow: bool
) -> CcSessionsApp:
    """The app for these arguments.

    Raises:
        SessionError: there is no such session, or there are several.
    """
    with keeping():
        from cc_session_tui.tui.app import CcSessionsApp  # noqa: PLC0415 - `--help` and errors do without Textual

    home, notice = None, ""
    directory = claude_dir or get_claude_dir()
    new_in = _folder(project) if session == _NEW else None
    is_wanted = new_in is None and claude_dir is None and not follow
    if not demo and is_wanted and not (directory / "projects").is_dir():
        demo, notice = True, f"There is no {directory / 'projects'}: this is the demo store."
    if demo:
        from cc_session_tui.demo import open_demo  # noqa: PLC0415

        opened = open_demo(now=datetime.now(UTC))
        directory, home = opened.claude_dir, opened.home
    opened_first, following = None, None
    if follow:
        opened_first, following = _followed(directory, project, session)
    elif new_in is None:
        opened_first = _session(directory, project, session)
    return CcSessionsApp(
        directory,
        home=home,
        open_session=opened_first,
        new_in=new_in,
        following=following,
        config=_config(),
        notice=notice,
        store_name="demo store" if demo else "",
    )


def _followed(claude_dir: Path, project: str | None, session: str | None) -> tuple[Path | None, Following]:
    """The session to follow first, and how: SESSION, or what Claude works on now; None where there is nothing yet.

    Raises:
        SessionError: there is no such session or project, or there are several.
    """
    from cc_session_tui.tui.screens.live_lead import Following  # noqa: PLC0415 - `--help` does without Textual

    if session is not None:
        return _session(claude_dir, project, session), Following()
    from cc_session_tui.core.store.cache import MetaCache  # noqa: PLC0415 - only to look one up
    from cc_session_tui.core.store.leading import current_session, folders_of  # noqa: PLC0415
    from cc_session_tui.core.store.store import Store  # noqa: PLC0415

    store = Store(claude_dir, MetaCache())
    folders = folders_of(store, project) if project is not None else ()
    return current_session(store, folders), Following(moves=True, folders=folders)


def _folder(project: str | None) -> Path:
    """The folder PROJECT, else the current one.

    Raises:
        SessionNotFound: there is no such folder.
    """
    folder = Path(normalize_project_path(Path(project or ".").expanduser()))
    if not folder.is_dir():
        raise SessionNotFound(f"there is no folder {project}")
    return folder


def _session(claude_dir: Path, project: str | None, session: str | None) -> Path | None:
    """The file of SESSION, or of the latest one in PROJECT; None where neither is given.

    Raises:
        SessionError: there is no such session, or there are several.
    """
    if project is None and session is None:
        return None
    if session is not None and session.endswith(".jsonl") and (path := Path(session)).is_file():
        return path.absolute()
    from cc_session_tui.core.store.cache import MetaCache  # noqa: PLC0415 - only to look one up
    from cc_session_tui.core.store.store import Store  # noqa: PLC0415

    return Store(claude_dir, MetaCache()).find(session or "latest", project).file.path


def _config() -> Config:
    """The user's config."""
    from textual.theme import BUILTIN_THEMES  # noqa: PLC0415

    from cc_session_tui.tui.presentation.themes import THEMES  # noqa: PLC0415
    from cc_session_tui.tui.screens.registry import BY_ID  # noqa: PLC0415

    themes = {*BUILTIN_THEMES, *(theme.name for theme in THEMES)}
    return read_config(config_path(), BY_ID.keys(), themes)
