"""What every command does: options, errors, exit codes, closed pipes, and how little it imports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from cc_session_tui import __version__
from cc_session_tui.cli import commands, failures
from cc_session_tui.cli import main as program
from tests.cli.store import FIRST, LATEST, PROJECT, session_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.conftest import Ran

COMMAND = [sys.executable, "-m", "cc_session_tui.cli.main"]
HEAVY = {"textual", "rich", "asyncio", "watchfiles", "pygments", "markdown_it"}


def test_the_version_is_told(run: Callable[..., Ran]) -> None:
    assert run("--version") == (0, f"cc-session {__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["list", "-h"], ["read", "--help"]])
def test_help_is_told(arguments: list[str], run: Callable[..., Ran]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert "--claude-dir" in ran.out


def test_without_a_command_help_is_told_on_stderr(run: Callable[..., Ran]) -> None:
    ran = run()
    assert (ran.code, ran.out) == (2, "")
    assert "list" in ran.err


def test_shared_options_stand_before_or_after_the_command(claude_dir: Path, run: Callable[..., Ran]) -> None:
    expected = run("list", "-p", PROJECT)
    assert run("-p", PROJECT, "list") == expected
    assert run("-p", "elsewhere", "list", "-p", PROJECT) == expected
    assert run("--claude-dir", claude_dir, "list", "--all") == run("list", "--all", "--claude-dir", claude_dir)


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["read", "no-such-id"], 3, "no-such-id"),
        (["read", "no/such/file.jsonl"], 3, "no/such/file.jsonl"),
        (["list", "-p", "/no/such/project"], 3, "/no/such/project"),
        (["--claude-dir", "/no/such/dir", "list"], 3, "/no/such/dir"),
        (["read", ""], 2, "SESSION"),
        (["read"], 2, "SESSION"),
        (["read", FIRST, "-s", LATEST], 2, "different"),
        (["list", "--all", "-p", PROJECT], 2, "exclude"),
        (["read", FIRST, "--view", "sideways"], 2, "sideways"),
        (["list", "--no-such-option"], 2, "--no-such-option"),
        (["no-such-command"], 2, "no-such-command"),
        (["read", "\x1b[31m\nid"], 3, "␛[31m id"),
    ],
)
def test_a_failure_is_one_line_and_a_code(arguments: list[str], code: int, words: str, run: Callable[..., Ran]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert ran.err.startswith("cc-session")
    assert ran.err.count("\n") == 1


def test_a_beginning_that_fits_two_sessions_is_ambiguous(claude_dir: Path, run: Callable[..., Ran]) -> None:
    session_file(claude_dir, f"{FIRST[:8]}-twin").write_bytes(session_file(claude_dir, FIRST).read_bytes())
    ran = run("read", FIRST[:6])
    assert ran.code == 4
    assert FIRST in ran.err


def test_a_session_that_cannot_be_read_is_an_error(claude_dir: Path, run: Callable[..., Ran]) -> None:
    session_file(claude_dir, "folder").mkdir()
    ran = run("read", "folder")
    assert ran.code == 1
    assert ran.err.count("\n") == 1


def test_the_codes_are_those_of_the_documentation() -> None:
    table = Path("docs/cli.md").read_text().partition("## Exit codes")[2]
    documented = {int(line.split("|")[1]) for line in table.splitlines() if line.startswith("| ") and line[2].isdigit()}
    known = {0, failures.USAGE, failures.INTERRUPTED, *failures.EXIT_CODES.values()}
    assert documented == known


def test_ctrl_c_is_no_traceback(
    run: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands.commands, "invoke", interrupt)
    assert run("list", "--all").code == 130


def spawn(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    """Start `cc-session` as a program of its own."""
    return subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize("arguments", [["list", "--all"], ["read", FIRST, "--json"]])
def test_a_closed_pipe_is_no_traceback(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with spawn(*arguments, stdout=writer) as process:
        os.close(writer)
        assert process.communicate(timeout=30)[1] == b""
    assert process.returncode == 141


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line_and_a_code() -> None:
    with Path("/dev/full").open("wb") as full, spawn("list", "--all", stdout=full) as process:
        err = process.communicate(timeout=30)[1]
    assert process.returncode == 1
    assert err.startswith(b"cc-session: ")
    assert err.count(b"\n") == 1


@pytest.mark.usefixtures("claude_dir")
def test_without_a_stdout_a_command_says_so() -> None:
    code = "import sys; sys.stdout = None; from cc_session_tui.cli.main import main; sys.exit(main(['list', '--all']))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=30)
    assert (ran.returncode, ran.stderr) == (1, b"cc-session: stdout is closed\n")


def modules_after(code: str) -> set[str]:
    """Return the modules that a Python has loaded after CODE."""
    before = "import io, sys\nout, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())"
    script = f"{before}\n{code}\nprint(*sys.modules, file=out)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=30, text=True)
    return set(ran.stdout.split())


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--all", "--json"],
        ["read", FIRST],
        ["read", FIRST, "--markdown"],
        ["create"],
        ["add", "user", "x", "-s", FIRST],
        ["copy", FIRST],
        ["rename", FIRST, "New"],
        ["delete", FIRST],
        ["backups"],
        ["completion", "zsh"],
    ],
)
def test_no_command_imports_what_only_the_screen_needs(arguments: list[str]) -> None:
    loaded = modules_after(f"from cc_session_tui.cli.main import main\nmain({arguments!r})")
    assert "cc_session_tui.cli.main" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.usefixtures("claude_dir")
def test_a_list_from_the_cache_imports_nothing_that_reads_sessions(run: Callable[..., Ran]) -> None:
    run("list", "--all")
    loaded = modules_after("from cc_session_tui.cli.main import main\nmain(['list', '--all'])")
    reading = {
        "cc_session_tui.core.format.index",
        "cc_session_tui.core.transcript",
        "cc_session_tui.core.store.reading",
    }
    assert loaded & reading == set()


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize("arguments", [["create"], ["completion", "bash"], ["--help"]])
def test_a_command_that_touches_no_session_imports_no_reader(arguments: list[str]) -> None:
    loaded = modules_after(f"from cc_session_tui.cli.main import main\nmain({arguments!r})")
    assert loaded & {"cc_session_tui.core.format.index", "cc_session_tui.core.editing.session"} == set()


def test_the_core_imports_no_screen_and_no_watcher() -> None:
    code = (
        "import importlib, pkgutil, cc_session_tui.core as core\n"
        "for found in pkgutil.walk_packages(core.__path__, 'cc_session_tui.core.'): importlib.import_module(found.name)"
    )
    loaded = modules_after(code)
    assert "cc_session_tui.core.store.store" in loaded
    assert loaded & {*HEAVY, "click"} == set()


@pytest.mark.usefixtures("claude_dir")
def test_nothing_is_said_when_the_reader_has_gone(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert program.main(["list", "--all"]) == 141
        monkeypatch.undo()
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("claude_dir")
def test_a_long_output_stops_where_its_reader_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert program.main(["read", FIRST, "--json"]) == 141
        monkeypatch.undo()


def test_no_stdout_is_an_error_before_anything_is_done(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert program.main(["list", "--all"]) == 1
    monkeypatch.undo()
    assert capfd.readouterr().err == "cc-session: stdout is closed\n"


def subcommands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of GROUP, which is called PATH, and those of the groups in it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from subcommands(command, f"{path} {name}")


COMMANDS = dict(subcommands(commands.commands, "cc-session"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    text = Path("docs/cli.md").read_text()
    assert " ".join(name.split()[:2]) in text
    assert name.rsplit(maxsplit=1)[-1] in text
    for parameter in COMMANDS[name].params:
        word = parameter.opts[-1] if isinstance(parameter, click.Option) else str(parameter.metavar)
        assert word in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, run: Callable[..., Ran]) -> None:
    ran = run(*name.split()[1:], "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: {name} ")
    assert "--help" in ran.out


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - {"cc-session add", "cc-session completion"}))
def test_every_command_writes_json_where_it_is_asked_to(name: str) -> None:
    assert any("--json" in parameter.opts for parameter in COMMANDS[name].params)
