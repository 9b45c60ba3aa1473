"""Backups of what a save replaces, and the trash: what was deleted, until it is the oldest over the limit."""

from __future__ import annotations

import contextlib
import json
import shutil
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from cc_session_tui.core.editing.writer import Stamp, replace
from cc_session_tui.core.errors import SessionNotFound, WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BACKUPS: Final = 200
"""How many are kept."""
MOST_BYTES: Final = 2 << 30
"""How many bytes they may take together; the newest is kept whatever it takes."""
_FILE: Final = "session.jsonl"
_COMPANION: Final = "companion"
_FACTS: Final = "backup.json"
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Backup:
    """One session as it was."""

    id: str
    """Its name: the time, and the beginning of the session's id."""
    path: str
    """The session file that it is a backup of."""
    reason: str
    """What was about to happen: `edit`, `clear`, `delete`, `restore`."""
    time: str
    """When, in ISO form, UTC."""
    size: int
    """Bytes of the session file."""


class Backups:
    """The backups below one folder."""

    def __init__(self, folder: Path | None = None, *, most: int = MOST_BACKUPS, most_bytes: int = MOST_BYTES) -> None:
        """Those below FOLDER; by default below the user's state folder."""
        self.folder = folder or platformdirs.user_state_path("cc-session-tui") / "backups"
        self.most = most
        self.most_bytes = most_bytes

    def keep(self, path: Path, reason: str) -> Backup:
        """Copy the session at PATH, its companion folder not included.

        Raises:
            WriteError: it cannot be copied.
        """
        with _errors(path):
            backup, folder = self._new(path, reason)
            shutil.copy2(path, folder / _FILE)
        self._limit()
        return backup

    def trash(self, path: Path) -> Backup:
        """Move the session at PATH and its companion folder here.

        Raises:
            WriteError: they cannot be moved.
        """
        with _errors(path):
            backup, folder = self._new(path, "delete")
            if path.exists():
                shutil.move(path, folder / _FILE)
            if companion_of(path).is_dir():
                shutil.move(companion_of(path), folder / _COMPANION)
        self._limit()
        return backup

    def list(self) -> list[Backup]:
        """All backups, newest first."""
        found = [_read(folder) for folder in self._folders()]
        return sorted((b for b in found if b is not None), key=lambda b: (b.time, b.id), reverse=True)

    def restore(self, beginning: str) -> Backup:
        """Put the backup whose id starts with BEGINNING back where it was; what stands there is kept first.

        Raises:
            SessionNotFound: no backup, or more than one, starts so.
            WriteError: it cannot be written.
        """
        found = [b for b in self.list() if b.id.startswith(beginning)]
        if len(found) != 1:
            raise SessionNotFound(f"{len(found) or 'no'} backups start with {beginning!r}")
        self._put_back(self.folder / found[0].id, Path(found[0].path))
        return found[0]

    def _put_back(self, folder: Path, path: Path) -> None:
        seen = Stamp.of(path)
        if seen is not None:
            self.keep(path, "restore")
        if (folder / _FILE).exists():
            replace(path, _chunks(folder / _FILE), seen)
        with _errors(path):
            if (folder / _COMPANION).is_dir():
                shutil.copytree(folder / _COMPANION, companion_of(path), dirs_exist_ok=True)

    def _new(self, path: Path, reason: str) -> tuple[Backup, Path]:
        now = datetime.now(UTC)
        size = path.stat().st_size if path.exists() else 0
        name = f"{now:%Y%m%d-%H%M%S-%f}-{path.stem[:8]}"
        backup = Backup(name, str(path.absolute()), reason, now.isoformat(timespec="seconds"), size)
        folder = self.folder / name
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(mode=0o700)
        (folder / _FACTS).write_text(json.dumps(asdict(backup)), encoding="utf-8", errors="surrogatepass")
        return backup, folder

    def _folders(self) -> Iterator[Path]:
        with contextlib.suppress(OSError):
            yield from (child for child in self.folder.iterdir() if child.is_dir())

    def _limit(self) -> None:
        """Drop the oldest backups over the limits; the newest one stays."""
        room = self.most_bytes
        for number, backup in enumerate(self.list()):
            room -= backup.size
            if number and (number >= self.most or room < 0):
                shutil.rmtree(self.folder / backup.id, ignore_errors=True)


def companion_of(path: Path) -> Path:
    """The folder beside the session file PATH that holds its subagents and tool results."""
    return path.with_suffix("")


def _read(folder: Path) -> Backup | None:
    try:
        facts = json.loads((folder / _FACTS).read_text(encoding="utf-8", errors="surrogatepass"))
        return Backup(**facts)
    except (OSError, ValueError, TypeError):
        return None


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


@contextlib.contextmanager
def _errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, shutil.Error) as error:
        raise WriteError(f"cannot keep a backup of {path}: {getattr(error, 'strerror', None) or error}") from error
