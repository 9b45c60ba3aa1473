"""Options that stand before or after the command's name: `cc-session -p X list` is `cc-session list -p X`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

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
            option = click.option(*flags, name, metavar=metavar, help=text, expose_value=False, callback=_remember)
            command = option(command)
        return command

    return decorate


def chosen(name: str) -> str | None:
    """The value of the shared option NAME, the one after the command's name before the one in front of it."""
    value: str | None = click.get_current_context().meta.get(f"{__name__}.{name}")
    return value


def claude_dir() -> Path:
    """The Claude dir to work on."""
    from cc_session_tui.core.paths import get_claude_dir  # noqa: PLC0415 - only a command needs the core

    given = chosen("claude_dir")
    return Path(given).expanduser() if given else get_claude_dir()


def _remember(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta[f"{__name__}.{parameter.name}"] = value
