"""A save that fails leaves no backup, and pushes none out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.errors import ConflictError

if TYPE_CHECKING:
    from pathlib import Path

LINES = b'{"type":"user","uuid":"a"}\n{"type":"user","uuid":"b"}\n'


def test_a_save_that_fails_leaves_the_backups_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(LINES)
    backups = Backups(tmp_path / "backups", most=1)
    save(Draft.open(path).replaced({0: b""}), backups=backups)
    draft = Draft.open(path).replaced({0: b'{"type":"user","uuid":"c"}\n'})
    path.write_bytes(LINES)
    before = backups.list()

    with pytest.raises(ConflictError):
        save(draft, backups=backups)

    assert backups.list() == before
    assert path.read_bytes() == LINES
