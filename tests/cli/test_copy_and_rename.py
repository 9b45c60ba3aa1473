from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.paths import get_project_dir
from tests.cli.store import FIRST, LATEST, PROJECT, WITH_AGENT, session_file
from tests.cli.writing import records, session_paths, start_client

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


def test_a_copy_stands_beside_its_session_under_a_new_id(claude_dir: Path, run: Run) -> None:
    ran = run("copy", FIRST[:8])
    assert (ran.code, ran.err) == (0, "")
    copy = session_file(claude_dir, ran.out.strip())
    lines = session_file(claude_dir, FIRST).read_bytes()
    assert copy.read_bytes() == lines.replace(FIRST.encode(), copy.stem.encode())


def test_a_copy_goes_to_another_project_with_its_subagents(tmp_path: Path, claude_dir: Path, run: Run) -> None:
    told = run("copy", "-s", WITH_AGENT, "-p", tmp_path, "--json").json
    assert told["copy_of"] == WITH_AGENT
    assert Path(told["path"]) == get_project_dir(tmp_path) / f"{told['id']}.jsonl"
    agents = {path.name for path in session_file(claude_dir, WITH_AGENT).with_suffix("").rglob("*")}
    assert agents
    assert {path.name for path in Path(told["path"]).with_suffix("").rglob("*")} == agents
    assert [session["id"] for session in run("list", "--json", "-p", tmp_path).json] == [told["id"]]


def test_a_session_is_renamed_as_the_client_does_it(claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    assert run("rename", FIRST[:8], "My   own title") == (0, "", "")
    assert session_file(claude_dir, FIRST).read_bytes().startswith(before)
    assert records(claude_dir, FIRST)[-2:] == [
        {"type": "custom-title", "customTitle": "My own title", "sessionId": FIRST},
        {"type": "agent-name", "agentName": "My own title", "sessionId": FIRST},
    ]
    titles = {session["id"]: session["title"] for session in run("list", "-p", PROJECT, "--json").json}
    assert titles[FIRST] == "My own title"


def test_a_session_to_rename_is_named_by_an_option_too(claude_dir: Path, run: Run) -> None:
    told = run("rename", "-s", "latest", "-p", PROJECT, "New", "--json").json
    assert told == {"id": LATEST, "path": str(session_file(claude_dir, LATEST)), "title": "New"}


def test_rename_warns_of_a_client_that_has_the_session_open(claude_dir: Path, run: Run) -> None:
    start_client(claude_dir, FIRST)
    ran = run("rename", FIRST, "New")
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "warning" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["copy"], 2, "SESSION"),
        (["copy", "no-such-id"], 3, "no-such-id"),
        (["rename", FIRST], 2, "TITLE"),
        (["rename", FIRST, "two", "words"], 2, "quotes"),
        (["rename", "New", "-s", FIRST, LATEST], 2, "different"),
        (["rename", FIRST, " "], 2, "title"),
        (["rename", "no-such-id", "New"], 3, "no-such-id"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(
    arguments: list[str], code: int, words: str, claude_dir: Path, run: Run
) -> None:
    before = {path: path.read_bytes() for path in session_paths(claude_dir)}
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert words in ran.err
    assert {path: path.read_bytes() for path in session_paths(claude_dir)} == before
