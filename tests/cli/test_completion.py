"""Shell completion: the scripts, and what is offered where."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

from cc_session_tui.cli.commands import commands
from tests.cli.store import FIRST, LATEST, PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


@pytest.fixture
def offered(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., str]:
    """Return a function that tells what fish is offered after some words, the last one incomplete."""

    def call(*words: str) -> str:
        monkeypatch.setenv("_CC_SESSION_COMPLETE", "fish_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(["cc-session", *words]))
        monkeypatch.setenv("COMP_CWORD", words[-1])
        with pytest.raises(SystemExit) as ended:
            run()
        assert ended.value.code == 0
        out, err = capsysbinary.readouterr()
        assert err == b""
        return out.decode()

    return call


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_calls_back_for_the_command(shell: str, run: Run) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert f"_CC_SESSION_COMPLETE={shell}_complete" in ran.out
    assert "cc-session" in ran.out


def test_another_shell_is_a_wrong_usage(run: Run) -> None:
    ran = run("completion", "tcsh")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_commands_are_offered(offered: Callable[..., str]) -> None:
    names = {line.partition(",")[2].partition("\t")[0] for line in offered("").splitlines()}
    assert names >= set(commands.list_commands(click.Context(commands)))
    assert offered("rea").split(",")[1].startswith("read")


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize("words", [["read"], ["delete"], ["copy"], ["rename"], ["-s"], ["add", "user", "-s"]])
def test_session_ids_are_offered(words: list[str], offered: Callable[..., str]) -> None:
    told = offered(*words, FIRST[:3])
    assert FIRST in told
    assert LATEST not in told


def test_session_ids_come_with_the_titles_that_are_known(
    claude_dir: Path, run: Run, offered: Callable[..., str]
) -> None:
    run("rename", FIRST, "My title")
    run("list", "--all")
    assert "My title" in offered("--claude-dir", str(claude_dir), "read", FIRST)


@pytest.mark.usefixtures("claude_dir")
def test_session_ids_are_those_of_the_project(offered: Callable[..., str]) -> None:
    assert FIRST in offered("-p", PROJECT, "read", FIRST[:3])
    assert offered("-p", "/no/such/project", "read", FIRST[:3]).strip() == ""


@pytest.mark.usefixtures("claude_dir")
def test_backups_files_and_folders_are_offered(run: Run, offered: Callable[..., str]) -> None:
    backup = run("delete", FIRST).out.strip()
    assert backup in offered("restore", "2")
    assert offered("import", "mess").startswith("file,")
    assert offered("list", "-p", "wor").startswith("dir,")


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_a_session_id(tmp_path: Path) -> None:
    program = tmp_path / "cc-session"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cc_session_tui.cli.main "$@"\n')
    program.chmod(0o755)
    script = (
        f'PATH={tmp_path}:$PATH\neval "$(cc-session completion bash)"\n'
        f"COMP_WORDS=(cc-session read {FIRST[:3]}) COMP_CWORD=2\n"
        f"_cc_session_completion cc-session\necho ${{COMPREPLY[@]}}"
    )
    ran = subprocess.run(["bash", "-c", script], capture_output=True, check=True, timeout=60, text=True)  # noqa: S607
    assert ran.stdout.strip() == FIRST
