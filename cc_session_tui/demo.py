"""The demo store: a synthetic Claude dir to look at and to try edits on, copied so that the bundled one stays whole."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.paths import project_path_to_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

STORE: Final = Path(__file__).parent / "demo_store"
"""The bundled Claude dir. The home in it is `HOME`; its times are fixed."""
HOME: Final = "/home/dev"
"""Stands for the demo's home in the bundled store."""
MOVED: Final = "/home/dev/notes"
"""The one project whose folder is gone."""
BUSY_SESSION: Final = "5f0b6c1e-8a57-4d0e-9f6e-2c51a7d3b904"
"""Id of the session that a client is working in."""
WAITING_SESSION: Final = "6ee1cfcc-8b5e-4c04-9f36-e7c4a7513add"
"""Id of the session in which a client waits for a permission."""
IDLE_SESSION: Final = "c81d4e2a-36f9-4b7c-a1e5-90d27bb6f318"
"""Id of the session that a client has open."""

_CLIENTS: Final = (
    (BUSY_SESSION, "busy", ""),
    (IDLE_SESSION, "idle", ""),
    (WAITING_SESSION, "waiting", "permission prompt"),
)
"""Session, status and what it waits for, as far as there are processes."""

_STAMP: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_MILLISECONDS: Final = re.compile(rb'("(?:sentAtMs|startTime)":)(\d{13})')
_CWD: Final = re.compile(rb'"cwd":"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Demo:
    """An opened demo store."""

    claude_dir: Path
    home: Path
    """The home that its projects lie in: what `~` stands for."""


def open_demo(base: Path | None = None, *, now: datetime | None = None) -> Demo:
    """Copy the bundled store into a folder of its own.

    Args:
        base: An existing folder to put it into; None for a temporary one that goes when this process ends.
        now: The time (aware) that the newest record is to have; None keeps the times as they are bundled.

    Returns:
        Where the copy is. Its sessions that clients are in are marked as such, by files of live processes.
    """
    home = (base or _temporary()).resolve() / "home"
    copier = _Copier(home, _shift(now))
    for folder in sorted(STORE.joinpath("projects").iterdir()):
        copier.copy_project(folder)
    copier.mark_running()
    return Demo(copier.claude_dir, home)


def _processes() -> list[int]:
    """Ids of processes that live as long as this one, and stand for clients: it, its parent, the first of all."""
    return [pid for pid in dict.fromkeys((os.getpid(), os.getppid(), 1)) if pid > 0]


def _temporary() -> Path:
    folder = tempfile.mkdtemp(prefix="cc-sessions-demo-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _shift(now: datetime | None) -> timedelta:
    return now - _newest() if now else timedelta()


def _newest() -> datetime:
    return _time(max(stamp for file in STORE.rglob("*.jsonl") for stamp in _STAMP.findall(file.read_bytes())))


def _time(stamp: bytes) -> datetime:
    return datetime.fromisoformat(stamp.decode())


@dataclass(frozen=True, slots=True)
class _Copier:
    home: Path
    shift: timedelta

    @property
    def claude_dir(self) -> Path:
        return self.home / ".claude"

    def copy_project(self, folder: Path) -> None:
        path = _project_path(folder)
        project = self._moved_home(path)
        if path != MOVED:
            Path(project).mkdir(parents=True, exist_ok=True)
        target = self.claude_dir / "projects" / project_path_to_hash(project)
        for file in _files(folder):
            self._copy_file(file, target / file.relative_to(folder))

    def mark_running(self) -> None:
        folder = self.claude_dir / "sessions"
        folder.mkdir()
        for pid, client in zip(_processes(), _CLIENTS, strict=False):
            self._mark(folder, pid, *client)

    def _mark(self, folder: Path, pid: int, session_id: str, status: str, waiting_for: str) -> None:
        session = next(self.claude_dir.glob(f"projects/*/{session_id}.jsonl"))
        changed = session.stat().st_mtime_ns // 1_000_000
        cwd = _project_path(session.parent)
        record = {"pid": pid, "sessionId": session_id, "cwd": cwd, "startedAt": changed, "version": "2.1.332"}
        record |= {"kind": "interactive", "entrypoint": "cli", "status": status}
        record |= {"waitingFor": waiting_for} if waiting_for else {}
        record |= {"statusUpdatedAt": changed, "updatedAt": changed}
        folder.joinpath(f"{pid}.json").write_text(json.dumps(record), encoding="utf-8")

    def _copy_file(self, source: Path, target: Path) -> None:
        content = source.read_bytes().replace(HOME.encode(), json.dumps(str(self.home))[1:-1].encode())
        content = _MILLISECONDS.sub(self._later_milliseconds, _STAMP.sub(self._later_stamp, content))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        stamps = _STAMP.findall(content)
        changed = _time(max(stamps)) if stamps else _newest() + self.shift - timedelta(days=10)
        os.utime(target, (changed.timestamp(), changed.timestamp()))

    def _moved_home(self, path: str) -> str:
        return path.replace(HOME, str(self.home), 1)

    def _later_stamp(self, stamp: re.Match[bytes]) -> bytes:
        later = (_time(stamp[0]) + self.shift).isoformat(timespec="milliseconds")
        return later.replace("+00:00", "Z").encode()

    def _later_milliseconds(self, number: re.Match[bytes]) -> bytes:
        return b"%s%d" % (number[1], int(number[2]) + self.shift // timedelta(milliseconds=1))


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file())


def _project_path(folder: Path) -> str:
    """Return where the project lies whose sessions are in FOLDER, as their records have it."""
    found = (_CWD.search(session.read_bytes()) for session in sorted(folder.glob("*.jsonl")))
    return next(match[1].decode() for match in found if match)
