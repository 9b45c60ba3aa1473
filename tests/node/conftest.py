"""The npm package cc-session-io, run by node; its tests are skipped where it cannot be had, and fail so in CI."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

VERSION: Final = "0.3.2"
_BRIDGE: Final = Path(__file__).with_name("bridge.mjs")
_CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cc-session-tui" / "node"
"""In the user's cache: each test gets a home of its own."""
_OUTSIDE: Final = dict(os.environ)


@dataclass(frozen=True)
class Node:
    """cc-session-io, installed in FOLDER."""

    folder: Path

    def __call__(self, what: str, **question: Any) -> Any:
        """Its answer to a question of `bridge.mjs`."""
        done = subprocess.run(
            ["node", str(_BRIDGE), str(self.folder)],  # noqa: S607
            input=json.dumps({"what": what, **question}),
            capture_output=True,
            check=False,
            text=True,
            timeout=50,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="session")
def node() -> Node:
    """Return cc-session-io."""
    folder = _CACHE / f"cc-session-io-{VERSION}"
    if missing := _install(folder):
        reason = f"cc-session-io is not asked: {missing}"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    return Node(folder)


def _install(folder: Path) -> str:
    """Install the package at FOLDER, if need be, whole or not at all; return why it cannot be asked."""
    if not shutil.which("node"):
        return "there is no node"
    if folder.exists():
        return ""
    if not shutil.which("npm"):
        return "there is no npm to install it with"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as new:
        done = subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", new, f"cc-session-io@{VERSION}"],  # noqa: S607
            env=_OUTSIDE,
            capture_output=True,
            check=False,
            timeout=100,
        )
        if done.returncode:
            return "npm cannot install it"
        Path(new).rename(folder)
        Path(new).mkdir()
    return ""
