"""`cc-session list`."""

from __future__ import annotations

import json
import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.cli import output, table
from tests.cli.store import FIRST, LATEST, PROJECT, WITH_AGENT, session_file, tell_client

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

FIELDS = [
    "id",
    "path",
    "project",
    "title",
    "first_prompt",
    "last_prompt",
    "git_branch",
    "model",
    "version",
    "created",
    "modified",
    "messages",
    "records",
    "size",
    "tokens",
    "running",
    "subagents",
    "damaged_lines",
]


@pytest.fixture
def widths(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that makes stdout a terminal of some columns."""
    return lambda width: monkeypatch.setattr(output, "terminal_width", lambda: width)


def test_each_session_is_an_object_with_the_documented_fields(claude_dir: Path, run: Callable[..., Ran]) -> None:
    sessions = run("list", "--all", "--json").json
    assert len(sessions) == len(list(claude_dir.glob("projects/*/*.jsonl")))
    assert all(list(session) == FIELDS for session in sessions)


def test_the_object_says_what_is_in_the_file(claude_dir: Path, run: Callable[..., Ran]) -> None:
    session = next(s for s in run("list", "--all", "--json").json if s["id"] == FIRST)
    path = session_file(claude_dir, FIRST)
    assert session["path"] == str(path)
    assert session["project"] == PROJECT
    assert session["first_prompt"].startswith("fix add in app.py")
    assert session["last_prompt"] == "after compaction"
    assert session["version"] == "2.1.332"
    assert session["records"] == path.read_bytes().count(b"\n")
    assert session["size"] == path.stat().st_size
    assert session["damaged_lines"] == 0
    assert session["running"] is None


def test_subagents_stand_with_their_call(claude_dir: Path, run: Callable[..., Ran]) -> None:
    session = next(s for s in run("list", "--all", "--json").json if s["id"] == WITH_AGENT)
    (agent,) = session["subagents"]
    assert (agent["type"], agent["description"], agent["parent_id"]) == ("Explore", "look around", None)
    assert agent["tool_use_id"].startswith("toolu_")
    assert agent["path"].startswith(str(claude_dir))


def test_a_running_client_is_named(claude_dir: Path, run: Callable[..., Ran]) -> None:
    (claude_dir / "sessions").mkdir()
    client = {"pid": os.getpid(), "sessionId": FIRST, "cwd": PROJECT, "status": "busy", "name": "demo"}
    (claude_dir / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(client))
    session = next(s for s in run("list", "--all", "--json").json if s["id"] == FIRST)
    assert session["running"] == {"pid": os.getpid(), "status": "busy", "name": "demo"}
    assert any("●" in line and FIRST in line for line in run("list", "--all").out.splitlines())


@pytest.mark.parametrize(("status", "mark"), [("waiting", "◆"), ("busy", "●"), ("idle", "○"), ("shell", "○")])
def test_what_a_client_does_is_marked_as_in_the_browser(
    claude_dir: Path, run: Callable[..., Ran], status: str, mark: str
) -> None:
    tell_client(claude_dir, FIRST, status)
    assert any(f" {mark} " in line and FIRST in line for line in run("list", "--all").out.splitlines())


def test_the_second_list_is_read_from_the_cache_and_equal(claude_dir: Path, run: Callable[..., Ran]) -> None:
    first = run("list", "--all", "--json")
    for path in claude_dir.glob("projects/*/*.jsonl"):
        path.touch()
        os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    assert sorted(s["id"] for s in run("list", "--all", "--json").json) == sorted(s["id"] for s in first.json)


@pytest.mark.parametrize("name", [PROJECT, "-home-dev-demo", "demo"])
def test_a_project_is_named_by_its_directory_or_folder(name: str, claude_dir: Path, run: Callable[..., Ran]) -> None:
    shutil.copytree(claude_dir / "projects" / "-home-dev-demo", claude_dir / "projects" / "other")
    assert {s["project"] for s in run("list", "-p", name, "--json").json} == {PROJECT}


def test_without_a_project_the_current_folder_counts(
    claude_dir: Path, run: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    ran = run("list", "--json")
    assert (ran.code, ran.out) == (0, "[]\n")
    assert f"no sessions of {here}" in ran.err
    for path in claude_dir.glob("projects/*/*.jsonl"):
        path.write_text(path.read_text().replace(f'"cwd":"{PROJECT}"', f'"cwd":"{here}"'))
    assert {s["project"] for s in run("list", "--json").json} == {str(here)}


def test_a_line_a_session_below_its_project(claude_dir: Path, run: Callable[..., Ran]) -> None:
    lines = run("list", "--all").out.splitlines()
    assert lines[0] == f"{PROJECT} (moved)"
    assert lines[1].split()[0] == LATEST
    assert len(lines) == 1 + len(list(claude_dir.glob("projects/*/*.jsonl")))
    assert any(" ↳1 use a" in line and WITH_AGENT in line for line in lines)


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize("width", [20, 60, 120])
def test_no_line_is_wider_than_the_terminal(width: int, run: Callable[..., Ran], widths: Callable[[int], None]) -> None:
    widths(width)
    assert max(len(line) for line in run("list", "--all").out.splitlines()) <= width


def test_a_terminal_gets_short_ids_that_tell_sessions_apart(
    claude_dir: Path, run: Callable[..., Ran], widths: Callable[[int], None]
) -> None:
    twin = session_file(claude_dir, f"{FIRST[:12]}0-1111-1111-1111-111111111111")
    shutil.copy(session_file(claude_dir, FIRST), twin)
    widths(100)
    ids = {line.split()[0] for line in run("list", "--all").out.splitlines()[1:]}
    assert FIRST[:13] in ids
    assert twin.stem[:13] in ids


def test_what_is_no_conversation_is_counted_below(claude_dir: Path, run: Callable[..., Ran]) -> None:
    session_file(claude_dir, "empty").write_bytes(b"")
    session_file(claude_dir, "foreign").write_bytes(b"[1, 2]\n")
    out = run("list", "--all").out
    assert out.splitlines()[-2:] == ["  1 without a conversation", "  1 no Claude Code session"]
    assert "empty" in {s["id"] for s in run("list", "--all", "--json").json}


def test_damage_is_marked_once_it_is_known(claude_dir: Path, run: Callable[..., Ran]) -> None:
    with session_file(claude_dir, FIRST).open("ab") as file:
        file.write(b"{broken\n")
    session = next(s for s in run("list", "--all", "--json").json if s["id"] == FIRST)
    assert session["damaged_lines"] == 1
    assert any(" ! " in line and FIRST in line for line in run("list", "--all").out.splitlines())


def test_an_unreadable_session_is_listed_as_such(claude_dir: Path, run: Callable[..., Ran]) -> None:
    session_file(claude_dir, "gone").symlink_to(claude_dir / "nowhere")
    session = next(s for s in run("list", "--all", "--json").json if s["id"] == "gone")
    assert (session["title"], session["records"]) == (None, None)
    assert any("(cannot read" in line for line in run("list", "--all").out.splitlines())


def test_a_session_in_which_nothing_was_said_yet_is_new(claude_dir: Path, run: Callable[..., Ran]) -> None:
    """As one is after /clear."""
    command = "<command-name>/clear</command-name>"
    message = {"role": "user", "content": command}
    record = {"type": "user", "uuid": "u", "parentUuid": None, "isSidechain": False, "message": message}
    session_file(claude_dir, "cleared").write_text(json.dumps(record) + "\n")
    assert any("cleared" in line and "(new session)" in line for line in run("list", "--all").out.splitlines())


def test_a_title_cannot_steer_the_terminal(claude_dir: Path, run: Callable[..., Ran]) -> None:
    title = {"type": "custom-title", "customTitle": "\x1b[2J[bold]漢字\n\u202ex", "sessionId": FIRST}
    with session_file(claude_dir, FIRST).open("a") as file:
        file.write(json.dumps(title) + "\n")
    out = run("list", "--all").out
    assert "␛[2J[bold]漢字 ⟨U+202E⟩x" in out
    assert "\x1b" not in out


@pytest.mark.usefixtures("claude_dir")
def test_a_terminal_gets_local_times_and_a_program_those_in_utc(
    run: Callable[..., Ran], widths: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC-9")
    time.tzset()
    assert f"{LATEST}  2026-11-30T13:09:43.871Z  " in run("list", "--all").out
    widths(100)
    assert f"{LATEST[:8]}  2026-11-30 22:09  " in run("list", "--all").out
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (34_567, "35 kB"),
        (48 * 10**7, "480 MB"),
        (2 * 10**15, "2000 TB"),
    ],
)
def test_sizes_are_short(size: int, text: str) -> None:
    assert table.size_text(size) == text


def test_a_time_that_is_none_is_shown_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    assert table.local_time("not a date") == "not a date"
