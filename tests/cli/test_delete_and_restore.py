from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui import open_session
from cc_session_tui.core.editing.backups import Backups
from tests.cli.store import FIRST, LATEST, PROJECT, WITH_AGENT, session_file
from tests.cli.writing import ID, start_client

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


def files(claude_dir: Path) -> dict[Path, bytes]:
    """Return what CLAUDE_DIR holds."""
    return {path: path.read_bytes() for path in claude_dir.rglob("*") if path.is_file()}


def answer(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """Let somebody sit at a terminal who answers WORD."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: word)


@pytest.mark.parametrize("session_id", [FIRST, WITH_AGENT])
def test_what_was_deleted_is_restored_to_the_byte(session_id: str, claude_dir: Path, run: Run) -> None:
    before = files(claude_dir)
    ran = run("delete", session_id[:8])
    assert ran.code == 0
    assert not any(session_id in str(path) for path in files(claude_dir))
    backup = ran.out.strip()
    assert f"cc-session restore {backup}" in ran.err
    assert run("restore", backup[:12]) == (0, f"{session_id}\n", "")
    assert files(claude_dir) == before


def test_a_deletion_as_json_names_the_backup(claude_dir: Path, run: Run) -> None:
    path = str(session_file(claude_dir, FIRST))
    told = run("delete", "-s", FIRST, "--json").json
    [backup] = run("backups", "--json").json
    assert told == {"id": FIRST, "path": path, "backup": backup["id"]}
    assert (backup["path"], backup["reason"]) == (path, "delete")
    assert run("restore", backup["id"], "--json").json == told


def test_backups_are_listed_with_what_they_are_of(claude_dir: Path, run: Run) -> None:
    open_session(session_id=FIRST, project_path=PROJECT).clear()
    run("delete", LATEST)
    newest, oldest = run("backups").out.splitlines()
    assert "delete" in newest
    assert str(session_file(claude_dir, LATEST)) in newest
    assert "clear" in oldest
    assert str(session_file(claude_dir, FIRST)) in oldest


@pytest.mark.usefixtures("claude_dir")
def test_a_line_of_a_list_of_backups_fits_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("delete", FIRST)
    monkeypatch.setattr("cc_session_tui.cli.output.terminal_width", lambda: 50)
    [line] = run("backups").out.splitlines()
    assert len(line) == 50


def test_that_there_are_no_backups_is_told_on_stderr(run: Run) -> None:
    ran = run("backups")
    assert (ran.code, ran.out) == (0, "")
    assert "no backups" in ran.err
    assert run("backups", "--json").json == []


def test_restoring_keeps_what_stands_there(claude_dir: Path, run: Run) -> None:
    run("delete", FIRST)
    path = session_file(claude_dir, FIRST)
    path.write_text("something else\n")
    backup = Backups().list()[0]
    run("restore", backup.id)
    assert "something else" not in path.read_text()
    run("restore", Backups().list()[0].id)
    assert path.read_text() == "something else\n"


def test_permanent_leaves_no_backup(claude_dir: Path, run: Run) -> None:
    told = run("delete", WITH_AGENT, "--permanent", "--yes", "--json").json
    assert told["backup"] is None
    assert not any(WITH_AGENT in str(path) for path in files(claude_dir))
    assert Backups().list() == []


def test_permanent_asks_and_takes_yes(claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "y")
    ran = run("delete", FIRST, "--permanent")
    assert (ran.code, ran.out) == (0, "")
    assert not session_file(claude_dir, FIRST).exists()


def test_permanent_asks_and_takes_no(claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "n")
    ran = run("delete", FIRST, "--permanent")
    assert (ran.code, ran.out) == (130, "")
    assert session_file(claude_dir, FIRST).exists()


def test_permanent_needs_a_yes_where_nobody_can_be_asked(claude_dir: Path, run: Run) -> None:
    ran = run("delete", FIRST, "--permanent")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert session_file(claude_dir, FIRST).exists()


@pytest.mark.parametrize("options", [[], ["--permanent", "--yes"]])
def test_a_session_that_a_client_has_open_is_not_deleted(options: list[str], claude_dir: Path, run: Run) -> None:
    start_client(claude_dir, FIRST)
    ran = run("delete", FIRST, *options)
    assert (ran.code, ran.out, ran.err.count("\n")) == (5, "", 1)
    assert session_file(claude_dir, FIRST).exists()


def test_nothing_is_restored_over_a_session_that_a_client_has_open(claude_dir: Path, run: Run) -> None:
    backup = run("delete", FIRST).out.strip()
    start_client(claude_dir, FIRST)
    ran = run("restore", backup)
    assert (ran.code, ran.out, ran.err.count("\n")) == (5, "", 1)
    assert not session_file(claude_dir, FIRST).exists()


@pytest.mark.usefixtures("claude_dir")
def test_a_backup_is_named_by_a_beginning_that_fits_it_alone(run: Run) -> None:
    first, second = run("delete", FIRST).out.strip(), run("delete", LATEST).out.strip()
    assert run("restore", first[:4]).code == 4
    assert run("restore", "no-such-backup").code == 3
    assert run("restore", second).out == f"{LATEST}\n"


@pytest.mark.parametrize("options", [["delete"], ["delete", "--permanent", "--yes"], ["copy"], ["rename", "-s"]])
@pytest.mark.parametrize("name", ["./folder/", "./folder.jsonl", "./notes.md", "./log.jsonl", "./session.txt"])
def test_what_is_no_session_stays_where_it_is(
    options: list[str], name: str, tmp_path: Path, claude_dir: Path, run: Run
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "folder.jsonl").mkdir()
    (folder / "kept").write_text("x")
    (tmp_path / "notes.md").write_text("# notes\n")
    (tmp_path / "log.jsonl").write_text('{"level":"info"}\n')
    (tmp_path / "session.txt").write_bytes(session_file(claude_dir, FIRST).read_bytes())
    before = files(tmp_path)
    ran = run(*options, f"{tmp_path}/{name}", *(["New"] if "rename" in options else []))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "no session" in ran.err
    assert files(tmp_path) == before


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize(
    ("arguments", "code"), [(["delete"], 2), (["delete", ID], 3), (["restore"], 2), (["delete", FIRST, LATEST], 2)]
)
def test_what_is_not_there_is_one_line_and_a_code(arguments: list[str], code: int, run: Run) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
