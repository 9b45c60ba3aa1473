"""Every check of every case.json that concerns reading, one test a check; the others are named, with the reason."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.cli.main import main
from cc_session_tui.core.format.index import Flag
from tests.cases.case_files import CASES, Case, checks_of
from tests.cases.checks import CHECKS

if TYPE_CHECKING:
    from pathlib import Path

EDITS = {
    ("48-moved-project-directory", "cwd_rewrites"): "test_moving.py",
    ("48-moved-project-directory", "text_unchanged"): "test_moving.py",
    ("72-delete-middle-and-relink", "after_delete_q2"): "tests/core/editing/edits/test_pruning.py",
}
"""Checks that do not concern reading, and where they are held."""
STORIES = {
    ("32-very-large-files", "sizes"),
    ("55-resumed-copy-in-new-file", "continuations"),
    ("55-resumed-copy-in-new-file", "output_tokens_total"),
    ("56-backgrounded-session-copy", "own_records_B"),
    ("64-rewrite-same-size-same-mtime", "reload"),
    ("65-live-append-in-pieces", "records_after"),
    ("67-square-brackets-in-a-textual-app", "literal"),
    ("71-config-dir-redirects", "sessions"),
}
"""Checks that need something to happen: each is a test of its own in test_stories."""
SAID = [
    pytest.param(folder, name, value, id=f"{folder.name}: {name}")
    for folder in CASES
    for name, value in checks_of(folder).items()
    if (folder.name, name) not in STORIES | EDITS.keys()
]
EVERY_FILE = [
    pytest.param(path, id=f"{folder.name}: {path.name}") for folder in CASES for path in Case(folder, folder).files
]


@pytest.mark.parametrize(("folder", "name", "value"), SAID)
def test_what_the_case_says_holds(folder: Path, name: str, value: Any, tmp_path: Path) -> None:
    assert CHECKS[name](Case(folder, tmp_path)) == value


def test_every_check_of_every_case_is_looked_at() -> None:
    said = {(folder.name, name) for folder in CASES for name in checks_of(folder)}
    assert said - STORIES - EDITS.keys() - {(folder, name) for folder, name in said if name in CHECKS} == set()
    assert STORIES | EDITS.keys() <= said


@pytest.mark.parametrize("path", EVERY_FILE)
@pytest.mark.parametrize("view", ["context", "history", "file"])
def test_read_json_takes_every_file(path: Path, view: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["read", str(path), "--view", view, "--json"]) == 0
    out, err = capsysbinary.readouterr()
    entries = json.loads(out)
    assert err == b""
    if view == "file":
        lines = len(path.read_bytes().removesuffix(b"\n").split(b"\n")) if path.stat().st_size else 0
        assert {line for entry in entries for line in entry["lines"]} == set(range(1, lines + 1))


@pytest.mark.parametrize("path", EVERY_FILE)
@pytest.mark.parametrize("form", [[], ["--markdown"]], ids=["text", "markdown"])
def test_text_and_markdown_take_every_file(
    path: Path, form: list[str], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["read", str(path), *form]) == 0
    out, err = capsysbinary.readouterr()
    assert out.decode()
    assert b"\x00" not in out
    assert b"\x1b" not in out
    assert err == b""


def test_a_glued_line_is_one_line_of_two_records(tmp_path: Path) -> None:
    folder = next(folder for folder in CASES if folder.name.startswith("18-"))
    index = Case(folder, tmp_path).document.index
    assert [bool(flags & Flag.GLUED) for flags in index.flags] == [False, True, True, False]
