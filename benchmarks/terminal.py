"""A program in a pseudo-terminal: what it paints and when, what it costs, how much memory it holds."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLUMNS, ROWS = 120, 40
"""Size of the terminal."""

PATIENCE = 60.0
"""Seconds after which something that was waited for is not coming."""

TICK = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds in which the kernel counts CPU time."""


class Terminal:
    """This Python, started with some arguments in a terminal of its own, and ended with the `with` block."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str]) -> None:
        """Start it; the clock of `until` starts here too."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._seen = b""
        self._start = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 - our own modules
            [sys.executable, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def until(self, text: str) -> float:
        """Read until ``text`` was painted; give the seconds since the start.

        Raises:
            TimeoutError: it is not painted.
        """
        wanted = text.encode()
        while wanted not in self._seen:
            if time.perf_counter() - self._start > PATIENCE or not self._read(1.0):
                shown = self._seen[-2000:].decode(errors="replace")
                raise TimeoutError(f"{text!r} was not painted, but {shown!r}")
        return time.perf_counter() - self._start

    def settle(self, quiet: float = 1.0) -> float:
        """Read until the program used no CPU for ``quiet`` seconds; give the seconds from start to its last work."""
        last, changed = -1.0, time.perf_counter()
        while time.perf_counter() - changed < quiet:
            self._read(0.02)
            if (used := self.cpu()) - last > TICK:
                last, changed = used, time.perf_counter()
        return changed - self._start

    def press(self, keys: bytes) -> None:
        """Send the bytes of some keys."""
        os.write(self._master, keys)

    def cpu(self) -> float:
        """Give the CPU seconds that the program has used, in all its threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * TICK

    def memory(self) -> int:
        """Give the bytes of memory that the program holds now."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def _read(self, timeout: float) -> bool:
        """Read what is there; say whether the program still runs."""
        if select.select([self._master], [], [], timeout)[0]:
            try:
                self._seen += os.read(self._master, 1 << 16)
            except OSError:
                return False
        return self._process.poll() is None


def environment(home: Path, claude_dir: Path) -> dict[str, str]:
    """Give the environment of a program whose home, cache and Claude dir are our own."""
    home.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "CLAUDE_CONFIG_DIR": str(claude_dir),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
