from __future__ import annotations

import gc
import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.heap import give_back, keeping

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.fixture
def _unfrozen() -> Iterator[None]:
    """Leave nothing frozen."""
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_unfrozen")
def test_what_is_made_while_it_is_to_be_kept_is_never_looked_at_again() -> None:
    with keeping():
        made: list[object] = [[] for _ in range(3)]
        assert not gc.isenabled()
    assert gc.isenabled()
    looked_at = {id(found) for found in gc.get_objects()}
    assert looked_at.isdisjoint(map(id, made))


@pytest.mark.usefixtures("_unfrozen")
def test_whoever_does_without_collections_does_without_them_afterwards_too() -> None:
    gc.disable()
    try:
        with pytest.raises(ValueError, match="x"), keeping():
            raise ValueError("x")
        assert not gc.isenabled()
    finally:
        gc.enable()
