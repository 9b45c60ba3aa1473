"""What the tests of the store share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.store.factories import ClaudeDir

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def claude(tmp_path: Path) -> ClaudeDir:
    """Return an empty Claude dir."""
    (tmp_path / "claude" / "projects").mkdir(parents=True)
    return ClaudeDir(tmp_path / "claude")
