"""Which clients are running."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.store.clients import PROC, by_session, running_clients
from cc_session_tui.core.store.models import RunningClient
from tests.core.store.factories import SESSION

if TYPE_CHECKING:
    from tests.core.store.factories import ClaudeDir

PID = os.getpid()


def register(claude: ClaudeDir, pid: int = PID, **fields: Any) -> Path:
    """Write the file of a client."""
    path = claude.path / "sessions" / f"{pid}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"pid": pid, "sessionId": SESSION, "cwd": "/p", "status": "busy", "name": "n"} | fields))
    return path


def stat_of(proc: Path, text: bytes) -> Path:
    """Make a /proc in which this process has the stat TEXT."""
    (proc / str(PID)).mkdir(parents=True)
    (proc / str(PID) / "stat").write_bytes(text)
    return proc


def test_a_running_client_is_listed(claude: ClaudeDir) -> None:
    register(claude, statusUpdatedAt=1764500000000)
    assert running_clients(claude.path) == (RunningClient(PID, SESSION, "/p", "busy", "n", 1764500000000),)


def test_a_client_tells_what_it_waits_for_and_since_when_it_runs(claude: ClaudeDir) -> None:
    register(claude, status="waiting", waitingFor="permission prompt", startedAt=1764500000001, kind="interactive")
    (client,) = running_clients(claude.path)
    assert (client.status, client.waiting_for) == ("waiting", "permission prompt")
    assert (client.started_ms, client.kind) == (1764500000001, "interactive")


def test_of_several_clients_in_a_session_the_most_urgent_counts_then_the_newest() -> None:
    idle, old, new, waiting, other = (
        RunningClient(1, SESSION, "/p", "idle", updated_ms=9),
        RunningClient(5, SESSION, "/p", "busy", updated_ms=1),
        RunningClient(3, SESSION, "/p", "busy", updated_ms=2),
        RunningClient(2, SESSION, "/p", "waiting"),
        RunningClient(4, "other", "/p", "new to us"),
    )
    clients = [idle, old, new, other]
    for _ in range(4):
        clients.append(clients.pop(0))
        assert by_session(clients) == {SESSION: new, "other": other}
        assert by_session([*clients, waiting])[SESSION] == waiting


def test_a_client_that_is_gone_is_not_listed(claude: ClaudeDir) -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    register(claude, done.pid)
    assert running_clients(claude.path) == ()


def test_a_number_that_went_to_another_process_is_not_listed(claude: ClaudeDir, tmp_path: Path) -> None:
    fields = b" ".join(str(number).encode() for number in range(1, 30))
    proc = stat_of(tmp_path / "proc", b"7 (a) name) (b) R " + fields)
    register(claude, procStart="19")
    assert len(running_clients(claude.path, proc)) == 1
    register(claude, procStart="20")
    assert running_clients(claude.path, proc) == ()


def test_a_start_that_is_a_date_is_not_compared(claude: ClaudeDir) -> None:
    register(claude, procStart="Mon Nov 30 16:00:00 2026")
    assert len(running_clients(claude.path)) == 1


def test_a_dead_process_that_nobody_waited_for_is_not_listed(claude: ClaudeDir, tmp_path: Path) -> None:
    register(claude)
    assert running_clients(claude.path, stat_of(tmp_path / "z", b"7 (x) Z " + b"0 " * 30)) == ()
    assert running_clients(claude.path, stat_of(tmp_path / "short", b"7 (x) Z")) == ()
    assert len(running_clients(claude.path, stat_of(tmp_path / "odd", b"nonsense"))) == 1


def test_without_proc_a_living_process_counts(claude: ClaudeDir, tmp_path: Path) -> None:
    register(claude, procStart="20")
    assert len(running_clients(claude.path, tmp_path / "none")) == 1


@pytest.mark.skipif(not PROC.is_dir(), reason="no /proc here")
def test_the_start_time_is_that_of_proc(claude: ClaudeDir) -> None:
    started = Path(f"/proc/{PID}/stat").read_text().rpartition(")")[2].split()[19]
    register(claude, procStart=started)
    assert len(running_clients(claude.path)) == 1
    register(claude, procStart=str(int(started) + 1))
    assert running_clients(claude.path) == ()


def test_a_process_of_another_user_is_alive(claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(_pid: int, _signal: int) -> None:
        raise PermissionError

    register(claude)
    monkeypatch.setattr(os, "kill", kill)
    assert len(running_clients(claude.path)) == 1


def test_a_key_file_is_never_opened(claude: ClaudeDir) -> None:
    register(claude)
    key = claude.path / "sessions" / f"{PID}.key"
    os.mkfifo(key)
    (claude.path / "sessions" / f"{PID}.json.key").symlink_to(key)
    (claude.path / "sessions" / "notes.json").write_text("{}")
    assert len(running_clients(claude.path)) == 1


@pytest.mark.parametrize("content", ["", "{", "[]", "5", '{"sessionId": 5}', '{"pid": 1}', "\ud800"])
def test_a_file_of_nonsense_is_passed_over(claude: ClaudeDir, content: str) -> None:
    register(claude).write_bytes(content.encode("utf-8", "surrogatepass"))
    assert running_clients(claude.path) == ()


def test_odd_fields_count_as_missing(claude: ClaudeDir) -> None:
    odd: dict[str, Any] = {"statusUpdatedAt": "soon", "startedAt": 1e300, "waitingFor": {}, "kind": 1, "procStart": 7}
    register(claude, cwd=5, status=None, name=[], **odd)
    assert running_clients(claude.path) == (RunningClient(PID, SESSION, "", "", "", 0),)


def test_a_fifo_in_place_of_a_file_does_not_block(claude: ClaudeDir) -> None:
    register(claude).unlink()
    os.mkfifo(claude.path / "sessions" / f"{PID}.json")
    (claude.path / "sessions" / "9999999999.json").write_text("{}")
    assert running_clients(claude.path) == ()
