"""Whether folders lie on another machine, whose changes this one is not told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

MOUNTS: Final = Path("/proc/self/mountinfo")
"""Where Linux tells what is mounted."""
_NETWORK: Final = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.s3fs"})
_MOUNT_POINT: Final = 4


def network_of(folders: Iterable[str], mounts: Path = MOUNTS) -> str:
    """The kind of network file system that one of FOLDERS, real paths, lies on; empty where none does."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    kinds = dict(filter(None, map(_mount, lines)))
    return next((kind for folder in folders if (kind := _kind(folder, kinds)) in _NETWORK), "")


def _mount(line: str) -> tuple[str, str] | None:
    """Where LINE says something is mounted, and its kind."""
    before, _, after = line.partition(" - ")
    fields, kind = before.split(" "), after.partition(" ")[0]
    if len(fields) <= _MOUNT_POINT:
        return None
    return fields[_MOUNT_POINT].replace("\\040", " "), kind


def _kind(folder: str, kinds: dict[str, str]) -> str:
    """What FOLDER lies on."""
    path = Path(folder)
    return next((kinds[str(above)] for above in (path, *path.parents) if str(above) in kinds), "")
