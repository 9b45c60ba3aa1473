"""Finding what a user means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import AmbiguousSession, SessionNotFound
from cc_session_tui.core.store.store import Store
from tests.core.store.factories import OTHER, SESSION, title, user

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.store.factories import ClaudeDir


def test_a_session_is_found_by_its_id_or_a_beginning_of_it(claude: ClaudeDir) -> None:
    path = claude.session()
    claude.session(session_id=OTHER)
    store = Store(claude.path)
    for reference in (SESSION, SESSION.upper(), "00000a", str(path)):
        assert store.find(reference).file.path == path


def test_a_path_may_lead_anywhere(tmp_path: Path, claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch) -> None:
    path = claude.session()
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    store = Store(tmp_path / "none")
    assert [store.find(name).file.path for name in ("copy.jsonl", "./copy.jsonl", str(copy))] == [copy] * 3


def test_a_beginning_of_several_ids_is_ambiguous(claude: ClaudeDir) -> None:
    for number in range(6):
        claude.session(session_id=f"abc{number}")
    with pytest.raises(AmbiguousSession, match=r"abc fits 6 sessions: .* and 2 more"):
        Store(claude.path).find("abc")


def test_an_id_that_begins_another_means_itself(claude: ClaudeDir) -> None:
    claude.session(session_id="abc")
    claude.session(session_id="abcd")
    assert Store(claude.path).find("abc").session_id == "abc"


def test_an_id_in_two_projects_is_ambiguous_without_the_project(claude: ClaudeDir) -> None:
    claude.session(user("q", cwd="/a"), cwd="/a")
    there = claude.session(user("q", cwd="/b"), cwd="/b")
    store = Store(claude.path)
    with pytest.raises(AmbiguousSession, match=str(there)):
        store.find(SESSION)
    assert store.find(SESSION, "/b").file.path == there


@pytest.mark.parametrize("reference", ["", "nothing", "/nowhere/x.jsonl", "gone.jsonl"])
def test_what_is_not_there_is_not_found(claude: ClaudeDir, reference: str) -> None:
    claude.session()
    with pytest.raises(SessionNotFound):
        Store(claude.path).find(reference)


def test_the_latest_is_the_one_last_written_to_that_holds_a_conversation(claude: ClaudeDir) -> None:
    old = claude.session(user("q", cwd="/old"), cwd="/old", session_id="old")
    new = claude.session(session_id="new")
    claude.session(title("ai-title", "nothing said"), session_id="empty")
    claude.session(session_id="agent-one")
    (new.parent / "later.jsonl").mkdir()
    store = Store(claude.path)
    assert store.find("latest").file.path == new
    assert store.find("latest", "/old").file.path == old


def test_without_a_conversation_there_is_no_latest(claude: ClaudeDir) -> None:
    claude.session(title("ai-title", "nothing said"))
    with pytest.raises(SessionNotFound, match="no session with a conversation"):
        Store(claude.path).find("latest")


def test_a_project_is_found_by_its_directory(claude: ClaudeDir, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    claude.session(cwd=str(tmp_path / "real"))
    claude.session(cwd="/other", session_id=OTHER)
    store = Store(claude.path)
    for reference in (str(tmp_path / "real"), f"{tmp_path}/real/", str(tmp_path / "link")):
        assert store.project(reference).path == str(tmp_path / "real")


def test_a_project_is_found_by_the_name_of_its_directory_or_folder(claude: ClaudeDir) -> None:
    claude.session()
    claude.session(user("q", cwd=r"D:\work\App"), folder="D--work-App", session_id=OTHER)
    store = Store(claude.path)
    assert [store.project(name).path for name in ("proj", "-home-u-proj")] == ["/home/u/proj"] * 2
    assert [store.project(name).path for name in ("app", "d:/work/app")] == [r"D:\work\App"] * 2


def test_a_project_that_shares_its_folder_is_found_by_its_directory(claude: ClaudeDir) -> None:
    for number, cwd in enumerate(["/home/u/my-proj", "/home/u/my_proj"]):
        claude.session(cwd=cwd, session_id=f"{number}")
    store = Store(claude.path)
    assert [session.session_id for session in store.project("/home/u/my-proj").sessions] == ["0"]


def test_a_project_in_a_folder_of_another_name_is_found(claude: ClaudeDir) -> None:
    claude.session(folder="short")
    assert Store(claude.path).project("/home/u/proj").folders[0].name == "short"


def test_a_name_of_several_projects_is_ambiguous(claude: ClaudeDir) -> None:
    claude.session(cwd="/a/app")
    claude.session(cwd="/b/app", session_id=OTHER)
    with pytest.raises(AmbiguousSession, match="several projects are named app: /b/app, /a/app"):
        Store(claude.path).project("app")


def test_a_project_that_is_not_there_is_not_found(claude: ClaudeDir) -> None:
    claude.session()
    with pytest.raises(SessionNotFound, match="no project /nowhere"):
        Store(claude.path).project("/nowhere")
    with pytest.raises(SessionNotFound):
        Store(claude.path).find("latest", "/nowhere")
