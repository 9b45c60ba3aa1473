"""Edits that are not saved, kept in the state folder: a crash or a closed terminal does not lose them."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from platformdirs import user_state_path

from cc_session_tui.core.editing.copied import as_it_was
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.stamp import Stamp
from cc_session_tui.core.errors import ConflictError, WriteError
from cc_session_tui.core.format.source import BytesSource
from cc_session_tui.tui.config import APP_NAME
from cc_session_tui.tui.screens.compose_steps import Birth
from cc_session_tui.tui.screens.edit_state import Edits, State

if TYPE_CHECKING:
    from cc_session_tui.core.editing.draft import Part
    from cc_session_tui.core.format.source import Source

_FORMAT = 1


class Kept(NamedTuple):
    """Edits of a session that were not saved when the program ended."""

    file: Path
    """Where they are kept."""
    path: Path
    """The session."""
    number: int
    """How many edits."""
    data: dict[str, Any]
    """What the file holds."""

    @property
    def birth(self) -> Birth | None:
        """What a new session says of itself; None for one that has a file."""
        values = self.data.get("birth")
        return Birth(*map(str, values)) if isinstance(values, list) and values else None

    def edits(self) -> Edits:
        """The edits again, as one.

        Raises:
            ConflictError: the session's file is another one by now.
            ReadError: it cannot be read.
        """
        data = self.data
        seen = Stamp(**data["seen"] | {"tail": base64.b64decode(data["seen"]["tail"])}) if data["seen"] else None
        base = _base(self.path, seen)
        edits = Edits(Draft(base, seen, ((0, seen.size),) if seen is not None and seen.size else ()))
        parts: tuple[Part, ...] = tuple(
            base64.b64decode(part) if isinstance(part, str) else (int(part[0]), int(part[1])) for part in data["parts"]
        )
        pruned = frozenset((int(row), int(block)) for row, block in data["pruned"])
        edits.go_to(State(Draft(base, seen, parts), pruned, f"{self.number} edits of an earlier time"))
        return edits


class Keeper:
    """Keeps edits, each session's in a file of its own; its methods run in threads."""

    def __init__(self, folder: Path | None = None) -> None:
        """A keeper that writes to FOLDER, by default the user's."""
        self.folder = folder or user_state_path(APP_NAME) / "drafts"
        """Where the files lie."""
        self._lock = Lock()
        self._latest: dict[Path, tuple[Edits | None, State | None, Birth | None]] = {}

    def note(self, path: Path, edits: Edits | None, birth: Birth | None = None) -> None:
        """Take in that PATH, a new session where it has a BIRTH, has EDITS; `keep` writes that down."""
        self._latest[path] = (edits, edits.now if edits is not None else None, birth)

    def keep(self, path: Path) -> None:
        """Write down what was noted of PATH last; without edits, remove what was kept.

        Raises:
            WriteError: that cannot be done; what was kept before is kept still.
        """
        with self._lock:
            edits, state, birth = self._latest.get(path, (None, None, None))
            file = self._file(path)
            if edits and state is not None:
                self._write(file, json.dumps(_data(path, edits, state, birth)))
                return
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise WriteError(f"cannot remove {file}: {error.strerror}") from error

    def _write(self, file: Path, text: str) -> None:
        """Put TEXT into FILE, or leave that as it was."""
        new = file.with_suffix(f".{os.getpid()}.new")
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            new.write_text(text)
            new.replace(file)
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            why = error.strerror or str(error)
            raise WriteError(f"These edits are not kept outside: {why[:1].lower()}{why[1:]}") from error

    def list(self, claude_dir: Path) -> tuple[Kept, ...]:
        """What is kept of sessions in CLAUDE_DIR, and is not being edited by another program now."""
        try:
            files = sorted(self.folder.glob("*.json"))
        except OSError:
            return ()
        found = (_kept(file) for file in files)
        return tuple(kept for kept in found if kept is not None and kept.path.is_relative_to(claude_dir.absolute()))

    def of(self, path: Path) -> Kept | None:
        """What is kept of the session at PATH; None where nothing is, or another program edits it now."""
        return _kept(self._file(path))

    def _file(self, path: Path) -> Path:
        return self.folder / f"{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}.json"


def _data(path: Path, edits: Edits, state: State, birth: Birth | None) -> dict[str, Any]:
    seen = state.draft.seen
    return {
        "format": _FORMAT,
        "pid": os.getpid(),
        "started": _started(os.getpid()),
        "path": str(path),
        "count": len(edits),
        "seen": asdict(seen) | {"tail": _text(seen.tail)} if seen is not None else None,
        "parts": [_text(part) if isinstance(part, bytes) else list(part) for part in state.draft.parts],
        "pruned": sorted(state.pruned),
        "birth": list(birth) if birth is not None else None,
    }


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _kept(file: Path) -> Kept | None:
    """What FILE holds; None where it is no such file, or that of a program that still runs."""
    try:
        data = json.loads(file.read_text())
        if data["format"] != _FORMAT or _is_other(int(data["pid"]), data["started"]):
            return None
        return Kept(file, Path(data["path"]), int(data["count"]), data)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _started(pid: int) -> str:
    """When PID was started, as /proc tells; empty where it does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _is_other(pid: int, started: object) -> bool:
    """Whether PID is another program that runs, the one that was STARTED then."""
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return _started(pid) == started


def _base(path: Path, seen: Stamp | None) -> Source:
    """The file at PATH, which begins as it did when it was SEEN.

    Raises:
        ConflictError: it does not.
        ReadError: it cannot be read.
    """
    if seen is None:
        if path.exists():
            raise ConflictError(f"{path} is there already")
        return BytesSource(b"", path)
    source = as_it_was(path, seen)
    if source.size() < seen.size or not seen.ends(source):
        raise ConflictError(f"{path} is not what it was: the edits that were kept do not fit it any more")
    return source
