"""What was read of session files, kept in SQLite, so that the next start reads none of them.

A cache that is broken, locked, read-only or on a full disk is no error: then nothing is found in it, and nothing kept.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from cc_session_tui.core.store.models import FileStat, Meta, SessionState, Subagent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_Found = TypeVar("_Found")

VERSION: Final = 1
"""Of the tables, and of what their columns mean; a cache of another version is made anew."""

_PATIENCE = 0.25  # seconds to wait for another process, which writes for a few milliseconds
_SESSION = ("path", "root", "stamp", "agents", "meta")
_AGENT = ("session", *FileStat._fields, *Subagent._fields[1:])
_SELECT_SESSIONS = "SELECT path, stamp, agents, meta FROM session WHERE root = ?"
_SELECT_AGENTS = f"SELECT {','.join(_AGENT)} FROM agent"  # noqa: S608
_TABLES = f"""
    BEGIN IMMEDIATE;
    DROP TABLE IF EXISTS session;
    DROP TABLE IF EXISTS agent;
    DROP TABLE IF EXISTS progress;
    CREATE TABLE session({",".join(_SESSION)}, PRIMARY KEY(path)) WITHOUT ROWID;
    CREATE TABLE agent({",".join(_AGENT)}, PRIMARY KEY(session, name)) WITHOUT ROWID;
    CREATE TABLE progress(path PRIMARY KEY, tally) WITHOUT ROWID;
    PRAGMA user_version = {VERSION};
    COMMIT;
"""
_STATES = {state.value: state for state in SessionState}
_BETWEEN = "\x1f"  # the fields of a Meta are one column: a value of its own for each would take thrice the time
_SHOWN = "\u241f"  # and for one in a text, the character that shows it
_NUMBERS = slice(Meta._fields.index("messages"), Meta._fields.index("error"))
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_INTERRUPT,
    }
)
_MOST = (1 << 63) - 1  # what SQLite's integers hold; an inode may be larger


class Known(NamedTuple):
    """What was read of a session, and of which state of its files."""

    stamp: str
    """Of the session's file."""
    agents: str
    """Of the folders of its subagents."""
    meta: Meta
    subagents: tuple[Subagent, ...] = ()


def cache_path() -> Path:
    """Where the cache is kept: in the user's cache folder."""
    if sys.platform == "linux":  # as platformdirs has it, without the time to import that
        folder = Path(os.environ.get("XDG_CACHE_HOME", "").strip() or Path.home() / ".cache")
    else:
        from platformdirs import user_cache_path  # noqa: PLC0415

        folder = user_cache_path()
    return folder / "cc-session-tui" / "metadata.sqlite3"


class MetaCache:
    """The cache in a file; its folder and the file are made when something is first kept, for the user alone."""

    def __init__(self, path: Path | None = None) -> None:
        """The cache in PATH, by default in the user's cache folder."""
        self.path = path or cache_path()
        self._broken = False

    def load(self, root: str) -> dict[str, Known]:
        """All that is known of sessions below the folder ROOT, by the path of their file."""
        return self._read(lambda db: _load(db, root), {})

    def progress(self, path: str) -> bytes:
        """Where the last whole reading of the file at PATH can go on, see `reading.read_meta`; empty where unknown."""
        return self._read(lambda db: _progress(db, path), b"")

    def keep(self, root: str, known: Mapping[str, Known], progress: Mapping[str, bytes], gone: Iterable[str]) -> None:
        """Keep what is KNOWN of sessions below ROOT, and the PROGRESS of reading them; forget those that are GONE."""
        for _ in range(2):  # a broken one is made anew
            try:
                return self._keep(root, known, progress, list(gone))
            except sqlite3.Error as error:
                self._broken = _is_broken(error)
            except OSError:
                return None
            if not self._broken:
                return None
        return None

    def _read(self, query: Callable[[sqlite3.Connection], _Found], nothing: _Found) -> _Found:
        """What QUERY finds; NOTHING where there is no cache, or one that cannot be read."""
        try:
            if not self.path.exists():
                return nothing
            with closing(self._connect()) as db:
                return query(db) if _version(db) == VERSION else nothing
        except sqlite3.Error as error:
            self._broken = _is_broken(error)
        except OSError:
            pass
        return nothing

    def _keep(self, root: str, known: Mapping[str, Known], progress: Mapping[str, bytes], gone: list[str]) -> None:
        self._make_file()
        known = {path: item for path, item in known.items() if _is_text(path)}
        with closing(self._connect()) as db:
            db.execute("PRAGMA synchronous = OFF")
            if _version(db) != VERSION:
                db.executescript(_TABLES)
            with db:
                _forget(db, [*known, *gone])
                _insert(db, "session", _SESSION, (_session_row(root, *item) for item in known.items()))
                _insert(db, "agent", _AGENT, (row for item in known.items() for row in _agent_rows(*item)))
                _insert(db, "progress", ("path", "tally"), progress.items())

    def _make_file(self) -> None:
        if self._broken:
            self.path.unlink(missing_ok=True)
            self._broken = False
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=_PATIENCE)


def _version(db: sqlite3.Connection) -> int:
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def _is_broken(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault: locks, rights and a full disk pass."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _PASSING


def _progress(db: sqlite3.Connection, path: str) -> bytes:
    row = db.execute("SELECT tally FROM progress WHERE path = ?", (path,)).fetchone()
    return row[0] if row and isinstance(row[0], bytes) else b""


def _load(db: sqlite3.Connection, root: str) -> dict[str, Known]:
    agents: dict[str, list[Subagent]] = {}
    stats = len(FileStat._fields) + 1
    for row in db.execute(_SELECT_AGENTS):
        agents.setdefault(row[0], []).append(Subagent(FileStat._make(row[1:stats]), *row[stats:]))
    known: dict[str, Known] = {}
    for path, stamp, folders, packed in db.execute(_SELECT_SESSIONS, (root,)):
        if meta := _unpacked(packed):
            known[path] = Known(stamp, folders, meta, tuple(agents.get(path, ())))
    return known


def _packed(meta: Meta) -> str:
    return _BETWEEN.join(str(value).replace(_BETWEEN, _SHOWN) for value in meta)


def _unpacked(packed: str) -> Meta | None:
    """What was packed; None where something else stands there."""
    parts = packed.split(_BETWEEN)
    state = _STATES.get(parts[0])
    if state is None or len(parts) != len(Meta._fields):
        return None
    try:
        return Meta._make((state, *parts[1 : _NUMBERS.start], *map(int, parts[_NUMBERS]), *parts[_NUMBERS.stop :]))
    except ValueError:
        return None


def _forget(db: sqlite3.Connection, paths: list[str]) -> None:
    rows = [(path,) for path in paths if _is_text(path)]
    db.executemany("DELETE FROM session WHERE path = ?", rows)
    db.executemany("DELETE FROM agent WHERE session = ?", rows)
    db.executemany("DELETE FROM progress WHERE path = ?", rows)


def _insert(db: sqlite3.Connection, table: str, columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    marks = ",".join("?" * len(columns))
    db.executemany(f"INSERT OR REPLACE INTO {table} VALUES({marks})", rows)


def _session_row(root: str, path: str, known: Known) -> tuple[object, ...]:
    return path, root, known.stamp, known.agents, _packed(known.meta)


def _agent_rows(path: str, known: Known) -> Iterable[tuple[object, ...]]:
    for agent in known.subagents:
        name, *numbers = agent.file
        if _is_text(name):
            yield (path, name, *(min(number, _MOST) for number in numbers), *agent[1:])


def _is_text(value: str) -> bool:
    """Whether SQLite takes VALUE; it does not take a path that is no UTF-8, and such a file is read each time."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
