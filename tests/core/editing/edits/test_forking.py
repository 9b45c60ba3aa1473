from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.forking import forked
from cc_session_tui.core.editing.edits.pruning import prune
from cc_session_tui.core.editing.saving_as import fork_session, save_as_new
from cc_session_tui.core.errors import EditError
from tests.core.chain.sessions import reply, result, use, user
from tests.core.editing.edits.drafts import draft_of, row, texts, uuids
from tests.core.editing.edits.sequences import REAL, bytes_of

if TYPE_CHECKING:
    from pathlib import Path

WITH_AGENT = next(path for path in REAL if path.stem.startswith("bd00303b"))


def copied(tmp_path: Path, session: Path = WITH_AGENT) -> Draft:
    shutil.copytree(session.parent, tmp_path / "p")
    return Draft.open(tmp_path / "p" / session.name)


def companions(path: Path) -> list[str]:
    return sorted(file.name for file in path.with_suffix("").rglob("*") if file.is_file())


def test_a_fork_holds_the_chain_up_to_its_record() -> None:
    branch = (user("x", "q1"), reply("y", "x"))
    calls = (reply("u", "a1", use("c")), result("r", "u", "c"))
    draft = draft_of(
        user("q1", None), reply("a1", "q1"), *branch, *calls, user("q2", "r"), {"type": "mode", "mode": "z"}
    )
    fork = forked(draft, row(draft, "u"))
    assert uuids(fork) == ["q1", "a1", "u", "r"]
    assert texts(fork) == ["q1", "a1", "tool_use", "tool_result"]
    assert b'"mode"' in bytes_of(fork)


def test_a_fork_on_another_branch_takes_that_branch() -> None:
    draft = draft_of(user("q1", None), user("x", "q1"), reply("y", "x"), user("q2", "q1"))
    assert texts(forked(draft, row(draft, "y"))) == ["q1", "x", "y"]
    assert texts(forked(draft)) == ["q1", "q2"]


def test_a_record_outside_any_conversation_is_no_place_to_fork() -> None:
    with pytest.raises(EditError):
        forked(draft_of({"type": "mode"}, user("q", None)), 0)
    with pytest.raises(EditError):
        forked(draft_of({"type": "mode"}))


def test_a_fork_of_the_whole_conversation_sends_the_same_and_keeps_its_companions(tmp_path: Path) -> None:
    draft = copied(tmp_path)
    before = {file: file.read_bytes() for file in (tmp_path / "p").rglob("*") if file.is_file()}
    fork = fork_session(draft)
    assert texts(Draft.open(fork)) == texts(draft)
    assert companions(fork) == companions(draft.base.path)
    assert all(file.read_bytes() == data for file, data in before.items())
    origins = [(Draft.open(fork).index.record(at) or {}) for at in Draft.open(fork).index.rows.values()]
    assert all(r["forkedFrom"] == {"sessionId": WITH_AGENT.stem, "messageUuid": r["uuid"]} for r in origins)
    sessions = {(Draft.open(fork).index.record(at) or {}).get("sessionId") for at in range(len(Draft.open(fork).index))}
    assert sessions - {None} == {fork.stem}


def test_a_fork_before_the_call_of_a_subagent_leaves_its_transcript_behind(tmp_path: Path) -> None:
    draft = copied(tmp_path)
    index = draft.index
    first = next(at for at in range(len(index)) if index.kind_of(at) == "user")
    assert companions(draft.base.path)
    assert companions(fork_session(draft, first)) == []


def test_edits_saved_as_a_new_session_leave_the_old_one_as_it_was(tmp_path: Path) -> None:
    draft = copied(tmp_path)
    path = draft.base.path
    original = path.read_bytes()
    done = prune(draft, [at for at in range(len(draft.index)) if draft.index.kind_of(at) == "assistant"][:1])
    new = save_as_new(done.draft)
    assert path.read_bytes() == original
    assert new.read_bytes().replace(new.stem.encode(), path.stem.encode()) == bytes_of(done.draft)
    assert companions(new) == companions(path)


def test_nothing_is_no_new_session() -> None:
    with pytest.raises(EditError, match="nothing"):
        save_as_new(draft_of())
