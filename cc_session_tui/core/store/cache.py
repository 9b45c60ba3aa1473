"""What was read of session files, kept in SQLite, so that the next start reads none of them.

A cache that is broken, locked, read-only or on a full disk is no error: then nothing is found in it, and nothing kept.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from cc_session_tui.core.store.known import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from cc_session_tui.core.store.known import Known

_Found = TypeVar("_Found")

VERSION: Final = 3
"""Of the tables, and of what their columns mean; a cache of another version is made anew."""

_PATIENCE = 0.25  # seconds to wait for another process, which writes for a few milliseconds
_TABLES = f"""
    BEGIN IMMEDIATE;
    DROP TABLE IF EXISTS session;
    DROP TABLE IF EXISTS progress;
    CREATE TABLE session(path PRIMARY KEY, root, known) WITHOUT ROWID;
    CREATE TABLE progress(path PRIMARY KEY, tally) WITHOUT ROWID;
    PRAGMA user_version = {VERSION};
    COMMIT;
"""
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
        """How far the file at PATH was read when it was counted, see `whole.Progress`; empty where unknown."""
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
        except UnicodeDecodeError:  # a text that is none
            self._broken = True
        except OSError:
            pass
        return nothing

    def _keep(self, root: str, known: Mapping[str, Known], progress: Mapping[str, bytes], gone: list[str]) -> None:
        self._make_file()
        rows = [(path, root, packed) for path, item in known.items() if _is_text(path) and (packed := pack(item))]
        tallies = [(path, tally) for path, tally in progress.items() if _is_text(path)]
        old, away = ([(path,) for path in paths if _is_text(path)] for paths in ((*known, *gone), (*progress, *gone)))
        with closing(self._connect()) as db:
            db.execute("PRAGMA synchronous = OFF")
            if _version(db) != VERSION:
                db.executescript(_TABLES)
            with db:
                db.executemany("DELETE FROM session WHERE path = ?", old)
                db.executemany(
                    "DELETE FROM progress WHERE path = ?", away
                )  # with the rest it stays: it knows if it fits
                db.executemany("INSERT INTO session VALUES(?, ?, ?)", rows)
                db.executemany("INSERT INTO progress VALUES(?, ?)", tallies)

    def _make_file(self) -> None:
        if self._broken and self.path.is_file() and not self.path.is_symlink():  # never a device that one pointed it at
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
    rows = db.execute("SELECT path, known FROM session WHERE root = ?", (root,))
    found = ((path, unpack(packed)) for path, packed in rows)
    return {path: known for path, known in found if known is not None and isinstance(path, str)}


def _is_text(path: str) -> bool:
    """Whether SQLite takes PATH; a file of another name is read each time."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
