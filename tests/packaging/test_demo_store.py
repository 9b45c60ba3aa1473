from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import pytest

from cc_session_tui import demo
from scripts import make_demo_store

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)


@pytest.fixture
def opened(tmp_path: Path) -> demo.Demo:
    return demo.open_demo(tmp_path, now=NOW)


def sessions(claude_dir: Path) -> list[Path]:
    return sorted(claude_dir.glob("projects/*/*.jsonl"))


def newest_stamp(file: Path) -> datetime:
    stamps = re.findall(rb"20\d\d-\d\d-\d\dT[\d:.]+Z", file.read_bytes())
    return datetime.fromisoformat(max(stamps).decode())


def test_the_bundled_store_is_what_the_script_makes() -> None:
    bundled = {
        PurePosixPath(file.relative_to(demo.STORE).as_posix()): file.read_bytes()
        for file in demo.STORE.rglob("*")
        if file.is_file()
    }
    assert bundled == make_demo_store.make()


def test_the_newest_record_happened_now(opened: demo.Demo) -> None:
    files = [file for file in opened.claude_dir.rglob("*.jsonl") if file.stat().st_size > 1000]
    assert max(newest_stamp(file) for file in files) == NOW


def test_the_times_stay_as_they_are_without_a_now(tmp_path: Path) -> None:
    opened = demo.open_demo(tmp_path)
    busy = next(opened.claude_dir.rglob(f"{demo.BUSY_SESSION}.jsonl"))
    assert newest_stamp(busy) == newest_stamp(next(demo.STORE.rglob(busy.name)))


def test_a_file_was_changed_when_its_last_record_was_written(opened: demo.Demo) -> None:
    for file in sessions(opened.claude_dir):
        if file.stat().st_size > 1000:
            assert file.stat().st_mtime == pytest.approx(newest_stamp(file).timestamp(), abs=0.001)


def test_the_demo_home_stands_in_for_the_bundled_one(opened: demo.Demo) -> None:
    for file in opened.claude_dir.rglob("*"):
        assert not file.is_file() or demo.HOME.encode() not in file.read_bytes().replace(bytes(opened.home), b"")


def test_every_project_folder_exists_but_that_of_the_moved_project(opened: demo.Demo) -> None:
    cwds = {
        json.loads(line)["cwd"]
        for file in sessions(opened.claude_dir)
        for line in file.read_bytes().splitlines()
        if line.startswith(b'{"parentUuid"') and line.endswith(b"}")
    }
    missing = {cwd for cwd in cwds if not Path(cwd).is_dir()}
    assert len(cwds) == 6
    assert missing == {str(opened.home / "notes")}


def test_sessions_are_open_in_live_processes(opened: demo.Demo) -> None:
    """Those of the pids: this one, its parent, the first of all."""
    clients = [json.loads(file.read_bytes()) for file in opened.claude_dir.glob("sessions/*.json")]
    found = {client["sessionId"]: (client["status"], client["pid"]) for client in clients}
    assert found[demo.BUSY_SESSION] == ("busy", os.getpid())
    assert found[demo.IDLE_SESSION] == ("idle", os.getppid())
    assert found.get(demo.WAITING_SESSION, ("waiting", 1)) == ("waiting", 1)
    for client in clients:
        assert Path(client["cwd"]).is_relative_to(opened.home)


def test_what_waits_for_a_permission_ends_with_the_call_that_needs_it(opened: demo.Demo) -> None:
    waiting = next(opened.claude_dir.rglob(f"{demo.WAITING_SESSION}.jsonl"))
    (block,) = json.loads(waiting.read_bytes().splitlines()[-1])["message"]["content"]
    assert (block["type"], block["name"]) == ("tool_use", "Bash")


def test_a_copy_can_be_changed_without_changing_the_bundled_store(opened: demo.Demo) -> None:
    file = sessions(opened.claude_dir)[0]
    file.write_bytes(b"")
    assert next(demo.STORE.rglob(file.name)).stat().st_size > 0
