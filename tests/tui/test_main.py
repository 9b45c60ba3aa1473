from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from cc_session_tui import __version__
from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.main import main
from cc_session_tui.tui.screens.live_lead import Following
from tests.tui.browsing import file_of, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    from cc_session_tui.demo import Demo

LEAVE_SCREEN = b"\x1b[?1049l"
"""What gives the terminal its own screen back."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[CcSessionsApp]:
    """The apps that were run, without running them."""
    apps: list[CcSessionsApp] = []

    def note(app: CcSessionsApp) -> None:
        apps.append(app)

    monkeypatch.setattr(CcSessionsApp, "run", note)
    monkeypatch.setattr("cc_session_tui.tui.main._has_terminal", lambda: True)
    return apps


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_help_and_version_are_told() -> None:
    assert "SESSION is a path, an id" in run("--help").output
    assert __version__ in run("--version").output


def test_without_a_store_the_demo_is_opened_and_said_so(home: Path, started: list[CcSessionsApp]) -> None:
    assert run().exit_code == 0
    (app,) = started
    assert app.notice == f"There is no {home / '.claude' / 'projects'}: this is the demo store."
    assert (app.claude_dir / "projects").is_dir()
    assert app.claude_dir != home / ".claude"


def test_the_demo_is_opened_when_asked_for(started: list[CcSessionsApp]) -> None:
    assert run("--demo").exit_code == 0
    assert started[0].notice == ""


async def test_the_header_calls_the_demo_store_that_and_any_other_by_its_path(
    real: Path, started: list[CcSessionsApp]
) -> None:
    for arguments, name in ((["--demo"], "demo store"), (["--claude-dir", real], str(real))):
        run(*arguments)
        app = started.pop()
        async with app.run_test(size=(200, 20)):
            assert lines_of(app.screen.query_one("#header"))[0].split("  ")[1].strip() == name


def test_the_claude_dir_is_the_one_that_is_given(real: Path, started: list[CcSessionsApp]) -> None:
    assert run("--claude-dir", real).exit_code == 0
    assert started[0].claude_dir == real
    assert started[0].open_session is None


def test_the_claude_dir_of_the_environment_is_used(
    real: Path, started: list[CcSessionsApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(real))
    assert run().exit_code == 0
    assert started[0].claude_dir == real


@pytest.mark.parametrize("name", ["bd00303b", "bd00303b-7084-49e2-afc7-a3a2f09e5afb"])
def test_a_session_is_opened_by_its_id(real: Path, started: list[CcSessionsApp], name: str) -> None:
    assert run("--claude-dir", real, name).exit_code == 0
    assert started[0].open_session is not None
    assert started[0].open_session.name.startswith("bd00303b")


def test_the_latest_session_of_a_project_is_opened(real: Path, started: list[CcSessionsApp]) -> None:
    assert run("--claude-dir", real, "-p", "/home/dev/demo").exit_code == 0
    assert started[0].open_session is not None


def test_a_new_session_is_begun_in_a_project(real: Path, started: list[CcSessionsApp], tmp_path: Path) -> None:
    assert run("--claude-dir", real, "new", "-p", tmp_path).exit_code == 0
    assert (started[0].new_in, started[0].open_session) == (tmp_path, None)


def test_a_new_session_is_begun_where_there_is_no_store_yet(
    home: Path, started: list[CcSessionsApp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new").exit_code == 0
    assert (started[0].new_in, started[0].claude_dir, started[0].notice) == (tmp_path, home / ".claude", "")


def test_a_new_session_in_no_folder_is_one_line_and_an_exit_code(started: list[CcSessionsApp], tmp_path: Path) -> None:
    found = run("new", "-p", tmp_path / "none")
    assert found.exit_code == 3
    assert found.stderr == f"cc-sessions: there is no folder {tmp_path / 'none'}\n"
    assert started == []


def test_an_unknown_session_is_one_line_and_an_exit_code(real: Path, started: list[CcSessionsApp]) -> None:
    found = run("--claude-dir", real, "nothing-of-that-name")
    assert found.exit_code == 3
    assert found.stderr.startswith("cc-sessions: ")
    assert found.stderr.count("\n") == 1
    assert started == []


def test_a_beginning_that_fits_several_sessions_is_told(real: Path, started: list[CcSessionsApp]) -> None:
    for number in (1, 2):
        file_of(real, "7988bad2").with_name(f"00000000-0000-4000-8000-00000000000{number}.jsonl").write_bytes(
            file_of(real, "7988bad2").read_bytes()
        )
    found = run("--claude-dir", real, "00000000")
    assert found.exit_code == 4
    assert found.stderr.count("\n") == 1
    assert started == []


def test_the_config_file_is_read(home: Path, real: Path, started: list[CcSessionsApp]) -> None:
    path = home / ".config" / "cc-session-tui" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text('theme = "nord"\n[keys]\n"tree.sort" = "o"\n"nothing" = "p"\n')
    run("--claude-dir", real)
    config = started[0].config
    assert (config.theme, config.keys) == ("nord", {"tree.sort": "o"})
    assert config.problems == ("unknown command 'nothing' in `keys`",)


def in_terminal(act: Callable[[int, int], object], *arguments: str | Path) -> tuple[bytes, int]:
    """Run the program in a terminal, ACT on (terminal, process id) once it has painted; its output and exit code."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "cc_session_tui", *map(str, arguments)]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        seen = b""
        while b"sessions" not in seen or b"palette" not in seen:
            seen += os.read(master, 65536)
        act(master, process.pid)
        seen += _rest(master, process)
        code = process.wait()
    os.close(master)
    return seen, code


def _rest(master: int, process: subprocess.Popen[bytes]) -> bytes:
    """What PROCESS writes until it ends."""
    seen = b""
    while True:
        if select.select([master], [], [], 0.05)[0]:
            try:
                seen += os.read(master, 65536)
            except OSError:
                return seen
        elif process.poll() is not None:
            return seen


def test_quitting_gives_the_terminal_back(demo: Demo) -> None:
    seen, code = in_terminal(lambda master, _: os.write(master, b"q"), "--claude-dir", demo.claude_dir)
    assert LEAVE_SCREEN in seen
    assert code == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(demo: Demo, number: signal.Signals) -> None:
    seen, code = in_terminal(lambda _, pid: os.kill(pid, number), "--claude-dir", demo.claude_dir)
    assert LEAVE_SCREEN in seen
    assert b"Traceback" not in seen
    assert code == 128 + number


def test_what_claude_works_on_is_followed(real: Path, started: list[CcSessionsApp]) -> None:
    path = file_of(real, "7988bad2")
    (real / "sessions").mkdir(exist_ok=True)
    record = {"pid": os.getpid(), "sessionId": path.stem, "cwd": "/p", "status": "busy"}
    (real / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(record))
    assert run("--claude-dir", real, "--follow").exit_code == 0
    assert (started[0].open_session, started[0].following) == (path, Following(moves=True))


def test_a_session_that_is_named_is_followed_and_stayed_with(real: Path, started: list[CcSessionsApp]) -> None:
    assert run("--claude-dir", real, "-f", "bd00303b").exit_code == 0
    assert (started[0].open_session, started[0].following) == (file_of(real, "bd00303b"), Following())


def test_a_project_is_followed(real: Path, started: list[CcSessionsApp]) -> None:
    assert run("--claude-dir", real, "--follow", "-p", "/home/dev/demo").exit_code == 0
    following = started[0].following
    assert following is not None
    assert started[0].open_session is not None
    assert str(started[0].open_session.parent) in following.folders


def test_where_there_is_no_store_yet_the_first_session_is_waited_for(home: Path, started: list[CcSessionsApp]) -> None:
    assert run("--follow").exit_code == 0
    assert (started[0].claude_dir, started[0].open_session) == (home / ".claude", None)
    assert started[0].following == Following(moves=True)


def test_a_new_session_is_not_followed(started: list[CcSessionsApp]) -> None:
    assert run("--follow", "new").exit_code == 2
    assert started == []


@pytest.mark.parametrize("lost", ["stdin", "stderr"])
def test_without_a_terminal_it_says_so_and_ends(real: Path, lost: str) -> None:
    controller, terminal = pty.openpty()
    stdin, stderr = (subprocess.PIPE if name == lost else terminal for name in ("stdin", "stderr"))
    command = [sys.executable, "-m", "cc_session_tui", "--claude-dir", str(real)]
    environment = os.environ | {"TERM": "xterm"}
    ended = subprocess.Popen(command, env=environment, stdin=stdin, stdout=terminal, stderr=stderr)
    found = ended.communicate()[1]
    os.close(terminal)
    told = found if lost == "stderr" else os.read(controller, 10_000)
    os.close(controller)
    assert ended.returncode == 2
    assert b"needs a terminal" in told
