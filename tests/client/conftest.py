"""The client for the tests in this folder: they are skipped where it cannot be had, and fail so in CI."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.client import harness

_CACHE_NAMES = ("CC_CLIENT_CACHE", "HOME", "XDG_CACHE_HOME")
_OUTSIDE = {name: value for name, value in os.environ.items() if name in _CACHE_NAMES}
"""The environment before each test gets a home of its own."""
_missing: list[str] = []


@pytest.fixture(scope="session")
def program() -> Path:
    """Return the client's program."""
    try:
        return harness.installed(_OUTSIDE)
    except harness.NoClient as error:
        _missing[:] = [str(error)]
        if os.environ.get("CI") == "true":
            pytest.fail(f"the client cannot be asked: {error}")
        pytest.skip(f"the client cannot be asked: {error}")


@pytest.fixture
def client(program: Path, tmp_path: Path) -> harness.Client:
    """Return a client with a folder of its own."""
    return harness.Client(program, tmp_path / "client")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder `client`, so that `-m "not client"` leaves them out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("client")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that the tests were skipped, and why."""
    if _missing:
        terminalreporter.write_line(f"tests/client: skipped, the client cannot be asked: {_missing[0]}")
