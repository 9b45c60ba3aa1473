"""Where the client keeps things: the Claude dir, the folder of a project, the file of a session.

The folder of a project is named after its resolved working directory (measured on 2.1.83 to 2.1.332, Linux): every
UTF-16 unit outside `[A-Za-z0-9]` becomes `-`. What stood there is lost: a name is computed and compared, not decoded.
"""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_NAME: Final = 200
"""UTF-16 units of a path that a folder's name keeps; a longer one ends in a hash, and not every build has the same."""

_SESSION_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_OTHER = re.compile(r"[^A-Za-z0-9]")
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def get_claude_dir() -> Path:
    """The Claude dir: `CLAUDE_CONFIG_DIR` where it is set, else `~/.claude`."""
    chosen = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(chosen) if chosen else Path.home() / ".claude"


def normalize_project_path(path: str | Path) -> str:
    """PATH as the client records it: absolute, symlinks followed; a Windows path stays as it is."""
    text = os.fspath(path)
    return text if is_windows_path(text) else os.path.realpath(text)


def project_path_to_hash(path: str | Path) -> str:
    """The name of the folder for the working directory PATH, as the client 2.1.332 computes it."""
    text = os.fspath(path)
    name = _folder_name(text)
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:LONGEST_NAME]}-{_base36(abs(_hash(text)))}"


def get_project_dir(project_path: str | Path, claude_dir: str | Path | None = None) -> Path:
    """The folder in which the newest client keeps the sessions of PROJECT_PATH, whether it is there or not."""
    root = Path(claude_dir or get_claude_dir()) / "projects"
    return root / project_path_to_hash(normalize_project_path(project_path))


def get_session_path(session_id: str, project_path: str | Path, claude_dir: str | Path | None = None) -> Path:
    """The file of a session of PROJECT_PATH: where it is, else where the newest client would write it."""
    name = f"{session_id}.jsonl"
    for folder in project_dirs(Path(claude_dir or get_claude_dir()), project_path):
        if os.path.exists(folder / name):  # noqa: PTH110 - the method of Path raises for a name that is too long
            return folder / name
    return get_project_dir(project_path, claude_dir) / name


def project_dirs(claude_dir: Path, path: str | Path) -> tuple[Path, ...]:
    """The folders that may hold sessions of PATH: named after it as it is, resolved, composed (NFC) and decomposed.

    A folder may hold other projects too: confirm by the `cwd` of the records.
    """
    root = claude_dir / "projects"
    names = dict.fromkeys(project_path_to_hash(spelling) for spelling in _spellings(path))
    short = [root / name for name in names if len(name) <= LONGEST_NAME]
    found = [folder for folder in short if _is_dir(folder)]
    return (*found, *_long_dirs(root, names))


def is_session_id(name: str) -> bool:
    """Whether NAME is one that the client gives to sessions: a uuid."""
    return _SESSION_ID.fullmatch(name) is not None


def is_windows_path(path: str) -> bool:
    r"""Whether PATH is one of Windows: `D:\work`, `d:/work`, `\\server\share`."""
    return _WINDOWS.match(path) is not None


def project_key(path: str) -> str:
    """What two spellings of one directory have in common: composition (NFC); for Windows case and slashes too."""
    text = unicodedata.normalize("NFC", path)
    if is_windows_path(text):
        return text.replace("/", "\\").rstrip("\\").casefold()
    return text.rstrip("/") or text


def is_named_after(folder: str, path: str) -> bool:
    """Whether FOLDER is a name that some client computes for the working directory PATH."""
    name = _folder_name(path)
    if len(name) > LONGEST_NAME:
        return folder.startswith(f"{name[:LONGEST_NAME]}-")
    if folder == name:
        return True
    return not path.isascii() and folder == _folder_name(unicodedata.normalize("NFC", path))


def project_of(cwds: Iterable[str], folder: str) -> str:
    """The working directory of a session, out of the CWDS that its records name, oldest first; empty where it has none.

    The client keeps a session in the folder of the directory that it was started in, while `cwd` follows every `cd`.
    So it is the one that FOLDER is named after, or a directory above one that is so; else the first.
    """
    known = list(cwds)
    for path in known:
        if is_named_after(folder, path):
            return path
    for path in known:
        for parent in _parents(path):
            if is_named_after(folder, parent):
                return parent
    return known[0] if known else ""


def _parents(path: str) -> Iterator[str]:
    """The directories above PATH, nearest first."""
    slash = "\\" if is_windows_path(path) and "\\" in path else "/"
    while (at := path.rfind(slash)) > 0:
        path = path[:at]
        yield path


def _spellings(path: str | Path) -> Iterator[str]:
    given = os.fspath(path)
    yield (resolved := normalize_project_path(given))
    for text in (resolved, given if is_windows_path(given) else str(Path(given).absolute())):
        yield text
        yield unicodedata.normalize("NFC", text)
        yield unicodedata.normalize("NFD", text)


def _long_dirs(root: Path, names: Iterable[str]) -> list[Path]:
    starts = tuple({name[: LONGEST_NAME + 1] for name in names if len(name) > LONGEST_NAME})
    if not starts or not _is_dir(root):
        return []
    return sorted(folder for folder in root.iterdir() if folder.name.startswith(starts) and _is_dir(folder))


def _is_dir(path: Path) -> bool:
    """Whether PATH is a folder; False also where a folder above it may not be looked into."""
    return os.path.isdir(path)  # noqa: PTH112 - the method of Path raises there


def _folder_name(path: str) -> str:
    """PATH with a `-` for each UTF-16 unit outside `[A-Za-z0-9]`: two for a character beyond U+FFFF."""
    return _OTHER.sub(lambda match: "--" if match[0] > "\uffff" else "-", path)


def _hash(path: str) -> int:
    """The 32-bit hash of PATH over its UTF-16 units, hash * 31 + unit, as a signed number."""
    data = path.encode("utf-16-le", "surrogatepass")
    value = 0
    for at in range(0, len(data), 2):
        value = (value * 31 + int.from_bytes(data[at : at + 2], "little")) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
