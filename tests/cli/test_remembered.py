"""`list --all` to a pipe, again: the same where nothing has changed, and anew after any change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.cli import output, remembered
from tests.cli.store import FIRST, LATEST, PROJECT, WITH_AGENT, copy_store, session_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

FORMS = [["list", "--all"], ["list", "--all", "--json"]]


@pytest.fixture
def again(claude_dir: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran | None]:
    """Return a function that runs a command that was run before; None where it was not answered from memory."""
    run("list", "--all", "--json")
    run("list", "--all")

    def call(*arguments: str) -> Ran | None:
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "cc_session_tui.cli.commands", None)
            try:
                return run(*arguments)
            except ImportError:
                return None

    assert claude_dir.exists()
    return call


@pytest.mark.parametrize("form", FORMS)
def test_the_same_is_written_where_nothing_has_changed(
    form: list[str], again: Callable[..., Ran | None], run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = again(*form)
    assert ran is not None
    assert ran.out
    monkeypatch.setattr(remembered, "replay", lambda _: False)
    assert run(*form) == ran


def append(claude_dir: Path) -> None:
    """Go on with a session, so that size and time change."""
    with session_file(claude_dir, FIRST).open("a") as file:
        file.write('{"type":"mode","mode":"plan"}\n')


def rewrite(claude_dir: Path) -> None:
    """Write a session anew with the same size and times."""
    path = session_file(claude_dir, FIRST)
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b"fix add", b"fix sub"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def begin(claude_dir: Path) -> None:
    """Begin a session."""
    session_file(claude_dir, "new").write_bytes(session_file(claude_dir, FIRST).read_bytes())


def begin_project(claude_dir: Path) -> None:
    """Begin a project."""
    (claude_dir / "projects" / "-new").mkdir()


def delete(claude_dir: Path) -> None:
    """Delete a session."""
    session_file(claude_dir, LATEST).unlink()


def start_agent(claude_dir: Path) -> None:
    """Start a subagent."""
    folder = session_file(claude_dir, WITH_AGENT).with_suffix("") / "subagents"
    (folder / "agent-new.jsonl").write_bytes(b"")


def start_workflow(claude_dir: Path) -> None:
    """Start a subagent in a folder further down."""
    folder = session_file(claude_dir, WITH_AGENT).with_suffix("") / "subagents" / "workflows"
    folder.mkdir()
    (folder / "agent-new.jsonl").write_bytes(b"")


def rename(claude_dir: Path) -> None:
    """Write a title beside a session."""
    folder = session_file(claude_dir, WITH_AGENT).with_suffix("")
    (folder / "custom-title.json").write_text('{"customTitle":"other"}')


def start_client(claude_dir: Path) -> None:
    """Start a client."""
    (claude_dir / "sessions").mkdir()
    client = {"pid": os.getpid(), "sessionId": FIRST, "cwd": PROJECT, "status": "busy"}
    (claude_dir / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(client))


@pytest.mark.parametrize(
    "change",
    [append, rewrite, begin, begin_project, delete, start_agent, start_workflow, rename, start_client],
    ids=lambda change: change.__name__,
)
@pytest.mark.parametrize("form", FORMS, ids=["text", "json"])
def test_every_change_makes_a_new_list(
    form: list[str],
    change: Callable[[Path], None],
    claude_dir: Path,
    again: Callable[..., Ran | None],
) -> None:
    assert again(*form) is not None
    change(claude_dir)
    assert again(*form) is None


def test_a_project_that_comes_back_makes_a_new_list(claude_dir: Path, run: Callable[..., Ran], tmp_path: Path) -> None:
    place = tmp_path / "place"
    for path in claude_dir.glob("projects/*/*.jsonl"):
        path.write_text(path.read_text().replace(f'"cwd":"{PROJECT}"', f'"cwd":"{place}"'))
    run("list", "--all", "--json")
    assert run("list", "--all").out.startswith(f"{place} (moved)\n")
    assert run("list", "--all").out.startswith(f"{place} (moved)\n")
    place.mkdir()
    assert run("list", "--all").out.startswith(f"{place}\n")
    (place / "file").touch()
    assert run("list", "--all").out.startswith(f"{place}\n")


def test_nothing_is_kept_while_a_client_runs(claude_dir: Path, run: Callable[..., Ran]) -> None:
    start_client(claude_dir)
    run("list", "--all", "--json")
    assert not remembered.replay(["list", "--all", "--json"])


def test_nothing_is_kept_before_every_session_was_read_whole(claude_dir: Path, run: Callable[..., Ran]) -> None:
    run("list", "--all")
    assert not remembered.replay(["list", "--all"])
    assert claude_dir.exists()


def test_nothing_is_kept_where_something_changed_meanwhile(
    claude_dir: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = output.flush

    def flush_late() -> None:
        append(claude_dir)
        flush()

    with monkeypatch.context() as patch:
        patch.setattr(output, "flush", flush_late)
        run("list", "--all", "--json")
    assert not remembered.replay(["list", "--all", "--json"])


@pytest.mark.parametrize(
    "arguments", [["list"], ["list", "--json"], ["list", "--all", "-p", "x"], ["read", "--all"], ["--all", "list"], []]
)
def test_only_a_list_of_all_is_remembered(arguments: list[str], again: Callable[..., Ran | None]) -> None:
    assert again(*arguments) is None


def test_a_terminal_gets_its_own_list(again: Callable[..., Ran | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "terminal_width", lambda: 80)
    assert again("list", "--all") is None


def test_another_claude_dir_has_its_own_list(again: Callable[..., Ran | None], tmp_path: Path) -> None:
    other = copy_store(tmp_path / "other")
    assert again("--claude-dir", str(other), "list", "--all") is None


def test_the_claude_dir_may_be_an_option(claude_dir: Path, again: Callable[..., Ran | None]) -> None:
    assert again("list", "--all", "--claude-dir", str(claude_dir)) == again("list", "--all")
    assert again("--claude-dir", str(claude_dir), "list", "--all") == again("list", "--all")


@pytest.mark.parametrize("data", [b"", b"\x00" * 100, b"x\0\0y\0\0z\0\0text", b"\xff" * 9])
def test_a_broken_memory_is_no_memory(data: bytes, again: Callable[..., Ran | None], home: Path) -> None:
    (home / ".cache" / "cc-session-tui" / "list.txt").write_bytes(data)
    assert again("list", "--all") is None


@pytest.mark.usefixtures("claude_dir")
def test_a_cache_that_cannot_be_written_is_no_error(run: Callable[..., Ran], home: Path) -> None:
    (home / ".cache").write_text("no folder")
    first = run("list", "--all", "--json")
    assert first.code == 0
    assert run("list", "--all", "--json") == first


@pytest.mark.usefixtures("again")
def test_what_is_kept_is_for_the_user_alone(home: Path) -> None:
    kept = list((home / ".cache" / "cc-session-tui").glob("list.*"))
    assert len(kept) == 2
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept)


@pytest.mark.usefixtures("again")
def test_what_is_remembered_needs_hardly_an_import() -> None:
    code = "import sys\nfrom cc_session_tui.cli.main import main\nmain(['list', '--all'])"
    code += "\nprint(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=30, text=True)
    assert FIRST in ran.stdout
    assert set(ran.stderr.split()) & {"click", "typing", "sqlite3", "pathlib", "cc_session_tui.cli.commands"} == set()


def test_a_title_beside_a_session_that_is_written_anew_makes_a_new_list(
    claude_dir: Path, run: Callable[..., Ran]
) -> None:
    rename(claude_dir)
    for _ in range(2):
        assert "other" in [session["title"] for session in run("list", "--all", "--json").json]
    path = session_file(claude_dir, WITH_AGENT).with_suffix("") / "custom-title.json"
    path.write_text('{"customTitle":"third"}')
    assert "third" in [session["title"] for session in run("list", "--all", "--json").json]
