"""What a killed process leaves."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from cc_session_tui.core.editing.backups import Backups

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_backup_that_was_cut_by_a_kill_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "0b1e5a3c-0000-4000-8000-000000000001.jsonl"
    path.write_bytes(b'{"type":"user"}\n' * 100)
    backups = Backups(tmp_path / "backups")

    def cut(_source: Path, target: Path) -> None:
        target.write_bytes(b'{"type":"us')
        os._exit(0)

    if not (child := os.fork()):
        monkeypatch.setattr(shutil, "copy2", cut)
        backups.keep(path, "edit")
    os.waitpid(child, 0)

    assert backups.list() == []
    whole = backups.keep(path, "edit")
    assert backups.list() == [whole]
