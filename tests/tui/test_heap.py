from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

from cc_session_tui.tui.heap import give_back

BLOCK, BLOCKS = 100_000, 600


def memory() -> int:
    """The bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps nothing")
def test_memory_that_was_freed_between_what_is_used_is_given_back() -> None:
    blocks = [b"x" * BLOCK for _ in range(BLOCKS)]
    kept = blocks[-1]
    blocks.clear()
    before = memory()
    give_back()
    assert before - memory() > BLOCK * BLOCKS / 2
    assert len(kept) == BLOCK
