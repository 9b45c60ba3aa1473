"""What every test has: a home of its own, so that none sees or touches the user's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from pathlib import Path

settings.register_profile("patient", deadline=None)  # a busy machine is no failure
settings.load_profile("patient")

XDG_FOLDERS = {
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_RUNTIME_DIR": ".run",
}


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes share the tests: one more than there are cores, for many tests wait."""
    return min(8, (os.cpu_count() or 1) + 1)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home folder, beside `tmp_path`, that the environment points to."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("CLAUDE", "TEXTUAL")) or name == "NO_COLOR":
            monkeypatch.delenv(name)
    for name, below in XDG_FOLDERS.items():
        monkeypatch.setenv(name, str(folder / below))
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(folder / ".claude"))
    return folder
