"""What lies below `projects/`, by name and stat; nothing is opened."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.models import FileStat, Meta, SessionState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIX: Final = ".jsonl"
AGENT: Final = "agent-"
"""How the name of a subagent's file begins."""
TITLE: Final = "custom-title.json"
"""The file in the folder of a session that holds its name."""
METADATA: Final = ".meta.json"
"""How the name of the file ends that tells about a subagent."""

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a fifo",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class Found(NamedTuple):
    """A `*.jsonl` in a project folder."""

    session_id: str
    """Its name."""
    file: FileStat
    odd: Meta | None = None
    """What it is, where it is no regular file; None for one that can be read."""


class Folder(NamedTuple):
    """A project folder."""

    path: str
    files: list[Found]
    companions: frozenset[str]
    """Names of the folders in it; that of a session is named after it."""


class Owned(NamedTuple):
    """Where a file below `projects/` belongs."""

    folder: str
    """The project folder."""
    session: str
    """The name of the session file in it."""
    beside: str
    """Its own path below the folder, where it lies in the folder beside the session; empty for the session file."""


def owned(root: str, path: str) -> Owned | None:
    """Where the file at PATH, below ROOT, belongs; None where it is of no session."""
    folder, _, beside = path.removeprefix(f"{root}/").partition("/")
    if not beside or not path.startswith(f"{root}/"):
        return None
    name, inside, _ = beside.partition("/")
    if name.endswith(SUFFIX) and not inside:
        return Owned(f"{root}/{folder}", name, "")
    return Owned(f"{root}/{folder}", f"{name}{SUFFIX}", beside)


def place(folder: str) -> str:
    """Where FOLDER leads: the same for it and all symlinks to it."""
    return os.path.realpath(folder) if os.path.islink(folder) else folder  # noqa: PTH114 - there are many


def folders(root: str) -> Iterator[Folder]:
    """The folders in ROOT, `<claude dir>/projects`; each once, however many symlinks lead there.

    Raises:
        ReadError: ROOT is there, and cannot be read.
    """
    return map(folder, folder_paths(root))


def folder_paths(root: str) -> Iterator[str]:
    """The paths of `folders`.

    Raises:
        ReadError: ROOT is there, and cannot be read.
    """
    seen: set[str] = set()
    entries, error = _entries(root)
    if error:
        raise ReadError(f"cannot read {root}: {error}")
    for entry in sorted(entries, key=lambda entry: (entry.is_symlink(), entry.name)):
        real = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
        if real not in seen and _is_dir(entry):
            seen.add(real)
            yield entry.path


def folder(path: str) -> Folder:
    """What lies in the project folder PATH; where it cannot be read, one file in its place that says so."""
    files, companions = [], []
    entries, error = _entries(path)
    if error:
        files.append(Found(_name(path), FileStat(path), Meta(SessionState.UNREADABLE, error=f"cannot read: {error}")))
    for entry in entries:
        if entry.name.endswith(SUFFIX):
            files.append(_found(entry))
        elif _is_dir(entry):
            companions.append(entry.name)
    return Folder(path, files, frozenset(companions))


def found(path: str) -> Found | None:
    """What is at PATH, whatever its name; None where nothing is."""
    try:
        there = os.stat(path)  # noqa: PTH116 - a Path for each file would take more time than all else here
    except (OSError, ValueError):
        return None
    return Found(_name(path), _file(path, there), oddity(there.st_mode))


def loose_agents(folder: Folder) -> list[FileStat]:
    """The files of subagents that lie in FOLDER itself."""
    return [item.file for item in folder.files if item.session_id.startswith(AGENT) and item.odd is None]


def stamp(file: FileStat, title_ns: int) -> str:
    """Another one for every change of FILE, or of the title beside it, that was written at TITLE_NS."""
    return f"{file.stamp}.{title_ns}" if title_ns else file.stamp


def companion(session: FileStat) -> str:
    """The folder beside SESSION that is named after it."""
    return session.name.removesuffix(SUFFIX)


def agent_files(folder: str) -> tuple[list[FileStat], str]:
    """The subagents' files in and below `subagents/` of FOLDER, and a stamp that another one there changes."""
    top = f"{folder}/subagents"
    files: list[FileStat] = []
    dirs = ["."]
    for where, below, names in os.walk(top):
        dirs += (f"{where}/{name}".removeprefix(f"{top}/") for name in below)
        paths = (f"{where}/{name}" for name in names if name.startswith(AGENT) and name.endswith(SUFFIX))
        files += filter(None, map(file_stat, paths))
    return files, agents_stamp(folder, dirs)


def agent_id_of(file: FileStat) -> str:
    """The id of the subagent whose transcript FILE is."""
    return _name(file.name).removeprefix(AGENT)


def agents_stamp(folder: str, dirs: Iterable[str]) -> str:
    """The times at which something was last made or removed in DIRS, below `subagents/` of FOLDER."""
    return ";".join(f"{name}:{_mtime(f'{folder}/subagents/{name}')}" for name in dirs)


def agents_stamp_now(folder: str, before: str) -> str:
    """The stamp of the same folders as BEFORE; that of `subagents/` alone where there is none."""
    return agents_stamp(folder, [part.rpartition(":")[0] for part in before.split(";")] if before else ["."])


def title_stamp(folder: str) -> int:
    """When `custom-title.json` in FOLDER was last written; 0 where there is none."""
    return _mtime(f"{folder}/{TITLE}")


def file_stat(path: str) -> FileStat | None:
    """The stat of the file at PATH; None where there is none."""
    item = found(path)
    return item.file if item is not None else None


def oddity(mode: int) -> Meta | None:
    """What a file with the st_mode MODE is, where it's none that can be read as a session; None for a regular one."""
    kind = stat.S_IFMT(mode)
    if kind == stat.S_IFREG:
        return None
    return Meta(SessionState.FOREIGN, error=f"{_KINDS.get(kind, 'something else')}, not a file")


def _found(entry: os.DirEntry[str]) -> Found:
    name = entry.name[: -len(SUFFIX)]
    try:
        there = entry.stat()
    except OSError as error:  # it vanished, or it is a symlink to nothing
        return Found(name, FileStat(entry.path), Meta(SessionState.UNREADABLE, error=f"cannot read: {error.strerror}"))
    odd = None if stat.S_ISREG(there.st_mode) else oddity(there.st_mode)
    return Found(name, _file(entry.path, there), odd)


def _name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(SUFFIX)


def _file(path: str, found: os.stat_result) -> FileStat:
    return FileStat(path, found.st_size, found.st_mtime_ns, found.st_ino, found.st_ctime_ns)


def _entries(path: str) -> tuple[list[os.DirEntry[str]], str]:
    """What lies in the folder PATH, and why it cannot be read; one that is not there is empty."""
    try:
        with os.scandir(path) as entries:
            return list(entries), ""
    except (FileNotFoundError, ValueError):
        return [], ""
    except OSError as error:
        return [], error.strerror or str(error)


def _is_dir(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _mtime(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns  # noqa: PTH116 - see `found`
    except OSError:
        return 0
