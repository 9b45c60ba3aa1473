"""The commands of `cc-session`, and how each of them ends: with an exit code, and one line where it fails."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

import click

from cc_session_tui import __version__
from cc_session_tui.cli import failures, output
from cc_session_tui.cli.options import shared
from cc_session_tui.core.errors import SessionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

NAME: Final = "cc-session"
_COMMANDS: Final = {
    "list": ("listing", "List the sessions of a project, or of all."),
    "read": ("reading", "Read a session."),
    "tail": ("tailing", "Show the last entries of a session, and what comes."),
    "preview": ("preview", "Show what a resume sends to the model."),
    "check": ("check", "Find what is wrong with sessions, and mend it."),
    "create": ("creating", "Make the id of a new session."),
    "add": ("adding", "Add a message, a tool call or a file to a session."),
    "import": ("importing", "Make a session of API messages."),
    "prune": ("pruning", "Prune records from a session."),
    "edit": ("rewriting", "Edit a text, or a record, of a session."),
    "insert": ("inserting", "Insert records into a session."),
    "fork": ("forking", "Make a session of the conversation up to a record."),
    "resume": ("resuming", "Resume a session in the client."),
    "copy": ("copying", "Copy a session."),
    "rename": ("renaming", "Give a session a title."),
    "delete": ("deleting", "Delete a session."),
    "backups": ("backups", "List backups and deleted sessions."),
    "restore": ("restoring", "Put a backup back."),
    "completion": ("completion", "Print what makes a shell complete command lines."),
}
"""Name of a command -> its module and what it does."""


class _Commands(click.Group):
    """The commands, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__package__}.{_COMMANDS[cmd_name][0]}").command
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell that asks needs it

        found = [
            CompletionItem(name, help=text) for name, (_, text) in _COMMANDS.items() if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.group(NAME, cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@shared("project", "session", "claude_dir")
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """List, read, write and keep Claude Code sessions."""


def run(arguments: Sequence[str]) -> int:
    """Run `cc-session` with ARGUMENTS; return its exit code."""
    try:
        code = commands.main(arguments, NAME, standalone_mode=False)
        output.flush()
    except (click.Abort, KeyboardInterrupt):
        return failures.INTERRUPTED
    except click.ClickException as error:
        return _usage(error)
    except (SessionError, OSError, output.Closed) as error:
        return failed(error)
    return code if isinstance(code, int) else 0


def failed(error: SessionError | OSError | output.Closed) -> int:
    """Tell of ERROR; return the exit code."""
    if not isinstance(error, SessionError):
        output.abandon()
    if not isinstance(error, output.Closed):
        failures.report(NAME, str(error))
    return failures.exit_code(error)


def _usage(error: click.ClickException) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return failures.USAGE
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else NAME
    failures.report(command, f"{error.format_message()} (see {command} --help)")
    return failures.USAGE
