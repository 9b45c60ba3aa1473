"""What `list --all` wrote to a pipe last, to be written again where nothing that it tells of has changed.

To ask the system of each of 5,000 files whether it is as it was takes a tenth of the time that it takes to list them
out of the metadata cache, with all that has to be imported for that. So this comes first, and imports next to nothing.
"""

from __future__ import annotations

import os
import sys

from cc_session_tui import __version__
from cc_session_tui.cli import output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final, TypeAlias

    Seen: TypeAlias = tuple[list[str], str]
    """Paths, and a stamp of how they were."""

_PLACE: Final = "\n"
"""Stands before the path of a project's directory, of which only matters whether it is there, and the same one."""


def replay(arguments: Sequence[str]) -> bool:
    """Write again what `cc-session` wrote for ARGUMENTS, if that still holds; return whether it does.

    Raises:
        Closed: as for `output.write`.
        OSError: as for `output.write`.
    """
    request = _request(arguments)
    if request is None or output.terminal_width() is not None:
        return False
    claude_dir, as_json = request
    try:
        with open(_file(as_json), "rb") as file:
            key, paths, stamp, text = file.read().split(b"\0\0", 3)
    except (OSError, ValueError):
        return False
    if key != _key(claude_dir) or os.fsencode(_stamp(os.fsdecode(paths).split("\0"))) != stamp:
        return False
    output.write_bytes(text)
    output.flush()
    return True


def look(claude_dir: str | os.PathLike[str], projects: Iterable[str] = ()) -> Seen:
    """What a list of CLAUDE_DIR, with the directories of PROJECTS, depends on, and how it is now."""
    paths = [*_paths(os.path.abspath(claude_dir)), *(_PLACE + place for path in projects for place in _places(path))]
    return paths, _stamp(paths)


def keep(claude_dir: str | os.PathLike[str], seen: Seen, text: bytes, *, as_json: bool) -> None:
    """Keep TEXT, which tells of CLAUDE_DIR as it was SEEN; a cache that cannot be written is no error."""
    file = _file(as_json)
    new = f"{file}.{os.getpid()}"
    parts = (_key(claude_dir), os.fsencode("\0".join(seen[0])), os.fsencode(seen[1]), text)
    try:
        os.makedirs(os.path.dirname(file), 0o700, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            stream.write(b"\0\0".join(parts))
        os.replace(new, file)
    except OSError:
        return


def _request(arguments: Sequence[str]) -> tuple[str, bool] | None:
    """The Claude dir and the form that ARGUMENTS ask for; None where they are not those of a `list --all`."""
    words = list(arguments)
    claude_dir = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
    if "--claude-dir" in words[:-1]:
        at = words.index("--claude-dir")
        claude_dir = os.path.expanduser(words[at + 1])
        del words[at : at + 2]
    if words[:1] != ["list"] or sorted(words[1:]) not in (["--all"], ["--all", "--json"]):
        return None
    return claude_dir, "--json" in words


def _file(as_json: bool) -> str:
    """Where the last list in that form is kept."""
    usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(usual)
    return os.path.join(base, "cc-session-tui", "list.json" if as_json else "list.txt")


def _key(claude_dir: str | os.PathLike[str]) -> bytes:
    return os.fsencode(f"{__version__} {os.path.abspath(claude_dir)}")


def _paths(root: str) -> Iterator[str]:
    """All that a list of the Claude dir ROOT reads: folders, sessions, what lies beside them, and running clients."""
    clients, projects = os.path.join(root, "sessions"), os.path.join(root, "projects")
    yield from (clients, projects, *(client.path for client in _entries(clients)))
    for folder in _entries(projects):
        yield folder.path
        for entry in _entries(folder.path):
            if entry.name.endswith(".jsonl"):
                yield entry.path
            elif entry.is_dir():
                yield entry.path
                yield from _beside(entry.path)


def _beside(companion: str) -> Iterator[str]:
    """What a list reads in the folder COMPANION that is named after a session: its title, and where subagents lie."""
    for entry in _entries(companion):
        if entry.name == "custom-title.json":
            yield entry.path
        elif entry.name == "subagents":
            yield from (where for where, _, _ in os.walk(entry.path))


def _places(project: str) -> tuple[str, str]:
    return project, os.path.join(project, ".git")


def _entries(path: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as entries:
            return list(entries)
    except OSError:
        return []


def _stamp(paths: Iterable[str]) -> str:
    """How PATHS are now: another string for every change of one."""
    return "\0".join(map(_stamp_of, paths))


def _stamp_of(path: str) -> str:
    try:
        found = os.stat(path.removeprefix(_PLACE))
    except (OSError, ValueError):
        return "-"
    if path.startswith(_PLACE):
        return str(found.st_ino)
    return f"{found.st_size}.{found.st_mtime_ns}.{found.st_ctime_ns}.{found.st_ino}"
