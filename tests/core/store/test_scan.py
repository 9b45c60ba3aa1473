"""Scanning and filling a store."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.models import FileStat, SessionState
from cc_session_tui.core.store.store import Store
from tests.core.store.factories import CWD, OTHER, SESSION, ClaudeDir, assistant, filler, lines, title, user, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.store.models import Session


class Opened:
    """The session files that are opened while it listens."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.listens = True
        sys.addaudithook(self._hear)  # for good: a hook cannot be taken off

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.listens and event == "open" and str(arguments[0]).endswith(".jsonl"):
            self.paths.append(str(arguments[0]))


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Listen to what is opened."""
    found = Opened()
    yield found
    found.listens = False


def only(store: Store) -> Session:
    """Give the only session of STORE, as a scan finds it."""
    [session] = store.sessions()
    return session


def filled(store: Store, *, full: bool = False) -> list[Session]:
    """Fill all sessions of STORE."""
    return list(store.fill(store.sessions(), full=full))


def test_a_scan_opens_no_session(claude: ClaudeDir, opened: Opened, tmp_path: Path) -> None:
    claude.session()
    store = Store(claude.path, MetaCache(tmp_path / "cache.db"))
    [project] = store.scan()
    assert (project.path, project.is_path, project.sessions[0].known) == ("-home-u-proj", False, False)
    filled(store)
    opened.paths.clear()
    [project] = Store(claude.path, MetaCache(tmp_path / "cache.db")).scan()
    assert (project.path, project.is_path, project.sessions[0].meta.title) == (CWD, True, "hello")
    assert opened.paths == []


def test_what_is_known_is_not_read_again(claude: ClaudeDir, opened: Opened) -> None:
    claude.session()
    store = Store(claude.path)
    first = only(store)
    [known] = store.fill([first])
    opened.paths.clear()
    assert list(store.fill([first], full=True)) == [known]
    assert filled(store, full=True) == [known]
    assert opened.paths == []


def test_counts_are_read_when_they_are_asked_for(claude: ClaudeDir) -> None:
    claude.session(user("q"), *filler(100_000), assistant())
    store = Store(claude.path)
    [quick] = filled(store)
    [whole] = store.fill([quick], full=True)
    assert (quick.meta.messages, whole.meta.messages) == (-1, 2)
    assert only(store).meta == whole.meta


def test_a_session_that_changed_keeps_its_title_until_it_is_read(claude: ClaudeDir) -> None:
    path = claude.session()
    store = Store(claude.path)
    filled(store)
    with path.open("ab") as file:
        file.write(lines([title("custom-title", "renamed")]))
    changed = only(store)
    assert (changed.known, changed.meta.title) == (False, "hello")
    assert [session.meta.title for session in store.fill([changed])] == ["renamed"]
    assert only(store).known


def test_a_rewrite_of_the_same_size_and_time_is_noticed(claude: ClaudeDir) -> None:
    case = Path("tests/data/cases/64-rewrite-same-size-same-mtime/input")
    path = claude.session()
    shutil.copyfile(case / "v1.jsonl", path)
    store = Store(claude.path)
    filled(store)
    before = path.stat()
    shutil.copyfile(case / "v2.jsonl", path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)
    assert not only(store).known


def test_a_title_beside_the_session_is_noticed(claude: ClaudeDir) -> None:
    path = claude.session()
    store = Store(claude.path)
    filled(store)
    path.with_suffix("").mkdir()
    (path.with_suffix("") / "custom-title.json").write_text('{"customTitle": "beside"}')
    assert not only(store).known
    assert [session.meta.title for session in filled(store)] == ["beside"]
    assert only(store).known


def test_a_new_subagent_is_noticed(claude: ClaudeDir) -> None:
    path = claude.session()
    agents = path.with_suffix("") / "subagents"
    write(agents / "agent-one.jsonl", [user("task", isSidechain=True)])
    store = Store(claude.path)
    assert [len(session.subagents) for session in filled(store)] == [1]
    assert only(store).known
    write(agents / "workflows" / "wf_1" / "agent-two.jsonl", [user("task", isSidechain=True)])
    assert not only(store).known
    assert [len(session.subagents) for session in filled(store)] == [2]
    assert only(store).known
    write(agents / "workflows" / "wf_1" / "agent-three.jsonl", [user("task", isSidechain=True)])
    assert not only(store).known
    shutil.rmtree(path.with_suffix(""))
    assert not only(store).known
    assert [len(session.subagents) for session in filled(store)] == [0]


def test_the_subagents_of_a_running_session_are_looked_at_anew(claude: ClaudeDir) -> None:
    path = claude.session()
    agent = write(path.with_suffix("") / "subagents" / "agent-one.jsonl", [user("task", isSidechain=True)])
    registry = claude.path / "sessions" / f"{os.getpid()}.json"
    registry.parent.mkdir()
    registry.write_text(f'{{"pid": {os.getpid()}, "sessionId": "{SESSION}", "status": "busy"}}')
    store = Store(claude.path)
    filled(store)
    with agent.open("ab") as file:
        file.write(b"\n")
    session = only(store)
    assert session.running is not None
    assert session.running.status == "busy"
    assert session.subagents[0].file.size == agent.stat().st_size


def test_what_is_no_file_is_shown_as_what_it_is_and_never_opened(claude: ClaudeDir, tmp_path: Path) -> None:
    folder = claude.session().parent
    (folder / "folder.jsonl").mkdir()
    os.mkfifo(folder / "fifo.jsonl")
    (folder / "link.jsonl").symlink_to(tmp_path / "nowhere")
    (folder / "loop.jsonl").symlink_to(folder / "loop.jsonl")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.open(folder, os.O_RDONLY)  # the name of a socket may not be long
        server.bind(f"/proc/self/fd/{here}/socket.jsonl")
        os.close(here)
        found = {session.session_id: session for session in filled(Store(claude.path), full=True)}
    states = {name: str(session.meta.state) for name, session in found.items() if name != SESSION}
    assert states == {
        "folder": "foreign",
        "fifo": "foreign",
        "socket": "foreign",
        "link": "unreadable",
        "loop": "unreadable",
    }
    assert found["folder"].meta.error == "a folder, not a file"
    assert found["link"].meta.error == "cannot read: No such file or directory"


def test_a_file_that_vanishes_during_the_scan_is_unreadable(claude: ClaudeDir) -> None:
    gone, there = claude.session(), claude.session(session_id=OTHER)
    store = Store(claude.path)
    sessions = store.sessions()
    gone.unlink()
    states = {session.file.path: session.meta.state for session in store.fill(sessions)}
    assert states == {gone: SessionState.UNREADABLE, there: SessionState.SESSION}
    assert [session.session_id for session in store.sessions()] == [OTHER]


def test_a_file_that_becomes_a_fifo_does_not_block(claude: ClaudeDir) -> None:
    path = claude.session()
    store = Store(claude.path)
    sessions = store.sessions()
    path.unlink()
    os.mkfifo(path)
    assert [session.meta.state for session in store.fill(sessions)] == [SessionState.UNREADABLE]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_unreadable(claude: ClaudeDir) -> None:
    path = claude.session()
    path.chmod(0)
    [session] = filled(Store(claude.path))
    assert (session.meta.state, "Permission denied" in session.meta.error) == (SessionState.UNREADABLE, True)


def test_a_claude_dir_without_projects_is_empty(tmp_path: Path) -> None:
    store = Store(tmp_path / "nothing")
    assert (store.scan(), store.running(), store.deleted()) == ((), (), ())


def test_a_folder_with_a_symlink_to_it_is_one(claude: ClaudeDir) -> None:
    folder = claude.session().parent
    (folder.parent / "a-link").symlink_to(folder)
    [project] = Store(claude.path).scan()
    assert [session.file.path.parent for session in project.sessions] == [folder]


def test_a_folder_elsewhere_is_followed(claude: ClaudeDir, tmp_path: Path) -> None:
    write(tmp_path / "elsewhere" / f"{SESSION}.jsonl", [user("q")])
    (claude.path / "projects" / "link").symlink_to(tmp_path / "elsewhere")
    assert [session.meta.title for session in filled(Store(claude.path))] == ["q"]


def test_a_session_is_found_wherever_it_lies(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = write(tmp_path / "anywhere.txt", [user("q")])
    session = store.at(path)
    assert session is not None
    assert session.file == FileStat.of(path)
    assert [(found.session_id, found.meta.title) for found in store.fill([session])] == [("anywhere.txt", "q")]
    assert store.at(tmp_path / "nowhere") is None


def test_filling_may_stop_at_any_session(claude: ClaudeDir, tmp_path: Path) -> None:
    for number in range(3):
        claude.session(session_id=f"{number}")
    cache = MetaCache(tmp_path / "cache.db")
    store = Store(claude.path, cache)
    filling = store.fill(store.sessions())
    next(filling)
    filling.close()  # type: ignore[attr-defined]
    assert len(cache.load(str(claude.path / "projects"))) == 1


def test_many_sessions_are_kept_in_batches(claude: ClaudeDir, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cc_session_tui.core.store.store._BATCH", 2)
    for number in range(5):
        claude.session(session_id=f"{number}")
    cache = MetaCache(tmp_path / "cache.db")
    filled(Store(claude.path, cache))
    assert len(cache.load(str(claude.path / "projects"))) == 5


def test_sessions_that_are_gone_are_forgotten(claude: ClaudeDir, tmp_path: Path) -> None:
    path, cache = claude.session(), MetaCache(tmp_path / "cache.db")
    claude.session(session_id=OTHER)
    store = Store(claude.path, cache)
    filled(store)
    path.unlink()
    filled(store)
    assert [Path(name).stem for name in cache.load(str(claude.path / "projects"))] == [OTHER]


def test_two_threads_may_scan_and_fill(claude: ClaudeDir, tmp_path: Path) -> None:
    for number in range(40):
        claude.session(session_id=f"{number}")
    store = Store(claude.path, MetaCache(tmp_path / "cache.db"))
    titles: list[set[str]] = []
    threads = [threading.Thread(target=lambda: titles.append({s.meta.title for s in filled(store)})) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert titles == [{"hello"}] * 4


def test_a_list_from_the_cache_loads_little(claude: ClaudeDir, tmp_path: Path) -> None:
    claude.session()
    filled(Store(claude.path, MetaCache(tmp_path / "cache.db")))
    code = f"""
import sys
from pathlib import Path
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.store import Store
[project] = Store(Path({str(claude.path)!r}), MetaCache(Path({str(tmp_path / "cache.db")!r}))).scan()
assert project.sessions[0].meta.title == "hello"
heavy = {{"json", "platformdirs", "asyncio", "rich", "textual", "watchfiles"}}
sys.exit(" ".join(heavy & set(sys.modules)) or None)
"""
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
