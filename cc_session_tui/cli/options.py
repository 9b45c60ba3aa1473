"""Options that stand before or after the command (`cc-session -p X list` is `cc-session list -p X`), and arguments.

What a shell offers for them is in `completing`, which only a shell that asks needs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound="Callable[..., Any]")
_SPELLINGS: Final[dict[str, tuple[tuple[str, ...], str, str]]] = {
    "project": (("-p", "--project"), "PROJECT", "A project: its directory, or the name of its folder."),
    "session": (("-s", "--session"), "SESSION", "A session: a path, an id, a unique beginning of one, or `latest`."),
    "claude_dir": (("--claude-dir",), "DIR", "The Claude dir; else CLAUDE_CONFIG_DIR, else ~/.claude."),
}


def shared(*names: str) -> Callable[[Command], Command]:
    """A decorator that gives a command the options NAMES: `project`, `session`, `claude_dir`."""

    def decorate(command: Command) -> Command:
        for name in reversed(names):
            flags, metavar, text = _SPELLINGS[name]
            offers = session_ids if name == "session" else _folders
            option = click.option(
                *flags,
                name,
                metavar=metavar,
                help=text,
                expose_value=False,
                callback=_remember,
                shell_complete=offers,
            )
            command = option(command)
        return command

    return decorate


def session_argument(command: Command) -> Command:
    """A decorator that gives a command the argument SESSION as `reference`; `sessions.named` knows -s too."""
    argument = click.argument("reference", metavar="SESSION", required=False, shell_complete=session_ids)
    return argument(command)


def session_ids(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """What a shell offers for a session."""
    from cc_session_tui.cli import completing  # noqa: PLC0415 - see above

    return completing.session_ids(context, incomplete)


def backup_ids(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """What a shell offers for a backup."""
    from cc_session_tui.cli import completing  # noqa: PLC0415 - see above

    return completing.backup_ids(incomplete)


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """What a shell offers for a file."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - see above

    return [CompletionItem(incomplete, type="file")]


def chosen(name: str) -> str | None:
    """The value of the shared option NAME, the one after the command's name before the one in front of it."""
    value: str | None = click.get_current_context().meta.get(f"{__name__}.{name}")
    return value


def claude_dir() -> Path:
    """The Claude dir to work on."""
    from cc_session_tui.core.paths import get_claude_dir  # noqa: PLC0415 - only a command needs the core

    given = chosen("claude_dir")
    return expanded(given) if given else get_claude_dir()


def expanded(path: str) -> Path:
    """PATH with the home folder that a `~` in front stands for."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - the method of Path raises where there is no such user


def _folders(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - see above

    return [CompletionItem(incomplete, type="dir")]


def _remember(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta[f"{__name__}.{parameter.name}"] = value
