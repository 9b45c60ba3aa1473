"""`cc-session tail -f --json` in a process of its own, and what it has told so far."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
EVERYTHING: Final = 99_999
"""More entries than there are."""
_WORDS: Final = (sys.executable, "-m", "cc_session_tui.cli.main")
Entry = dict[str, Any]


class Told:
    """What it told."""

    def __init__(self, folder: Path) -> None:
        """Its output goes to files in FOLDER."""
        self.out, self.error = folder / "told.jsonl", folder / "told.txt"

    @property
    def entries(self) -> list[Entry]:
        """The entries, in the order in which they were told."""
        return [json.loads(line) for line in self.out.read_bytes().split(b"\n")[:-1]]

    @property
    def notes(self) -> str:
        """What else it said."""
        return self.error.read_text()


@contextmanager
def telling(path: Path, folder: Path, entries: int = EVERYTHING) -> Iterator[Told]:
    """Follow the session at PATH from its last ENTRIES on, until this ends; FOLDER is for its output."""
    told = Told(folder)
    words = [*_WORDS, "tail", "-f", "--json", "-n", str(entries), str(path)]
    with told.out.open("wb") as out, told.error.open("wb") as error:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=error, cwd=ROOT, env=os.environ)
    try:
        yield told
        assert process.poll() is None, told.notes
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def read(path: Path) -> list[Entry]:
    """What `cc-session read --json` tells of the session at PATH."""
    ran = subprocess.run([*_WORDS, "read", "--json", str(path)], capture_output=True, cwd=ROOT, check=True)
    entries: list[Entry] = json.loads(ran.stdout)
    return entries


def as_told(entries: list[Entry]) -> list[Entry]:
    """ENTRIES without what may change after they were told: whether a resume sends them."""
    return [{name: value for name, value in entry.items() if name != "resumed"} for entry in entries]


def in_order(entries: list[Entry]) -> list[Entry]:
    """ENTRIES as they stand in the file: a call is told when its result is there, another one may be so before."""
    return sorted(entries, key=lambda entry: (entry["offset"], entry["block"]))
