"""What is counted in a session, and which of its records tell the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.reading import read_meta
from tests.core.store.factories import (
    CWD,
    OTHER,
    SESSION,
    Record,
    assistant,
    envelope,
    lines,
    meta_of,
    title,
    user,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_the_lines_of_a_message_are_one_message_and_its_usage_counts_once(tmp_path: Path) -> None:
    records = [user("q"), assistant(output=1), assistant(output=9), assistant(output=4), assistant("b", "msg_2", 5)]
    meta = meta_of(tmp_path, records)
    assert (meta.messages, meta.records, meta.output_tokens) == (3, 5, 14)


def test_messages_without_an_id_are_not_merged(tmp_path: Path) -> None:
    meta = meta_of(tmp_path, [assistant("a", None, 3), assistant("b", None, 4)])
    assert (meta.messages, meta.output_tokens) == (2, 7)


def test_the_context_is_that_of_the_last_message(tmp_path: Path) -> None:
    assert meta_of(tmp_path, [assistant(output=50), assistant("b", "msg_2", 7)]).tokens == 100 + 20 + 3 + 7


def test_a_copied_prompt_counts_once(tmp_path: Path) -> None:
    prompt = user("q")
    assert meta_of(tmp_path, [prompt, assistant(), prompt]).messages == 2


def test_what_the_client_made_up_is_no_message(tmp_path: Path) -> None:
    records = [
        user("q"),
        assistant("", "x", 900, message={"model": "<synthetic>"}),
        assistant("", "y", 900, isApiErrorMessage=True),
    ]
    meta = meta_of(tmp_path, records)
    assert (meta.messages, meta.output_tokens, meta.tokens, meta.model) == (1, 0, 0, "")


@pytest.mark.parametrize(("left", "tokens"), [(40, 40), (0, 130), (None, 130), ("many", 130), (-3, 130)])
def test_a_compaction_tells_what_is_left_of_the_context(tmp_path: Path, left: Any, tokens: int) -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "sessionId": "s", "uuid": "c", "parentUuid": None}
    records = [
        user("q"),
        assistant(output=7),
        {**boundary, "compactMetadata": {"trigger": "manual", "postTokens": left}},
    ]
    assert meta_of(tmp_path, records).tokens == tokens
    assert meta_of(tmp_path, [*records, assistant("n", "msg_2", 8)]).tokens == 131


def test_sidechain_records_count_apart(tmp_path: Path) -> None:
    records = [user("task", isSidechain=True), assistant("b", "msg_2", 7, isSidechain=True)]
    main = meta_of(tmp_path, [user("q"), assistant(), *records])
    agent = read_meta(str(write(tmp_path / "agent-1.jsonl", records)), full=True).meta
    assert (main.messages, main.output_tokens, main.title) == (2, 10, "q")
    assert (agent.messages, agent.output_tokens, agent.title) == (2, 7, "task")


@pytest.mark.parametrize("tokens", [-5, 10**30, None, "many", 1.5, [1]])
def test_a_strange_usage_is_survived(tmp_path: Path, tokens: Any) -> None:
    meta = meta_of(tmp_path, [user("q"), assistant(message={"usage": {"input_tokens": 1, "output_tokens": tokens}})])
    assert 0 <= meta.output_tokens <= 1 << 53
    assert meta.messages == 2


def test_times_are_those_of_the_first_and_last_valid_ones(tmp_path: Path) -> None:
    records = [
        user("q", timestamp="not a date"),
        user("q", timestamp="2026-01-05T23:59:59.999+09:00"),
        user("q", timestamp="2026-01-06T10:00:00Z"),
        user("q", timestamp=1767600000000),
        user("q", timestamp="2026-99-99T10:00:00+00:00"),
        user("q", timestamp=...),
    ]
    meta = meta_of(tmp_path, records)
    assert (meta.created, meta.modified) == ("2026-01-05T14:59:59.999Z", "2026-01-06T10:00:00.000Z")
    assert meta.records == 6


def test_the_last_record_tells_branch_version_and_model(tmp_path: Path) -> None:
    records = [
        assistant(message={"model": "old"}, gitBranch="old", version="1"),
        assistant(message={"model": "new"}, gitBranch="new", version="2"),
        user("q", gitBranch="", version=...),
    ]
    meta = meta_of(tmp_path, records)
    assert (meta.git_branch, meta.version, meta.model) == ("new", "2", "new")


@pytest.mark.parametrize(
    ("entrypoints", "expected"),
    [(["sdk-cli", "sdk-cli"], "sdk-cli"), (["sdk-cli", "cli", "sdk-cli"], "cli"), ([..., ...], "")],
)
def test_a_session_is_of_claude_p_when_all_of_it_is(tmp_path: Path, entrypoints: list[Any], expected: str) -> None:
    assert meta_of(tmp_path, [user("q", entrypoint=value) for value in entrypoints]).entrypoint == expected


def test_the_directory_is_the_one_that_the_folder_is_named_after(tmp_path: Path) -> None:
    path = write(tmp_path / "-home-u-proj" / f"{SESSION}.jsonl", [user("q", cwd="/x"), user("q", cwd=f"{CWD}/sub")])
    assert read_meta(str(path), full=True).meta.cwd == CWD
    assert meta_of(tmp_path, [user("q", cwd="/x"), user("q", cwd=f"{CWD}/sub")]).cwd == "/x"


def test_a_session_that_was_moved_names_its_new_directory(tmp_path: Path) -> None:
    moved = {"type": "relocated", "relocatedCwd": "/home/u/new", "sessionId": SESSION}
    path = write(tmp_path / "-home-u-new" / f"{SESSION}.jsonl", [user("q"), moved])
    assert read_meta(str(path), full=True).meta.cwd == "/home/u/new"


def test_a_worktree_tells_where_it_was_made_from(tmp_path: Path) -> None:
    state = {"type": "worktree-state", "sessionId": SESSION, "worktreeSession": {"originalCwd": "/repo"}}
    left = {"type": "worktree-state", "sessionId": SESSION, "worktreeSession": None}
    assert meta_of(tmp_path, [user("q"), state, left]).worktree_of == "/repo"


def test_inherited_records_are_counted(tmp_path: Path) -> None:
    fork = {"sessionId": OTHER, "messageUuid": "u"}
    meta = meta_of(tmp_path, [user("q", forkedFrom=fork), assistant(forkedFrom=fork), user("own")])
    assert (meta.forked_from, meta.inherited) == (OTHER, 2)


def test_lines_that_are_not_one_record_are_damaged(tmp_path: Path) -> None:
    record = lines([user("q")]).strip()
    data = b"\n".join([record, b"junk", b"[1]", b"", b"\0\0", record + record, b"\xef\xbb\xbf" + record, record[:50]])
    (tmp_path / f"{SESSION}.jsonl").write_bytes(data)
    meta = read_meta(str(tmp_path / f"{SESSION}.jsonl"), full=True).meta
    assert (meta.records, meta.damaged_lines) == (4, 4)


@pytest.mark.parametrize(
    ("name", "data", "state"),
    [
        (SESSION, b"", SessionState.EMPTY),
        (SESSION, b"\n\n\0\0\n", SessionState.EMPTY),
        (SESSION, b"torn to shreds", SessionState.EMPTY),
        ("notes", b"torn to shreds", SessionState.FOREIGN),
        (SESSION, lines([title("ai-title", "x")]), SessionState.EMPTY),
        (SESSION, lines([{"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}]), SessionState.EMPTY),
        (SESSION, lines([{"type": "summary", "summary": "s", "leafUuid": "l"}]), SessionState.EMPTY),
        (SESSION, lines([envelope("system", subtype="compact_boundary")]), SessionState.EMPTY),
        ("array", b'[1,2,3]\n"text"\n42\n', SessionState.FOREIGN),
        ("rollout", b'{"type":"session_meta","payload":{"id":"x"}}\n', SessionState.FOREIGN),
        ("stream", b'{"type":"assistant","message":{},"session_id":"x","uuid":"u"}\n', SessionState.FOREIGN),
        ("anything", lines([user("q")]), SessionState.SESSION),
        ("anything", lines([user("q", sessionId=...)]), SessionState.SESSION),
        ("anything", lines([assistant()]), SessionState.SESSION),
        ("anything", lines([user("q", message=...)]), SessionState.SESSION),
    ],
)
def test_a_file_is_what_its_records_are(tmp_path: Path, name: str, data: bytes, state: SessionState) -> None:
    (tmp_path / f"{name}.jsonl").write_bytes(data)
    assert read_meta(str(tmp_path / f"{name}.jsonl"), full=True).meta.state is state


def test_a_field_of_a_wrong_type_costs_that_field_only(tmp_path: Path) -> None:
    odd: Record = {"cwd": 5, "message": {"content": "typed", "id": 7, "usage": []}, "gitBranch": ["x"], "isMeta": "no"}
    meta = meta_of(tmp_path, [user("", **odd)])
    assert (meta.title, meta.version, meta.cwd, meta.damaged_lines) == ("typed", "2.1.332", "", 0)
