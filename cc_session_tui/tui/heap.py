"""The memory of this process."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def keeping() -> Iterator[None]:
    """Have what is made within, and all that was made before, stay: no collection looks for garbage in it.

    That is for imports, a tenth of whose time goes into such looks.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def give_back() -> None:
    """Give the system the memory that was freed but is still held: call it in a thread, once a lot was read.

    The GNU C library keeps up to 64 MB for each thread. Elsewhere this does nothing.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - not needed for the first frames

        with suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
