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

from cc_session_tui.core.editing.companion import beside, companion_of, files_below
from cc_session_tui.core.editing.writer import Stamp, replace
from cc_session_tui.core.errors import AmbiguousSession, SessionError, SessionNotFound, WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BACKUPS: Final = 200
"""How many are kept."""
MOST_BYTES: Final = 2 << 30
"""How many bytes they may take together; the newest is kept whatever it takes."""
_FILE: Final = "session.jsonl"
_PART: Final = "session.part"
"""The copy while it is made: a killed process leaves what is no backup."""
_COMPANION: Final = "companion"
_BESIDE: Final = "beside"
"""Folder for the subagents' transcripts that stood beside the session."""
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
    """Bytes that it takes."""


class Backups:
    """The backups below one folder."""

    def __init__(self, folder: Path | None = None, *, most: int = MOST_BACKUPS, most_bytes: int = MOST_BYTES) -> None:
        """Those below FOLDER; by default below the user's state folder."""
        self.folder = folder or platformdirs.user_state_path("cc-session-tui") / "backups"
        self.most = most
        self.most_bytes = most_bytes

    @contextlib.contextmanager
    def keeping(self, path: Path, reason: str) -> Iterator[Backup]:
        """Copy the session at PATH, its companion folder not included, for a change of it that is made meanwhile.

        Where that raises a SessionError, which leaves the file as it was, the copy is gone again; and only a change
        that was made counts against the limits.

        Raises:
            WriteError: it cannot be copied.
        """
        with self._new(path, reason, _size(path)) as (backup, folder):
            shutil.copy2(path, folder / _PART)
            (folder / _PART).rename(folder / _FILE)
        try:
            yield backup
        except SessionError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._limit()

    def keep(self, path: Path, reason: str) -> Backup:
        """Copy the session at PATH, its companion folder not included.

        Raises:
            WriteError: it cannot be copied.
        """
        with self.keeping(path, reason) as backup:
            return backup

    def trash(self, path: Path, reason: str = "delete") -> Backup:
        """Move the session at PATH, its companion folder and its subagents' transcripts here: all, or nothing.

        Of a symlink the trash keeps what it leads to, and what it leads to stays.

        Raises:
            WriteError: they cannot be moved.
        """
        companion, agents = companion_of(path), beside(path)
        size = sum(map(_size, (path, *agents, *files_below(companion))))
        with self._new(path, reason, size) as (backup, folder), contextlib.ExitStack() as undo:
            kept = {path: _FILE, companion: _COMPANION} | {agent: f"{_BESIDE}/{agent.name}" for agent in agents}
            for source, name in kept.items():
                _move(source, folder / name)
                undo.callback(_move, folder / name, source)
            undo.pop_all()
        self._limit()
        return backup

    def list(self) -> list[Backup]:
        """All backups, newest first."""
        found = [_read(folder) for folder in self._folders()]
        return sorted((b for b in found if b is not None), key=lambda b: (b.time, b.id), reverse=True)

    def restore(self, beginning: str) -> Backup:
        """Put the backup whose id starts with BEGINNING back where it was; what stands there is kept first.

        Raises:
            SessionNotFound: no backup starts so.
            AmbiguousSession: more than one does.
            WriteError: it cannot be written.
        """
        backup = self.find(beginning)
        self._put_back(self.folder / backup.id, Path(backup.path))
        return backup

    def find(self, beginning: str) -> Backup:
        """The backup whose id starts with BEGINNING.

        Raises:
            SessionNotFound: none does.
            AmbiguousSession: more than one does.
        """
        found = [backup for backup in self.list() if backup.id.startswith(beginning)]
        if not found:
            raise SessionNotFound(f"no backup starts with {beginning!r}")
        if len(found) > 1:
            raise AmbiguousSession(f"{len(found)} backups start with {beginning!r}")
        return found[0]

    def _put_back(self, folder: Path, path: Path) -> None:
        seen = Stamp.of(path)
        if seen is not None:
            self.keep(path, "restore")
        if (folder / _FILE).exists():
            replace(path, _chunks(folder / _FILE), seen)
            shutil.copymode(folder / _FILE, path)
        with _errors(path):
            for name, target in ((_COMPANION, companion_of(path)), (_BESIDE, path.parent)):
                if (folder / name).is_dir():
                    shutil.copytree(folder / name, target, dirs_exist_ok=True)

    @contextlib.contextmanager
    def _new(self, path: Path, reason: str, size: int) -> Iterator[tuple[Backup, Path]]:
        """A new backup of PATH and its folder, to be filled; where that fails, it is gone again."""
        now = datetime.now(UTC)
        name = f"{now:%Y%m%d-%H%M%S-%f}-{path.stem[:8]}"
        backup = Backup(name, str(path.absolute()), reason, now.isoformat(timespec="seconds"), size)
        folder = self.folder / name
        with _errors(path):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder.mkdir(mode=0o700)
            try:
                (folder / _FACTS).write_text(json.dumps(asdict(backup)), encoding="utf-8")
                yield backup, folder
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise

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


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _move(path: Path, target: Path) -> None:
    """Move PATH to TARGET, if there is anything; a symlink is copied as what it leads to, and removed."""
    if path.is_symlink():
        if path.is_dir():
            shutil.copytree(path, target, symlinks=True)
        elif path.exists():
            shutil.copy2(path, target)
        path.unlink()
    elif path.exists():
        target.parent.mkdir(exist_ok=True)
        shutil.move(path, target)


def _read(folder: Path) -> Backup | None:
    """The backup in FOLDER; None where it is none, or not whole."""
    if (folder / _PART).exists():
        return None
    try:
        facts = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
        backup = Backup(**{**facts, "id": folder.name})
    except (OSError, ValueError, TypeError):
        return None
    values = list(asdict(backup).values())
    return backup if list(map(type, values)) == [str, str, str, str, int] else None


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
