"""Sessions that are copies of others."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.copies import continuations, output_tokens_of, own_records
from cc_session_tui.core.store.store import Store
from tests.core.store.factories import OTHER, SESSION, assistant, user

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Session
    from tests.core.store.factories import ClaudeDir


def sessions(claude_dir: Path) -> list[Session]:
    """All sessions of CLAUDE_DIR, read whole."""
    store = Store(claude_dir)
    return list(store.fill(store.sessions(), full=True))


@pytest.mark.parametrize(
    ("name", "own", "tokens"),
    [
        ("55-resumed-copy-in-new-file", 2, 107),
        ("56-backgrounded-session-copy", 2, 30),
        ("57-branch-with-forkedfrom", 2, 30),
    ],
)
def test_a_copy_is_told_from_its_original(tmp_path: Path, name: str, own: int, tokens: int) -> None:
    shutil.copytree(Path("tests/data/cases") / name / "input", tmp_path / "projects" / "p")
    found = sessions(tmp_path)
    [(copy, original)] = continuations(found).items()
    assert (copy.name[:8], original.name[:8]) == ("000000b2", "000000a1")
    assert own_records(copy, original) == own
    assert output_tokens_of(session.file.path for session in found) == tokens


def test_a_branch_of_a_session_that_is_gone_is_the_copy_of_none(claude: ClaudeDir) -> None:
    fork = {"sessionId": "gone", "messageUuid": "u"}
    claude.session(user("q", uuid="u", forkedFrom=fork))
    claude.session(user("q", uuid="u", sessionId=OTHER), session_id=OTHER)
    assert continuations(sessions(claude.path)) == {}


def test_the_original_is_the_largest_that_is_smaller(claude: ClaudeDir) -> None:
    records = [user("q", uuid="u")]
    paths = []
    for name in ("a", "b", "c"):
        records.append(assistant(name, None))
        paths.append(claude.session(*records, session_id=name))
    assert continuations(sessions(claude.path)) == {paths[1]: paths[0], paths[2]: paths[1]}
    assert output_tokens_of(paths) == 10 * 6


def test_sessions_that_begin_differently_are_no_copies(claude: ClaudeDir) -> None:
    claude.session()
    claude.session(session_id=OTHER)
    claude.session({"type": "mode", "sessionId": "x"}, session_id="x")
    assert continuations(sessions(claude.path)) == {}


def test_a_file_that_is_gone_is_a_read_error(claude: ClaudeDir) -> None:
    with pytest.raises(ReadError):
        output_tokens_of([claude.folder() / f"{SESSION}.jsonl"])
