"""`cc-session completion`: what makes a shell complete its command lines."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from cc_session_tui.cli import output
from cc_session_tui.cli.commands import NAME, commands

_VARIABLE: Final = "_CC_SESSION_COMPLETE"
"""Where click looks for what the shell asks."""


@click.command("completion")
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print what makes SHELL (bash, zsh or fish) complete commands, options and session ids."""
    completion = get_completion_class(shell)
    if completion is not None:
        output.write(completion(commands, {}, NAME, _VARIABLE).source())
