"""How `cc-session` fails: one line on stderr, and one exit code a kind of failure."""

from __future__ import annotations

import sys
from typing import Final

from cc_session_tui.cli.output import Closed
from cc_session_tui.cli.visible import one_line
from cc_session_tui.core.errors import (
    AmbiguousSession,
    ConflictError,
    EditError,
    ReadError,
    SessionError,
    SessionNotFound,
)

EXIT_CODES: Final[dict[type[BaseException], int]] = {
    SessionNotFound: 3,
    AmbiguousSession: 4,
    ConflictError: 5,
    EditError: 2,
    ReadError: 1,
    SessionError: 1,
    OSError: 1,
    Closed: 141,
}
"""Exit code by error, the closest class first. Besides: 0 done, and these two.

A closed stdout ends the program as SIGPIPE does others.
"""
USAGE: Final = 2
"""Exit code of a wrong command line, and (as EditError) of text, JSON or messages that make no sense."""
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, and after a question answered with no."""


def report(command: str, message: str) -> None:
    """Write MESSAGE of COMMAND to stderr as one line."""
    sys.stderr.write(f"{command}: {one_line(message)}\n")


def exit_code(error: BaseException) -> int:
    """The exit code for ERROR."""
    return next(code for kind, code in EXIT_CODES.items() if isinstance(error, kind))
