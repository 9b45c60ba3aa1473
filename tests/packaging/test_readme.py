from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from cc_session_tui.cli import failures
from cc_session_tui.cli.commands import commands
from cc_session_tui.tui.commands import key_label
from cc_session_tui.tui.main import main
from cc_session_tui.tui.screens.edit_commands import REVIEW_COMMANDS
from cc_session_tui.tui.screens.registry import BY_ID, COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
LINES = [shlex.split(line, comments=True) for line in re.findall(r"^    (cc-sessions?\b.*?)(?: > .*)?$", README, re.M)]


def parse(program: str, *arguments: str) -> click.Context:
    if program == "cc-sessions":
        return main.make_context(program, list(arguments))
    command: click.Command = commands
    words = list(arguments)
    context = None
    while isinstance(command, click.Group):
        context = click.Context(command, context, command.name, **command.context_settings)
        _, rest, _ = command.make_parser(context).parse_args(words)
        name, found, words = command.resolve_command(context, rest)
        assert found, f"no command {name}"
        command = found
    return command.make_context(command.name, words, context)


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_every_command_line_shown_is_understood(line: list[str]) -> None:
    assert parse(*line).info_name


def names(group: click.Group, path: str) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from names(command, f"{path} {name}")
        else:
            yield f"{path} {name}"


def test_every_command_is_shown() -> None:
    shown = {parse(*line).command_path for line in LINES if line[0] == "cc-session"}
    assert shown == set(names(commands, "cc-session"))


def test_every_exit_code_is_told() -> None:
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", README, re.M)}
    codes = {*failures.EXIT_CODES.values(), failures.USAGE, failures.INTERRUPTED}
    assert told == {0, *codes}


def test_every_key_shown_is_bound() -> None:
    table = "\n".join(part.split("\n\n")[0] for part in README.split("| Keys |")[1:])
    shown = {key for row in table.splitlines() for key in re.findall(r"`([^`]+)`", row) if not key.startswith("claude")}
    bound = {key_label(key) for command in (*COMMANDS, *REVIEW_COMMANDS) for key in command.keys.split(",")}
    named = {"pgup", "pgdn", "enter"}
    assert {key.replace("ctrl+", "^") for key in shown - named} <= bound


def test_every_command_id_shown_exists() -> None:
    assert set(re.findall(r'^"(\w+\.\w+)" =', README, re.M)) <= BY_ID.keys()


def test_every_file_shown_is_there() -> None:
    missing = [name for name in re.findall(r"\]\(([\w/.-]+)\)", README) if not (ROOT / name).is_file()]
    assert missing == []


def test_every_screenshot_is_shown() -> None:
    assert {file.name for file in ROOT.glob("screenshots/*.svg")} <= set(re.findall(r"screenshots/([\w.-]+)", README))
