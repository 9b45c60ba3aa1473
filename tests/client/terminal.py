"""The real client as one works with it: in a terminal, with somebody who types."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import termios
import threading
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from cc_session_tui.core.store.clients import running_clients
from tests.client.screen import Screen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from cc_session_tui.core.store.models import RunningClient
    from tests.client.harness import Client

_SECONDS: Final = 110
_ROWS_AND_COLUMNS: Final = (40, 120)
_LOOK_SECONDS: Final = 0.01
_PRESS_SECONDS: Final = 0.3
_ENTER: Final = "\r"
_MARK: Final = "❯"
"""What the client draws before what is typed, and before what was said."""
_ALREADY: Final = {"hasCompletedOnboarding": True, "customApiKeyResponses": {"approved": ["none"], "rejected": []}}
"""What the client asks at its first start, answered."""


async def until(what: Callable[[], object]) -> None:
    """Go on until WHAT is true; the test's time limit ends what never is."""
    while not what():  # noqa: ASYNC110 - another process decides
        await asyncio.sleep(_LOOK_SECONDS)


def _squeezed(text: str) -> str:
    """TEXT without what is blank in it."""
    return "".join(text.split())


class Terminal:
    """A terminal in which the client runs."""

    def __init__(self, client: Client, *args: str) -> None:
        """Begin to run CLIENT with ARGS; it asks before it runs a tool."""
        self.client = client
        """The client."""
        self.screen = Screen(*_ROWS_AND_COLUMNS)
        """What it has drawn."""
        self._path: Path | None = None
        words = client.command(client.folder / "requests", _SECONDS, "--permission-mode", "default", *args)
        trusted = {str(client.project): {"hasTrustDialogAccepted": True}}
        (client.config / ".claude.json").write_text(json.dumps(_ALREADY | {"projects": trusted}))
        keyboard, terminal = os.openpty()
        self._keyboard = os.fdopen(keyboard, "r+b", buffering=0)
        termios.tcsetwinsize(terminal, _ROWS_AND_COLUMNS)
        environment = client.environment() | {"TERM": "xterm-256color"}
        self._process = subprocess.Popen(
            words,
            cwd=client.project,
            env=environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        threading.Thread(target=self._look, daemon=True).start()

    @property
    def running(self) -> RunningClient | None:
        """What the client tells of itself; None while it does not."""
        return next(iter(running_clients(self.client.config)), None)

    @property
    def status(self) -> str:
        """Its status; empty while it tells none."""
        return self.running.status if self.running is not None else ""

    @property
    def path(self) -> Path | None:
        """Its session file, also when it has ended; None until there is one."""
        running = self.running
        if running is not None and (path := self.client.session_path(running.session_id)).exists():
            self._path = path
        return self._path

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records in its session file, a torn one aside."""
        data = self.path.read_bytes() if self.path is not None else b""
        return [json.loads(line) for line in data.split(b"\n")[:-1]]

    @property
    def has_ended(self) -> bool:
        """Whether the client has ended."""
        return self._process.poll() is not None

    async def enter(self, text: str) -> None:
        """Type TEXT, and once that stands after the prompt's mark, enter.

        Of a long text the client shows that it has it, and not what it is.
        """
        self.press(text)
        await until(lambda: self._prompt().startswith((_squeezed(text), "[Pastedtext")))
        self.press(_ENTER)

    async def accept(self) -> None:
        """Press enter until the client has what it waits for: it does not hear what comes as soon as it asks."""
        while self.status == "waiting":
            self.press(_ENTER)
            await asyncio.sleep(_PRESS_SECONDS)

    def press(self, keys: str) -> None:
        """Press KEYS."""
        self._keyboard.write(keys.encode())

    def close(self) -> None:
        """End the client, if it runs yet."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _prompt(self) -> str:
        """What stands after the last prompt's mark, and below it."""
        return _squeezed(str(self.screen).rpartition(_MARK)[2])

    def _look(self) -> None:
        """Take what it draws: it would wait else."""
        with self._keyboard as drawn, suppress(OSError):  # it has ended
            while data := drawn.read(1 << 16):
                self.screen.feed(data)


@asynccontextmanager
async def at_terminal(client: Client, *args: str) -> AsyncIterator[Terminal]:
    """Run CLIENT with ARGS in a terminal, and begin when it waits for a prompt."""
    terminal = Terminal(client, *args)
    try:
        await until(lambda: terminal.status == "idle")
        yield terminal
    except BaseException:
        sys.stdout.write(f"{terminal.screen}\n")
        raise
    finally:
        terminal.close()
