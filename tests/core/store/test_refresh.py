"""Reading only what changed: the outcome is that of reading everything."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.clients import with_other_clients
from cc_session_tui.core.store.growing import Growing
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.projects import Grouped
from cc_session_tui.core.store.store import Store
from tests.core.store.changing import Changing
from tests.core.store.factories import OTHER, SESSION, ClaudeDir, assistant, filler, lines, title, user, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cc_session_tui.core.store.models import Project, Session


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


def test_a_session_that_goes_while_it_is_read_is_unreadable(claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cc_session_tui.core.store.filling.MOST_COUNTED", 1 << 20)
    path = claude.session(user("q"), *filler(2 << 20))
    kept = Kept(claude.path)
    kept.refresh(path)
    kept.count(path)
    append(path, user("more"))
    [changed] = kept.store.sessions()
    path.unlink()
    [session] = kept.store.fill([changed])
    assert session.meta.state is SessionState.UNREADABLE


def test_how_far_was_read_is_kept_of_the_sessions_that_changed_last(claude: ClaudeDir) -> None:
    paths = [claude.session(session_id=f"{number}") for number in range(40)]
    kept = Kept(claude.path)
    for path in paths:
        kept.refresh(path)
        kept.count(path)
        append(path, user("more"))
    kept.refresh(*paths)  # those of the first are not in memory any more
    assert {session.meta.messages for session in kept.sessions} == {2}
    growing = Growing(lambda _: b"")
    for path in paths:
        growing.note(str(path))
    assert [str(path) in growing for path in paths] == [False] * 8 + [True] * 32
