"""Folders that cannot be read are told, not passed over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Paths of folders that cannot be read; rights do not stop root, who runs tests in CI."""
    paths: set[str] = set()
    scandir = os.scandir

    def refused(path: str) -> object:
        if str(path) in paths:
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    return paths


def test_a_project_folder_that_cannot_be_read_stands_in_the_list_and_says_so(
    tmp_path: Path, unreadable: set[str]
) -> None:
    folder = tmp_path / "projects" / "-home-u-secret"
    folder.mkdir(parents=True)
    unreadable.add(str(folder))
    (session,) = (session for project in Store(tmp_path).scan() for session in project.sessions)
    assert session.meta.state is SessionState.UNREADABLE
    assert session.meta.error == "cannot read: Permission denied"


def test_a_store_that_cannot_be_read_is_an_error(tmp_path: Path, unreadable: set[str]) -> None:
    (tmp_path / "projects").mkdir()
    unreadable.add(str(tmp_path / "projects"))
    with pytest.raises(ReadError, match="Permission denied"):
        Store(tmp_path).scan()
