"""Reading only what changed: the outcome is that of reading everything."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.clients import with_other_clients
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.projects import Grouped
from cc_session_tui.core.store.store import Store
from tests.core.store.factories import OTHER, SESSION, ClaudeDir, assistant, filler, lines, title, user, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cc_session_tui.core.store.models import Project, Session

PIDS = (os.getpid(), os.getppid())
CWDS = ("/home/u/proj", "/home/u/pr\u00f6j", "/home/u/pro\u0308j", "/home/u/other.one", "/home/u/other-one")


class Kept:
    """What is known of a store, kept right by refreshing what changed."""

    def __init__(self, claude_dir: Path, cache: MetaCache | None = None) -> None:
        self.store = Store(claude_dir, cache)
        self.sessions = Grouped(self.store.fill(self.store.sessions()))

    def refresh(self, *paths: Path) -> None:
        clients = self.store.running()
        others = with_other_clients(self.sessions, clients)
        for name, session in self.store.refresh([*map(str, paths), *others], clients):
            if session is None:
                self.sessions.drop(name)
            else:
                self.sessions.put(session)

    def count(self, path: Path) -> None:
        session = self.sessions.get(str(path))
        if session is not None:
            self.sessions.put(next(iter(self.store.fill([session], full=True))))

    def only(self) -> Session:
        [session] = self.sessions
        return session


def fresh(claude_dir: Path, kept: Kept) -> tuple[Project, ...]:
    """The store as it is read from scratch, counted where it is in KEPT."""
    store = Store(claude_dir)
    counted = {session.file.name for session in kept.sessions if session.meta.complete}
    found = [next(store.fill([session], full=session.file.name in counted)) for session in store.sessions()]
    return store.regroup(found)


def append(path: Path, *records: dict[str, object]) -> None:
    with path.open("ab") as file:
        file.write(lines(records))


def register(claude: ClaudeDir, pid: int, session_id: str, status: str = "busy") -> None:
    (claude.path / "sessions").mkdir(exist_ok=True)
    record = {"pid": pid, "sessionId": session_id, "cwd": "/p", "status": status}
    (claude.path / "sessions" / f"{pid}.json").write_text(json.dumps(record))


class Changing:
    """Random changes to a store, as clients, editors and people make them."""

    def __init__(self, claude: ClaudeDir, seed: int) -> None:
        self.claude = claude
        self.choose = random.Random(seed)  # noqa: S311 - no secret
        self.number = 0
        self.told: list[Path] = []
        """What a watcher would tell."""

    def step(self) -> None:
        """Change something."""
        steps = [self.create, self.name, self.tear, self.replace, self.shorten, self.delete, self.delete_project]
        steps += [self.start_agent, self.start_agent, self.grow_agent, self.end_agent, self.end_client]
        steps += [self.rename_beside, self.delete_beside, *[self.run_client] * 2, *[self.grow] * 4]
        self.choose.choice(steps)()

    def take(self) -> list[Path]:
        """What was told, in any order; then nothing is."""
        told, self.told = self.told, []
        self.choose.shuffle(told)
        return told

    def a_file(self) -> Path:
        """A session file; there is one then."""
        files = sorted(self.claude.path.glob("projects/*/*.jsonl"))
        return self.choose.choice(files or [self.create()])

    def an_agent(self) -> Path:
        """A subagent's file; there is one then."""
        agents = sorted(self.claude.path.glob("projects/*/*/subagents/**/agent-*.jsonl"))
        return self.choose.choice(agents or [self.start_agent()])

    def records(self, path: Path) -> list[dict[str, object]]:
        cwd, name = self.choose.choice(CWDS), path.stem
        made = {
            0: user(f"prompt {self.number}", sessionId=name, cwd=cwd),
            1: assistant(message_id=f"msg_{self.choose.randrange(9)}", sessionId=name, cwd=cwd),
            2: user([{"type": "tool_result", "tool_use_id": "t", "content": "x" * 2000}], sessionId=name, cwd=cwd),
        }
        return [made[self.choose.randrange(3)] for _ in range(self.choose.randrange(1, 40))]

    def create(self) -> Path:
        self.number += 1
        path = self.claude.folder(self.choose.choice(CWDS)) / f"{self.number:08x}-0000-4000-8000-000000000000.jsonl"
        self.told.append(write(path, self.records(path) if self.choose.random() < 0.9 else []))
        return path

    def append(self, path: Path, data: bytes) -> None:
        with path.open("ab") as file:
            file.write(data)
        self.told.append(path)

    def grow(self) -> None:
        path = self.a_file()
        self.append(path, lines(self.records(path)))

    def name(self) -> None:
        path, kind = self.a_file(), self.choose.choice(["custom-title", "ai-title"])
        self.append(path, lines([title(kind, f"title {self.choose.random()}", path.stem)]))

    def tear(self) -> None:
        path = self.a_file()
        self.append(path, lines(self.records(path))[: self.choose.randrange(1, 3000)])

    def replace(self) -> None:
        path = self.a_file()
        write(path.with_suffix(".tmp"), self.records(path)).replace(path)
        self.told.append(path)

    def shorten(self) -> None:
        path = self.a_file()
        os.truncate(path, self.choose.randrange(path.stat().st_size + 1))
        self.told.append(path)

    def delete(self) -> None:
        path = self.a_file()
        path.unlink()
        self.told.append(path)

    def delete_project(self) -> None:
        folder = self.a_file().parent
        if self.choose.random() < 0.3:
            self.told += folder.glob("*.jsonl")
            shutil.rmtree(folder)

    def start_agent(self) -> Path:
        self.number += 1
        where = self.a_file().with_suffix("") / "subagents" / self.choose.choice(["", "", "workflows/wf_1"])
        path = write(where / f"agent-{self.number:04x}.jsonl", [user("task", isSidechain=True)])
        self.told.append(path)
        self.describe(path)
        return path

    def describe(self, path: Path, **fields: object) -> None:
        meta = {"agentType": "Explore", "description": f"look {self.number}", "toolUseId": "toolu_1"} | fields
        path.with_suffix(".tmp").write_text(json.dumps(meta))
        path.with_suffix(".tmp").replace(path.with_suffix(".meta.json"))
        self.told.append(path.with_suffix(".meta.json"))

    def grow_agent(self) -> None:
        self.append(self.an_agent(), lines([user("more", isSidechain=True)]))

    def end_agent(self) -> None:
        self.describe(self.an_agent(), finished=True)

    def rename_beside(self) -> None:
        file = self.a_file().with_suffix("") / "custom-title.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"customTitle": f"beside {self.choose.random()}"}))
        self.told.append(file)

    def delete_beside(self) -> None:
        beside = self.a_file().with_suffix("")
        shutil.rmtree(beside, ignore_errors=True)
        self.told.append(beside)

    def run_client(self) -> None:
        status = self.choose.choice(["busy", "idle", "waiting"])
        register(self.claude, self.choose.choice(PIDS), self.a_file().stem, status)

    def end_client(self) -> None:
        (self.claude.path / "sessions" / f"{self.choose.choice(PIDS)}.json").unlink(missing_ok=True)


@pytest.mark.parametrize("seed", range(4))
def test_what_was_refreshed_is_what_a_fresh_store_finds(claude: ClaudeDir, tmp_path: Path, seed: int) -> None:
    changing = Changing(claude, seed)
    for _ in range(5):
        changing.create()
    kept = Kept(claude.path, MetaCache(tmp_path / "cache.db"))
    for _ in range(80):
        for _ in range(changing.choose.randrange(1, 4)):
            changing.step()
        kept.refresh(*changing.take())
        if changing.choose.random() < 0.3:
            kept.count(changing.a_file())
            kept.refresh(*changing.take())
        assert kept.sessions.projects() == fresh(claude.path, kept)


def test_a_session_that_grows_costs_what_was_added(claude: ClaudeDir, reads: Callable[[], int]) -> None:
    path = claude.session(user("q"), *filler(3 << 20), assistant())
    kept = Kept(claude.path)
    kept.count(path)
    kept.refresh(path)
    for number in range(3):
        append(path, assistant(message_id=f"msg_new_{number}"))
        before = reads()
        kept.refresh(path)
        session = kept.only()
        assert session.meta.messages == 3 + number
        assert (session.file.size, session.known) == (path.stat().st_size, True)
        if number:
            assert reads() - before < 100_000


@pytest.fixture
def reads() -> Callable[[], int]:
    """Give a counter of the bytes that this process reads."""
    if not sys.platform.startswith("linux"):
        pytest.skip("Linux counts them")

    def read() -> int:
        with open("/proc/self/io", encoding="ascii") as file:  # noqa: PTH123
            return int(file.readline().split()[1])

    return read


def test_a_session_without_counts_is_read_from_its_ends(claude: ClaudeDir, reads: Callable[[], int]) -> None:
    path = claude.session(user("q"), *filler(3 << 20), assistant())
    kept = Kept(claude.path)
    append(path, title("ai-title", "named"))
    before = reads()
    kept.refresh(path)
    assert reads() - before < 200_000
    assert (kept.only().meta.title, kept.only().meta.messages) == ("named", -1)


def test_a_large_session_that_was_rewritten_is_not_read_whole(
    claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cc_session_tui.core.store.filling.MOST_COUNTED", 1 << 20)
    path = claude.session(user("q"), *filler(2 << 20))
    kept = Kept(claude.path)
    kept.refresh(path)
    kept.count(path)
    append(path, user("more"))
    kept.refresh(path)
    assert kept.only().meta.messages == 2
    write(path, [user("other"), *filler(2 << 20)])
    kept.refresh(path)
    assert (kept.only().meta.title, kept.only().meta.messages) == ("other", -1)


def test_counts_are_resumed_from_the_cache_by_the_next_program(
    claude: ClaudeDir, tmp_path: Path, reads: Callable[[], int]
) -> None:
    path = claude.session(user("q"), *filler(3 << 20))
    Kept(claude.path, MetaCache(tmp_path / "cache.db")).count(path)
    kept = Kept(claude.path, MetaCache(tmp_path / "cache.db"))
    append(path, user("more"))
    before = reads()
    kept.refresh(path)
    assert kept.only().meta.messages == 2
    assert reads() - before < 200_000


def test_what_was_refreshed_is_in_the_cache(claude: ClaudeDir, tmp_path: Path) -> None:
    path = claude.session()
    kept = Kept(claude.path, MetaCache(tmp_path / "cache.db"))
    append(path, title("custom-title", "new"))
    kept.refresh(path)
    [session] = Store(claude.path, MetaCache(tmp_path / "cache.db")).sessions()
    assert (session.known, session.meta.title) == (True, "new")


def test_a_scan_in_between_keeps_what_was_counted(claude: ClaudeDir) -> None:
    path = claude.session(user("q"), *filler(100_000))
    kept = Kept(claude.path)
    kept.refresh(path)
    kept.count(path)
    append(path, user("more"))
    [session] = kept.store.fill(kept.store.sessions())
    assert session.meta.messages == 2


def test_a_folder_is_told_by_one_of_its_names(claude: ClaudeDir) -> None:
    path = claude.session()
    (path.parents[1] / "a-link").symlink_to(path.parent)
    kept = Kept(claude.path)
    append(path, title("custom-title", "new"))
    kept.refresh(path.parents[1] / "a-link" / path.name)
    assert (kept.only().file.path, kept.only().meta.title) == (path, "new")


def test_what_lies_elsewhere_is_none_of_the_store(claude: ClaudeDir, tmp_path: Path) -> None:
    claude.session()
    kept = Kept(claude.path)
    kept.refresh(write(tmp_path / "elsewhere" / "x.jsonl", [user("q")]), claude.path / "projects")
    assert [session.session_id for session in kept.sessions] == [SESSION]


def test_an_old_subagent_goes_below_its_session(claude: ClaudeDir) -> None:
    path = claude.session()
    kept = Kept(claude.path)
    agent = write(path.parent / "agent-one.jsonl", [user("task", isSidechain=True)])
    kept.refresh(agent)
    [project] = kept.sessions.projects()
    assert [[agent.agent_id for agent in session.subagents] for session in project.sessions] == [["one"]]


def test_what_is_no_file_is_told_as_such_until_it_is_one(claude: ClaudeDir) -> None:
    kept = Kept(claude.path)
    path = claude.folder() / f"{OTHER}.jsonl"
    path.mkdir(parents=True)
    kept.refresh(path, path / "inside")
    assert kept.only().meta.state is SessionState.FOREIGN
    path.rmdir()
    write(path, [user("q")])
    kept.refresh(path)
    assert kept.only().meta.title == "q"


def test_projects_that_did_not_change_are_not_made_anew(claude: ClaudeDir) -> None:
    one, _ = claude.session(cwd="/a"), claude.session(cwd="/b", session_id=OTHER)
    kept = Kept(claude.path)
    before = {project.path: project for project in kept.sessions.projects()}
    append(one, user("more", cwd="/a"))
    kept.refresh(one)
    after = {project.path: project for project in kept.sessions.projects()}
    assert after["/b"] is before["/b"]
    assert after["/a"] is not before["/a"]


def test_a_subagent_tells_when_it_began_and_that_it_ended(claude: ClaudeDir) -> None:
    path = claude.session()
    kept = Kept(claude.path)
    changing = Changing(claude, 0)
    changing.start_agent()
    kept.refresh(*changing.take())
    [agent] = kept.only().subagents
    assert (agent.started[:4], agent.finished) == ("2026", False)
    changing.end_agent()
    kept.refresh(*changing.take())
    assert kept.only().subagents == (agent._replace(finished=True),)
    assert kept.only().file.path == path


def test_metadata_that_is_written_over_is_read(claude: ClaudeDir) -> None:
    claude.session()
    kept, changing = Kept(claude.path), Changing(claude, 0)
    meta = changing.start_agent().with_suffix(".meta.json")
    kept.refresh(*changing.take())
    meta.write_text('{"agentType": "Plan"}')  # in place: the folder's time stays
    kept.refresh(meta)
    assert [agent.agent_type for agent in kept.only().subagents] == ["Plan"]


def test_a_session_that_grows_while_it_is_counted_is_counted(
    claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cc_session_tui.core.store.filling.MOST_COUNTED", 1 << 20)
    path = claude.session(user("q"), *filler(2 << 20))
    kept = Kept(claude.path)
    kept.refresh(path)
    [before] = kept.sessions
    append(path, user("more"))
    kept.refresh(path)  # in another thread, from its ends
    next(iter(kept.store.fill([before], full=True)))
    append(path, user("and more"))
    kept.refresh(path)
    assert kept.only().meta.messages == 3
