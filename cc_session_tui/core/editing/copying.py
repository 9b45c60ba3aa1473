"""A session copied under a new id."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from cc_session_tui.core.editing.companion import beside, companion_of, files_below
from cc_session_tui.core.editing.records import serialize_line
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.editing.writer import replace
from cc_session_tui.core.errors import EditError, SessionError, WriteError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.paths import get_session_path, normalize_project_path, project_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_AGENTS: Final = "subagents"
_KEY: Final = b'"cwd"'
_VALUE: Final = re.compile(rb'("cwd":\s*)"(?:[^"\\]|\\.)*"')


def copy_session(
    jsonl_path: str | Path, *, project_path: str | Path | None = None, claude_dir: str | Path | None = None
) -> Path:
    """A copy of the session in JSONL_PATH under a new id, with its companion folder and subagents; return its file.

    All records are carried over; in each the session's own id and the paths into its companion folder are exchanged,
    and no other byte. With PROJECT_PATH the copy becomes a session of that project: `cwd` is exchanged too.

    Raises:
        ReadError: the session cannot be read.
        WriteError: the copy cannot be written; nothing of it is left.
    """
    path, identity = Path(jsonl_path), str(uuid.uuid4())
    target = path.with_name(f"{identity}.jsonl")
    projects = None
    if project_path is not None:
        target = get_session_path(identity, project_path, claude_dir)
        projects = _project(Index.open(path), path.parent.name), normalize_project_path(project_path)
    with all_or_nothing(target, f"copy {path}"):
        _copy_all(path, target, Exchange(path, target, projects))
    return target


@contextlib.contextmanager
def all_or_nothing(target: Path, what: str) -> Iterator[None]:
    """The session at TARGET is new, and written inside: where that fails, nothing of it is left.

    Raises:
        WriteError: it cannot be written; WHAT is what was tried.
    """
    try:
        yield
    except (OSError, SessionError) as error:
        target.unlink(missing_ok=True)
        shutil.rmtree(companion_of(target), ignore_errors=True)
        if isinstance(error, OSError):
            raise WriteError(f"cannot {what}: {error.strerror or error}") from error
        raise


class _Cwd(msgspec.Struct):
    cwd: str = ""


class Exchange:
    """The bytes that differ between a session and its copy."""

    def __init__(self, source: Path, target: Path, projects: tuple[str, str] | None = None) -> None:
        """The session at SOURCE becomes the one at TARGET; PROJECTS are the old and the new working directory."""
        old, new = source.stem.encode(), target.stem.encode()
        self._id = re.compile(rb'(?<!\\)("session_?[iI]d"\s*:\s*")' + re.escape(old) + rb'"')
        self._new = rb"\g<1>" + new + b'"'
        folders = dict.fromkeys((companion_of(source).absolute(), companion_of(source).resolve()))
        self._folders = [_json_bytes(folder) for folder in folders]
        self._new_folder = _json_bytes(companion_of(target).absolute())
        self._projects = projects if projects is not None and all(projects) else None

    def __call__(self, line: bytes) -> bytes:
        """LINE as the copy has it."""
        line = self._id.sub(self._new, line)
        for folder in self._folders:
            line = line.replace(folder, self._new_folder)
        return self._with_project(line, *self._projects) if self._projects is not None else line

    def _with_project(self, line: bytes, old: str, new: str) -> bytes:
        try:
            cwd = _cwd_of(line)
            below = cwd.removeprefix(old)
            if below != cwd and below[:1] in {"", "/", "\\"}:
                return _with_cwd(line, new + below)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, EditError):
            pass  # a line that is no clean record stays as it is
        return line


def _cwd_of(line: bytes) -> str:
    return msgspec.json.decode(line, type=_Cwd).cwd


def _with_cwd(line: bytes, cwd: str) -> bytes:
    """LINE with another CWD: the quick way, where only one key has that name."""
    if line.count(_KEY) == 1:
        changed = _VALUE.sub(lambda found: found[1] + json.dumps(cwd).encode(), line)
        if _cwd_of(changed) == cwd:
            return changed
    return with_value(line, "cwd", cwd)


def _project(index: Index, folder: str) -> str:
    """The working directory that the session INDEX in FOLDER was started in."""
    found = ((index.record(row) or {}).get("cwd") for row in range(len(index)))
    return project_of(dict.fromkeys(cwd for cwd in found if isinstance(cwd, str)), folder)


def _copy_all(path: Path, target: Path, exchange: Exchange) -> None:
    _copy_records(path, target, exchange)
    copy_companion(path, target, exchange, lambda _: True)


def copy_companion(path: Path, target: Path, exchange: Exchange, is_wanted: Callable[[Path], bool]) -> None:
    """Copy the files of the session at PATH, of its companion folder and its subagents, that are wanted to TARGET's.

    Raises:
        OSError: one cannot be copied; so ReadError and WriteError.
    """
    for file in filter(is_wanted, files_below(companion_of(path))):
        copy = companion_of(target) / file.relative_to(companion_of(path))
        if file.suffix == ".jsonl":
            _copy_records(file, copy, exchange)
        else:
            copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            shutil.copy2(file, copy)
    for file in filter(is_wanted, beside(path)):
        _copy_records(file, companion_of(target) / _AGENTS / file.name, exchange)


def _copy_records(source: Path, target: Path, exchange: Exchange) -> None:
    index = Index.open(source)
    replace(target, (exchange(index.raw(row)) for row in range(len(index))), None)


def _json_bytes(path: Path) -> bytes:
    """PATH as it stands in a JSON string, with the slash behind it."""
    return serialize_line({"": f"{path}/"})[5:-3]
