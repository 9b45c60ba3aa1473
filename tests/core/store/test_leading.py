"""Which session Claude works on now, and where its client goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.errors import SessionNotFound
from cc_session_tui.core.store.leading import Lead, current_session, folders_of, session_file
from cc_session_tui.core.store.models import RunningClient
from cc_session_tui.core.store.store import Store

PROMPT = b'{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"hi"}}\n'
IDS = [f"{letter * 8}-0000-4000-8000-000000000000" for letter in "abcd"]
A, B, C, D = IDS


def client(pid: int, session_id: str, status: str = "idle", updated: int = 0, cwd: str = "/p") -> RunningClient:
    return RunningClient(pid, session_id, cwd, status, updated_ms=updated)


def add_session(claude_dir: Path, session_id: str, age: int = 0, folder: str = "-p") -> Path:
    """A session that was written to AGE seconds ago."""
    path = claude_dir / "projects" / folder / f"{session_id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(PROMPT)
    then = 1_700_000_000 - age
    os.utime(path, (then, then))
    return path


def tell(claude_dir: Path, session_id: str, updated: int = 0) -> None:
    """Have this process pass for a client with SESSION_ID open."""
    (claude_dir / "sessions").mkdir(exist_ok=True)
    record = {"pid": os.getpid(), "sessionId": session_id, "cwd": "/p", "status": "idle", "statusUpdatedAt": updated}
    (claude_dir / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(record))


# the first


def test_without_a_client_the_session_written_last_is_followed(tmp_path: Path) -> None:
    add_session(tmp_path, A, age=10)
    newest = add_session(tmp_path, B)
    assert current_session(Store(tmp_path)) == newest


def test_a_session_that_a_client_has_open_comes_before_a_newer_one(tmp_path: Path) -> None:
    running = add_session(tmp_path, A, age=1000)
    add_session(tmp_path, B)
    tell(tmp_path, A)
    assert current_session(Store(tmp_path)) == running


def test_only_a_project_is_looked_at_where_it_is_named(tmp_path: Path) -> None:
    add_session(tmp_path, A, folder="-p")
    other = add_session(tmp_path, B, age=10, folder="-q")
    tell(tmp_path, A)
    store = Store(tmp_path)
    assert current_session(store, folders_of(store, "-q")) == other


def test_nothing_is_followed_where_nothing_is(tmp_path: Path) -> None:
    assert current_session(Store(tmp_path)) is None
    assert session_file(tmp_path, A) is None
    (tmp_path / "projects").write_text("no folder")
    assert session_file(tmp_path, A) is None


@pytest.mark.parametrize("named", ["x" * 5000, "../../outside", "../-p/inside", "/etc/passwd", "a\0b", "\ud800", ""])
def test_what_no_session_can_be_called_is_none(tmp_path: Path, named: str) -> None:
    add_session(tmp_path, "inside")
    (tmp_path / "outside.jsonl").write_bytes(b"{}\n")
    tell(tmp_path, named)
    assert session_file(tmp_path, named) is None
    assert Lead(tmp_path).file("another") is None


def test_a_project_without_sessions_is_where_they_will_be(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (folder,) = folders_of(Store(tmp_path), str(work))
    assert folder.startswith(str(tmp_path / "projects"))
    with pytest.raises(SessionNotFound):
        folders_of(Store(tmp_path), str(tmp_path / "nowhere"))


# and on


@pytest.fixture
def lead(tmp_path: Path) -> Lead:
    return Lead(tmp_path)


def test_a_client_that_turns_to_another_session_is_gone_along_with(lead: Lead) -> None:
    assert lead.next(A, [client(1, A)]) is None
    assert lead.next(A, [client(1, B)]) == client(1, B)
    assert lead.next(A, [client(1, B, "busy")]) == client(1, B, "busy")
    assert lead.next(B, [client(1, B, "busy")]) is None


def test_nobody_is_led_from_one_running_client_to_another(lead: Lead) -> None:
    assert lead.next(A, [client(1, A)]) is None
    assert lead.next(A, [client(1, A), client(2, B, "busy", 99)]) is None
    assert lead.next(A, [client(1, C), client(2, B, "busy", 99)]) == client(1, C)


def test_when_a_client_has_ended_the_next_that_starts_or_works_is_gone_to(lead: Lead) -> None:
    assert lead.next(A, [client(1, A), client(2, B)]) is None
    assert lead.next(A, [client(2, B)]) is None
    assert lead.next(A, [client(2, B, "busy")]) == client(2, B, "busy")
    assert lead.next(A, [client(2, B), client(3, C)]) == client(2, B)
    assert lead.next(A, [client(3, C)]) == client(3, C)
    assert lead.next(A, [client(3, C), client(4, D, "busy")]) == client(3, C)
    assert lead.next(A, [client(4, D, "busy")]) == client(4, D, "busy")


def test_who_chose_a_session_by_hand_is_not_led_to_what_starts_elsewhere(lead: Lead) -> None:
    assert lead.next(A, [], is_free=False) is None
    assert lead.next(A, [client(1, B, "busy")], is_free=False) is None


def test_a_client_that_was_only_started_does_not_keep_one_from_the_session_that_begins() -> None:
    lead, there = Lead(Path("nowhere")), {D}

    def going(*clients: RunningClient) -> RunningClient | None:
        return lead.next(D, clients, is_there=lambda client: client.session_id in there)

    assert going(client(1, A), client(2, B)) is None
    assert going(client(1, A), client(2, B, "busy")) is None
    there.add(B)
    assert going(client(1, A), client(2, B, "waiting")) == client(2, B, "waiting")
    there.add(A)
    assert going(client(1, A, "busy"), client(2, B, "waiting")) == client(2, B, "waiting")


def test_it_is_told_why_one_is_led(lead: Lead) -> None:
    def why(*clients: RunningClient) -> tuple[bool, bool]:
        lead.next(A, clients)
        return lead.is_held, lead.has_turned

    assert why(client(2, B)) == (False, False)
    assert why(client(1, A), client(2, B)) == (True, False)
    assert why(client(1, C), client(2, B)) == (False, True)
    assert why(client(2, B)) == (False, False)


CLIENTS = st.dictionaries(
    st.integers(1, 3), st.tuples(st.sampled_from(IDS), st.sampled_from(["idle", "busy", "waiting", ""])), max_size=3
)


@given(steps=st.lists(st.tuples(CLIENTS, st.booleans()), max_size=20))
def test_one_is_led_to_a_client_that_runs_and_never_from_a_session_that_is_open(
    steps: list[tuple[dict[int, tuple[str, str]], bool]],
) -> None:
    lead, opened = Lead(Path("nowhere")), A
    for running, goes in steps:
        clients = [client(pid, *what) for pid, what in running.items()]
        found = lead.next(opened, clients)
        if found is not None:
            assert found in clients
            assert all(client.session_id != opened for client in clients)
            opened = found.session_id if goes else opened


def test_the_file_is_gone_to_when_it_is_there(tmp_path: Path) -> None:
    add_session(tmp_path, A)
    tell(tmp_path, A)
    lead = Lead(tmp_path)
    assert lead.file(A) is None
    tell(tmp_path, B)
    assert lead.file(A) is None
    path = add_session(tmp_path, B)
    assert lead.file(A) == path


def test_a_client_in_another_project_is_none(tmp_path: Path) -> None:
    add_session(tmp_path, A, folder="-q")
    add_session(tmp_path, B, folder="-p")
    lead = Lead(tmp_path, [str(tmp_path / "projects" / "-q")])
    tell(tmp_path, B)
    assert lead.file(A) is None
    path = add_session(tmp_path, C, folder="-q")
    tell(tmp_path, C)
    assert lead.file(A) == path


def test_where_no_client_tells_anything_a_new_file_is_gone_to(tmp_path: Path) -> None:
    path = add_session(tmp_path, B)
    assert Lead(tmp_path).file(A, path) == path
    assert Lead(tmp_path).file(A, path, is_free=False) is None
    assert Lead(tmp_path).file(B, path) is None
    assert Lead(tmp_path, ["/elsewhere"]).file(A, path) is None
    tell(tmp_path, A)
    assert Lead(tmp_path).file(A, path) is None
