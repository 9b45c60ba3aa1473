"""The memory of this process."""

from __future__ import annotations

import sys
from contextlib import suppress


def give_back() -> None:
    """Give the system the memory that was freed but is still held: call it in a thread, once a lot was read.

    The GNU C library keeps up to 64 MB for each thread. Elsewhere this does nothing.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - not needed for the first frames

        with suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
