"""What `cc-session` tells on stderr besides failures: stdout is for data."""

from __future__ import annotations

import sys

import click

from cc_session_tui.cli.visible import visible


def note(message: str) -> None:
    """Write MESSAGE to stderr, as one line after the name of the command that runs."""
    text = visible(message.replace("\n", "␊"))
    sys.stderr.write(f"{click.get_current_context().command_path}: {text}\n")


def warn(message: str) -> None:
    """Write MESSAGE to stderr as a warning."""
    note(f"warning: {message}")
