"""Stores for the browser's tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_session_tui.demo import Demo, open_demo
from tests.tui.browsing import NOW

SESSIONS = Path(__file__).parents[1] / "data" / "sessions"


@pytest.fixture
def demo(tmp_path: Path) -> Demo:
    """The demo store, its newest record written just now."""
    return open_demo(tmp_path, now=NOW)


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A Claude dir as client 2.1.332 wrote it."""
    copy = tmp_path / "claude"
    shutil.copytree(SESSIONS / "2.1.332", copy)
    return copy


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    """A Claude dir of each client version, by its name."""
    copy = tmp_path / "sessions"
    shutil.copytree(SESSIONS, copy)
    return copy
