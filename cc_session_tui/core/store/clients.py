"""Which clients are running: `<claude dir>/sessions/<pid>.json`, one file a client (2.1.332).

The `.key` files beside them are secrets, and are never opened.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.models import RunningClient
from cc_session_tui.core.store.small import read_object, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.store.models import Session

PROC: Final = Path("/proc")
"""Where Linux tells about processes."""

_URGENT: Final = ("idle", "shell", "busy", "waiting")

_FILE = re.compile(r"[1-9][0-9]{0,9}\.json")
_START_TIME = 19  # the 22nd field of /proc/<pid>/stat, counted after the name of the program
_STATE = 0
_FAR = 1e15


def running_clients(claude_dir: Path, proc: Path = PROC) -> tuple[RunningClient, ...]:
    """The clients that are running; a file that a client left behind when it died is passed over."""
    found = (_client(claude_dir / "sessions" / name, proc) for name in _names(claude_dir / "sessions"))
    return tuple(client for client in found if client is not None)


def by_session(clients: Iterable[RunningClient]) -> dict[str, RunningClient]:
    """CLIENTS by the session that each has open; of several in one the one that waits, works, or changed last."""
    return {client.session_id: client for client in sorted(clients, key=urgency)}


def with_other_clients(sessions: Iterable[Session], clients: Iterable[RunningClient]) -> list[str]:
    """The files of those of SESSIONS that CLIENTS, which run now, have open, do not any more, or work at otherwise."""
    now = by_session(clients)
    return [session.file.name for session in sessions if session.running != now.get(session.session_id)]


def urgency(client: RunningClient) -> tuple[int, int, int]:
    """Orders clients: the last is the one that waits, works, or changed last."""
    rank = _URGENT.index(client.status) if client.status in _URGENT else -1
    return rank, client.updated_ms, client.pid


def _names(folder: Path) -> list[str]:
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return []
    return sorted(name for name in names if _FILE.fullmatch(name))


def _client(path: Path, proc: Path) -> RunningClient | None:
    pid = int(path.stem)
    if not _is_alive(pid):
        return None
    record = read_object(path)
    session_id = text_of(record, "sessionId")
    if not session_id or not _is_same(pid, text_of(record, "procStart"), proc):
        return None
    cwd, status, name, waiting_for, kind = (
        text_of(record, key) for key in ("cwd", "status", "name", "waitingFor", "kind")
    )
    updated = _time(record.get("statusUpdatedAt", record.get("updatedAt")))
    return RunningClient(pid, session_id, cwd, status, name, updated, waiting_for, _time(record.get("startedAt")), kind)


def _time(value: object) -> int:
    """VALUE as milliseconds since 1970; 0 where it is none."""
    return int(value) if isinstance(value, int | float) and abs(value) < _FAR else 0


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _is_same(pid: int, started: str, proc: Path) -> bool:
    """Whether the process PID is the one that STARTED then, and not another that got its number later.

    `procStart` is the start time of /proc on Linux; elsewhere it is a date, which nothing here is compared with.
    """
    try:
        stat = (proc / str(pid) / "stat").read_bytes()
    except OSError:
        return True
    fields = stat.rpartition(b")")[2].split()
    if len(fields) <= _START_TIME or fields[_STATE] == b"Z":
        return fields[:1] != [b"Z"]
    return not started.isdecimal() or started.encode() == fields[_START_TIME]
