from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from cc_session_tui import AmbiguousSession, SessionNotFound, WriteError, delete_session, read_session
from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.lifecycle import delete_file
from tests.core.editing.sessions import saved

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    """Return backups in a folder of their own."""
    return Backups(tmp_path / "backups")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a session with a companion folder, and a subagent beside it as 2.0.x had."""
    file = saved(tmp_path).jsonl_path
    agents = file.with_suffix("") / "subagents"
    agents.mkdir(parents=True)
    (agents / "agent-1.jsonl").write_text('{"type":"user"}\n')
    (file.parent / "agent-2.jsonl").write_text(json.dumps({"type": "user", "sessionId": file.stem}) + "\n")
    (file.parent / "agent-3.jsonl").write_text('{"type":"user","sessionId":"another"}\n')
    return file


def tree(folder: Path) -> dict[str, bytes]:
    """The files below FOLDER."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_deleted_session_and_all_that_is_its_own_is_gone_and_comes_back(backups: Backups, path: Path) -> None:
    path.chmod(0o640)
    before = tree(path.parent)
    assert len(read_session(path).subagents) == 2
    delete_file(path, backups=backups)
    assert tree(path.parent).keys() == {"agent-3.jsonl"}
    (backup,) = backups.list()
    assert (backup.path, backup.reason) == (str(path), "delete")
    assert backup.size == sum(len(before[name]) for name in before if name != "agent-3.jsonl")
    assert backups.restore(backup.id[:20]) == backup
    assert tree(path.parent) == before
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_deleted_for_good_is_in_no_trash(backups: Backups, path: Path) -> None:
    delete_file(path, permanent=True, backups=backups)
    assert tree(path.parent).keys() == {"agent-3.jsonl"}
    assert not path.with_suffix("").exists()
    assert backups.list() == []


def test_deleting_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    for permanent in (False, True):
        delete_session("nobody", tmp_path, permanent=permanent)
    assert Backups().list() == []


def test_deleting_by_id_finds_the_session(path: Path, tmp_path: Path) -> None:
    delete_session(path.stem, tmp_path / "project")
    assert not path.exists()
    assert len(Backups().list()) == 1


def test_what_stands_where_a_backup_goes_is_kept_first(backups: Backups, path: Path) -> None:
    old = path.read_bytes()
    kept = backups.keep(path, "edit")
    path.write_bytes(b'{"type":"new"}\n')
    backups.restore(kept.id)
    assert path.read_bytes() == old
    newest = backups.list()[0]
    assert newest.reason == "restore"
    backups.restore(newest.id)
    assert path.read_bytes() == b'{"type":"new"}\n'


def test_the_oldest_backups_over_the_number_go(tmp_path: Path, path: Path) -> None:
    backups = Backups(tmp_path / "backups", most=3)
    kept = [backups.keep(path, "edit").id for _ in range(5)]
    assert [backup.id for backup in backups.list()] == kept[:1:-1]


def test_the_oldest_backups_over_the_size_go_and_the_newest_stays(tmp_path: Path, path: Path) -> None:
    backups = Backups(tmp_path / "backups", most_bytes=path.stat().st_size * 2)
    kept = [backups.keep(path, "edit").id for _ in range(4)]
    assert [backup.id for backup in backups.list()] == kept[:1:-1]
    path.write_bytes(path.read_bytes() * 9)
    assert [backup.id for backup in backups.list()][:1] != [newest := backups.keep(path, "edit").id]
    assert [backup.id for backup in backups.list()] == [newest]


def test_a_beginning_of_no_backup_or_of_several_is_told(backups: Backups, path: Path) -> None:
    with pytest.raises(SessionNotFound, match="no backup"):
        backups.restore("2")
    backups.keep(path, "edit")
    backups.keep(path, "edit")
    with pytest.raises(AmbiguousSession, match="2 backups"):
        backups.restore("2")


@pytest.mark.parametrize("facts", ["", "[]", "{}", '{"id":"..","path":1,"reason":"","time":"","size":"big"}'])
def test_a_folder_that_is_no_backup_is_passed_over(backups: Backups, path: Path, facts: str) -> None:
    kept = backups.keep(path, "edit")
    strange = backups.folder / "strange"
    strange.mkdir()
    (strange / "backup.json").write_text(facts)
    assert backups.list() == [kept]


def test_a_backup_is_where_it_stands_whatever_it_says(backups: Backups, path: Path) -> None:
    kept = backups.keep(path, "edit")
    facts = backups.folder / kept.id / "backup.json"
    facts.write_text(facts.read_text().replace(kept.id, "../.."))
    assert [backup.id for backup in backups.list()] == [kept.id]


def test_of_symlinks_the_trash_keeps_what_they_lead_to(backups: Backups, path: Path, tmp_path: Path) -> None:
    real, folder = tmp_path / "real.jsonl", tmp_path / "real"
    path.rename(real)
    path.with_suffix("").rename(folder)
    path.symlink_to(real)
    path.with_suffix("").symlink_to(folder)
    before = tree(folder)
    delete_file(path, backups=backups)
    assert not path.is_symlink()
    assert not path.with_suffix("").is_symlink()
    assert tree(folder) == before
    backups.restore(backups.list()[0].id)
    assert path.read_bytes() == real.read_bytes()
    assert tree(path.with_suffix("")) == before


def test_symlinks_are_deleted_for_good_without_what_they_lead_to(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "real"
    path.with_suffix("").rename(folder)
    path.with_suffix("").symlink_to(folder)
    delete_file(path, permanent=True)
    assert not path.with_suffix("").is_symlink()
    assert tree(folder)


def test_what_cannot_be_removed_is_one_clear_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(shutil, "rmtree", failing)
    with pytest.raises(WriteError, match="Permission denied"):
        delete_file(path, permanent=True)


def test_where_the_companion_folder_cannot_be_moved_all_stays(
    backups: Backups, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, move = tree(path.parent), shutil.move

    def failing(source: Path, target: Path) -> object:
        if source == path.with_suffix(""):
            raise PermissionError(13, "Permission denied")
        return move(source, target)

    monkeypatch.setattr(shutil, "move", failing)
    with pytest.raises(WriteError, match="cannot keep a backup"):
        backups.trash(path)
    assert tree(path.parent) == before
    assert tree(backups.folder) == {}


def test_a_state_folder_that_cannot_be_made_is_one_clear_error(path: Path, tmp_path: Path) -> None:
    before = tree(path.parent)
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="cannot keep a backup of"):
        Backups(tmp_path / "file" / "backups").trash(path)
    with pytest.raises(WriteError, match="cannot keep a backup of"):
        Backups(tmp_path / "file" / "backups").keep(path, "edit")
    assert tree(path.parent) == before


def test_backups_are_the_users_own(backups: Backups, path: Path) -> None:
    folder = backups.folder / backups.keep(path, "edit").id
    assert folder.stat().st_mode & 0o777 == 0o700
    assert backups.folder.stat().st_mode & 0o777 == 0o700
