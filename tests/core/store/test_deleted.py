"""What is left of sessions that are gone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from cc_session_tui.core.store.deleted import history
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.store import Store
from tests.core.store.factories import OTHER, SESSION

if TYPE_CHECKING:
    from tests.core.store.factories import ClaudeDir


def test_a_deleted_session_is_known_by_its_prompts() -> None:
    claude_dir = Path("tests/data/cases/50-expired-and-deleted-sessions/input")
    [session] = Store(claude_dir).deleted()
    assert (session.session_id, session.known) == ("000000a1-0000-4000-8000-0000000000a1", True)
    assert session.meta.state is SessionState.DELETED
    assert (session.meta.first_prompt, session.meta.last_prompt) == ("lost prompt 1", "lost prompt 2")
    assert (session.meta.messages, session.meta.modified) == (2, "2026-01-05T08:00:00.002Z")
    assert session.file.path.parent == (claude_dir / "projects" / "-home-u-proj").absolute()
    assert [prompt.text for prompt in history(claude_dir)[session.session_id]] == ["lost prompt 1", "lost prompt 2"]


def test_a_folder_that_was_left_tells_of_a_session(claude: ClaudeDir) -> None:
    folder = claude.session().parent
    (folder / OTHER / "tool-results").mkdir(parents=True)
    (folder / SESSION).mkdir()
    (folder / "memory").mkdir()
    [session] = Store(claude.path).deleted()
    assert (session.session_id, session.meta.messages, session.meta.error) == (OTHER, -1, "deleted: its folder is left")


def test_a_session_that_moved_to_another_folder_is_not_deleted(claude: ClaudeDir) -> None:
    claude.session(folder="elsewhere")
    line = {"display": "p", "timestamp": 1, "project": "/home/u/proj", "sessionId": SESSION}
    (claude.path / "history.jsonl").write_text(json.dumps(line))
    assert Store(claude.path).deleted() == ()


def test_a_deleted_session_of_a_project_without_a_folder_is_shown_where_it_was(claude: ClaudeDir) -> None:
    line = {"display": " ", "timestamp": 1e99, "project": "/home/u/gone", "sessionId": OTHER}
    (claude.path / "history.jsonl").write_text(json.dumps(line))
    store = Store(claude.path)
    [session] = store.deleted()
    assert session.file.path == claude.path / "projects" / "-home-u-gone" / f"{OTHER}.jsonl"
    assert (session.meta.title_source, session.meta.created) == ("", "1970-01-01T00:00:00.000Z")
    assert [project.path for project in store.regroup([session])] == ["/home/u/gone"]
    assert list(store.fill([session], full=True)) == [session]


def test_lines_of_history_that_name_no_session_are_passed_over(claude: ClaudeDir) -> None:
    lines = [
        b'{"display":"old client","timestamp":1,"project":"/p"}',
        b'{"display":5,"sessionId":"x"}',
        b"\xff junk",
        b"",
        b"[1]",
        b'{"display":"kept","sessionId":"x","timestamp":NaN}',
        b'{"display":"kept","sessionId":"x","pastedContents":{"1":{}}}',
    ]
    (claude.path / "history.jsonl").write_bytes(b"\n".join(lines))
    assert [prompt.text for prompt in history(claude.path)["x"]] == ["kept"]
