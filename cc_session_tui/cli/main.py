"""`cc-session`: what was written before, if it still holds; else the command."""

from __future__ import annotations

import sys

from cc_session_tui.cli import output, remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run `cc-session` with ARGV (by default the program's arguments); return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        output.check()
        if remembered.replay(arguments):
            return 0
    except (OSError, output.Closed) as error:
        from cc_session_tui.cli.commands import failed  # noqa: PLC0415 - see `remembered`

        return failed(error)
    from cc_session_tui.cli.commands import run  # noqa: PLC0415 - see `remembered`

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
