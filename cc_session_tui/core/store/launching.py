"""The client run on a session: which command, where, and in which environment."""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import EditError, SessionNotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SETTING: Final = "CC_SESSION_CLAUDE"
"""Environment variable with the command that runs the client; `claude` without it."""
_ENCLOSING: Final = ("CLAUDE_CODE_", "CLAUDECODE")
"""Variables by which a client that runs this program would make the one that is started a child of its own."""
_SETTINGS: Final = tuple(
    f"CLAUDE_CODE_{name}" for name in ("API_KEY_HELPER", "DISABLE_", "MAX_", "OAUTH_TOKEN", "SKIP_", "USE_")
)
"""Those of them that a person sets."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A resume of a session in the client."""

    words: tuple[str, ...]
    """The program and its arguments."""
    folder: str
    """The session's project; empty where no record tells."""
    config: Path
    """The Claude dir."""

    @classmethod
    def of(
        cls,
        session_id: str,
        folder: str,
        config: Path,
        more: Sequence[str] = (),
        outside: Mapping[str, str] = os.environ,
    ) -> Launch:
        """The resume of SESSION_ID, whose project is FOLDER, with MORE arguments; OUTSIDE may name another command.

        Raises:
            EditError: the command that is set there cannot be read.
        """
        try:
            program = shlex.split(outside.get(SETTING) or "claude")
        except ValueError as error:
            raise EditError(f"{SETTING} is no command: {error}") from error
        return cls((*program, "--resume", session_id, *more), folder, config)

    @property
    def typed(self) -> str:
        """What a person types for it."""
        return f"cd {shlex.quote(self.folder or 'PROJECT')} && {shlex.join(self.words)}"

    def check(self) -> None:
        """See that it can be run.

        Raises:
            SessionNotFound: the folder, or the program, is not there; the text says what to type.
        """
        if not self.folder or not Path(self.folder).is_dir():
            gone = (
                f"the project's folder {self.folder} is gone" if self.folder else "no record names the project's folder"
            )
            raise SessionNotFound(f"{gone}; where it is, run: {self.typed}")
        if shutil.which(self.words[0]) is None:
            raise SessionNotFound(f"there is no program {self.words[0]} ({SETTING} may name it); to run: {self.typed}")

    def environment(self, outside: Mapping[str, str] = os.environ) -> dict[str, str]:
        """OUTSIDE for the client, without what an enclosing client has set there for its own children."""
        kept = {
            name: value
            for name, value in outside.items()
            if not name.startswith(_ENCLOSING) or name.startswith(_SETTINGS)
        }
        return kept | {"CLAUDE_CONFIG_DIR": str(self.config.absolute())}
