"""Opening a file that may be anything: a fifo does not block, and a device is not touched."""

from __future__ import annotations

import os
import stat

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.models import FileStat

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


def open_regular(path: str) -> tuple[int, FileStat]:
    """A descriptor of the regular file at PATH, and its stat.

    Raises:
        ReadError: the file is gone, may not be read, or is no regular file.
    """
    try:
        file = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        why = error.strerror if isinstance(error, OSError) else error
        raise ReadError(f"cannot read {path}: {why}") from error
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode):
        os.close(file)
        raise ReadError(f"cannot read {path}: not a regular file")
    return file, FileStat(path, found.st_size, found.st_mtime_ns, found.st_ino, found.st_ctime_ns)
