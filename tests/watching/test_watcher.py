"""What is told of a store that changes: real files, written by another process where that may differ."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import SessionError
from cc_session_tui.core.store.store import Store
from cc_session_tui.watching import watcher as module
from cc_session_tui.watching.changes import (
    ClientChanged,
    ClientEnded,
    ClientStarted,
    PollingInstead,
    SessionGone,
    SessionGrown,
    SessionNew,
    SessionReplaced,
    SessionRewritten,
    SessionShrunk,
    SubagentNew,
)
from cc_session_tui.watching.looking import Before, Looker
from cc_session_tui.watching.places import sessions_in
from cc_session_tui.watching.watcher import StoreWatcher
from tests.watching.conftest import Watched, watching

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.watching.conftest import Client

LINE = b'{"type":"user","n":1}\n'
BURST = """
import sys
for number in range(1000):
    with open(sys.argv[1], "ab", buffering=0) as file:
        file.write(b'{"type":"user","n":%d}\\n' % number)
"""


@pytest.fixture
def one(claude: Path) -> Path:
    return claude / "projects" / "-home-u-p" / "one.jsonl"


def size_of(path: Path) -> int:
    return path.stat().st_size


def overwrite(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def rewrite(path: Path, data: bytes) -> None:
    """Write DATA over the beginning of PATH, which then seems untouched."""
    before = path.stat()
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def touch(path: Path) -> None:
    """Set the time of PATH, in whole milliseconds."""
    now = path.stat().st_ctime_ns // 1_000_000 * 1_000_000
    os.utime(path, ns=(now, now + 1_000_000))


def delete(path: Path) -> None:
    path.unlink()


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def threads() -> list[threading.Thread]:
    """The threads of watchers."""
    return [thread for thread in threading.enumerate() if thread.name == "watch"]


async def test_an_append_is_told_with_where_to_read_on(watched: Watched, one: Path) -> None:
    size = size_of(one)
    append(one, LINE)
    await watched.hear(SessionGrown(one, size, size + len(LINE)))


async def test_a_burst_from_another_process_is_told_without_a_gap(watched: Watched, one: Path) -> None:
    size = size_of(one)
    writer = await asyncio.create_subprocess_exec(sys.executable, "-c", BURST, one)
    assert await writer.wait() == 0
    end = size_of(one)
    await watched.until(lambda told: isinstance(told[-1], SessionGrown) and told[-1].end == end)
    grown = [change for change in watched.told if isinstance(change, SessionGrown) and change.start != change.end]
    assert grown[0].start == size
    assert [change.start for change in grown[1:]] == [change.end for change in grown[:-1]]
    assert {type(change) for change in watched.told} == {SessionGrown}


async def test_a_replaced_file_is_told_and_followed_on(watched: Watched, one: Path) -> None:
    new = one.with_suffix(".tmp")
    for number in range(3):
        new.write_bytes(LINE * (60 + number))
        new.replace(one)
        await watched.hear(SessionReplaced(one), number + 1)
        size = size_of(one)
        append(one, LINE)
        await watched.hear(SessionGrown(one, size, size + len(LINE)))


async def test_a_shortened_file_is_told(watched: Watched, one: Path) -> None:
    os.truncate(one, 22)
    await watched.hear(SessionShrunk(one, 22))


async def test_a_file_truncated_and_regrown_between_looks_was_rewritten(watched: Watched, one: Path) -> None:
    overwrite(one, LINE * 80)  # the same inode, and longer
    await watched.hear(SessionRewritten(one))


async def test_a_rewrite_of_the_same_size_and_mtime_is_told(watched: Watched, one: Path) -> None:
    rewrite(one, LINE)
    await watched.hear(SessionRewritten(one))


async def test_a_file_whose_time_is_set_has_not_changed(watched: Watched, one: Path) -> None:
    """So the client does when it exits, and when it resumes (2.1.332)."""
    size = size_of(one)
    touch(one)
    # twice, since only what stays so counts: the file that is beside it is told after a look at this one
    for name in ("two.jsonl", "three.jsonl"):
        overwrite(one.with_name(name), LINE)
        await watched.hear(SessionNew(one.with_name(name)))
    append(one, LINE)
    await watched.hear(SessionGrown(one, size, size + len(LINE)))
    assert not any(isinstance(change, SessionRewritten) for change in watched.told)


async def test_a_deleted_file_is_told_and_told_again_when_it_is_back(watched: Watched, one: Path) -> None:
    delete(one)
    await watched.hear(SessionGone(one))
    overwrite(one, LINE)
    await watched.hear(SessionNew(one))
    append(one, LINE)
    await watched.hear(SessionGrown(one, len(LINE), 2 * len(LINE)))


async def test_new_sessions_are_told_in_old_and_new_projects(watched: Watched, one: Path) -> None:
    two = one.with_name("two.jsonl")
    two.write_bytes(LINE)
    await watched.hear(SessionNew(two))
    far = one.parents[1] / "-home-u-q" / "three.jsonl"
    far.parent.mkdir()
    far.write_bytes(LINE)
    await watched.hear(SessionNew(far))
    append(far, LINE)
    await watched.hear(SessionGrown(far, len(LINE), 2 * len(LINE)))


async def test_a_project_that_was_deleted_and_made_again_is_watched(watched: Watched, one: Path) -> None:
    for number in range(3):
        shutil.rmtree(one.parent)
        one.parent.mkdir()
        again = one.with_name(f"again-{number}.jsonl")
        again.write_bytes(LINE)
        await watched.hear(SessionNew(again))
        append(again, LINE)
        await watched.hear(SessionGrown(again, len(LINE), 2 * len(LINE)))


async def test_a_subagent_of_the_followed_session_is_told_and_grows(watched: Watched, one: Path) -> None:
    agent = one.with_suffix("") / "subagents" / "agent-a.jsonl"
    agent.parent.mkdir(parents=True)
    agent.write_bytes(LINE)
    await watched.hear(SubagentNew(agent))
    append(agent, LINE)
    await watched.hear(SessionGrown(agent, len(LINE), 2 * len(LINE)))


async def test_a_client_is_told_when_it_starts_turns_busy_and_ends(watched: Watched, client: Client) -> None:
    await watched.hear(ClientStarted(client.tell("one", "idle")))
    busy = client.tell("one", "busy")
    await watched.hear(ClientChanged(busy))
    await client.die()
    await watched.hear(ClientEnded(busy))


async def test_a_store_that_is_a_symlink_is_told_by_its_own_paths(claude: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.mkdir()
    (link / "projects").symlink_to(claude / "projects")
    path = link / "projects" / "-home-u-p" / "one.jsonl"
    async with watching(StoreWatcher(link)) as watched:
        await watched.follow(path)
        size = size_of(path)
        append(claude / "projects" / "-home-u-p" / "one.jsonl", LINE)
        await watched.hear(SessionGrown(path, size, size + len(LINE)))
        two = path.with_name("two.jsonl")
        (claude / "projects" / "-home-u-p" / "two.jsonl").write_bytes(LINE)
        await watched.hear(SessionNew(two))
        append(claude / "projects" / "-home-u-p" / "two.jsonl", LINE)
        await watched.hear(SessionGrown(two, len(LINE), 2 * len(LINE)))
        assert {change.path for change in watched.told if isinstance(change, SessionGrown)} == {path, two}


async def test_a_project_under_two_names_is_told_once(watched: Watched, one: Path) -> None:
    (one.parents[1] / "a-link").symlink_to(one.parent)
    two = one.with_name("two.jsonl")
    two.write_bytes(LINE)
    await watched.hear(SessionNew(two))
    append(two, LINE)
    await watched.hear(SessionGrown(two, len(LINE), 2 * len(LINE)))
    assert [change for change in watched.told if "a-link" in str(change)] == []


async def test_a_project_that_is_moved_in_is_watched(watched: Watched, one: Path, tmp_path: Path) -> None:
    new = one.parents[1] / "-moved" / "two.jsonl"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "two.jsonl").write_bytes(LINE)
    (tmp_path / "elsewhere").rename(new.parent)
    await watched.hear(SessionNew(new))
    append(new, LINE)
    await watched.hear(SessionGrown(new, len(LINE), 2 * len(LINE)))


async def test_a_store_that_appears_later_is_watched(tmp_path: Path) -> None:
    elsewhere, path = tmp_path / "any.jsonl", tmp_path / "later" / "projects" / "-p" / "one.jsonl"
    elsewhere.write_bytes(LINE)
    async with watching(StoreWatcher(tmp_path / "later")) as watched:
        await watched.follow(elsewhere)
        path.parent.mkdir(parents=True)
        path.write_bytes(LINE)
        await watched.hear(SessionNew(path))
        append(path, LINE)
        await watched.hear(SessionGrown(path, len(LINE), 2 * len(LINE)))


def test_what_lies_beside_a_followed_session_elsewhere_is_no_session(claude: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "elsewhere" / "one.jsonl", tmp_path / "elsewhere" / "other.jsonl"
    one.parent.mkdir()
    one.write_bytes(LINE)
    looker = Looker(claude)
    looker.all()
    looker.follow(str(one))
    other.write_bytes(LINE)
    append(one, LINE)
    assert looker.at([str(one), str(other)]) == [SessionGrown(one, len(LINE), 2 * len(LINE))]


def test_what_cannot_be_read_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "projects").write_bytes(b"a file where the folder should be")
    looker = Looker(tmp_path)
    assert (looker.all(), looker.all()) == ([], [])
    assert sessions_in(str(tmp_path / "gone")) == {}


async def test_a_folder_that_goes_before_it_is_watched_is_passed_over(
    claude: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, folders = [str(claude / "gone")], Looker.folders
    monkeypatch.setattr(Looker, "folders", lambda looker: folders(looker) | ({gone[0]: gone.pop()} if gone else {}))
    async with watching(StoreWatcher(claude)) as watched:
        await watched.follow(one)
        size = size_of(one)
        append(one, LINE)
        await watched.hear(SessionGrown(one, size, size + len(LINE)))
        assert {type(change) for change in watched.told} == {SessionGrown}


async def test_what_changed_before_the_watch_is_told_first(claude: Path, one: Path, client: Client) -> None:
    two, three = one.with_name("two.jsonl"), one.with_name("three.jsonl")
    two.write_bytes(LINE)
    client.tell("one", "idle")
    store = Store(claude)
    before = Before(tuple(session.file for session in store.sessions()), store.running())
    append(one, LINE)
    delete(two)
    three.write_bytes(LINE)
    busy = client.tell("one")
    agent = one.with_suffix("") / "subagents" / "agent-a.jsonl"
    agent.parent.mkdir(parents=True)
    agent.write_bytes(LINE)
    size = size_of(one)
    files = [SessionGrown(one, size - len(LINE), size), SubagentNew(agent), SessionNew(three), SessionGone(two)]
    async with watching(StoreWatcher(claude, before)) as watched:
        await watched.hear(ClientChanged(busy))
        assert sorted(watched.told, key=str) == sorted([*files, ClientChanged(busy)], key=str)


async def test_what_was_not_notified_is_found_in_the_end(
    claude: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deaf(_folders: object, stop: threading.Event) -> Iterator[set[str]]:
        while not stop.wait(0.01):
            yield set()

    monkeypatch.setattr(module, "_hints", deaf)
    monkeypatch.setattr(module, "_ALL_SECONDS", 0.01)
    async with watching(StoreWatcher(claude)) as watched:
        await watched.follow(one)
        two = one.with_name("two.jsonl")
        two.write_bytes(LINE)
        await watched.hear(SessionNew(two))


async def test_where_the_system_has_no_watches_left_it_polls_and_says_so_once(
    claude: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr(module, "watch", refuse)
    monkeypatch.setattr(module, "_POLL_SECONDS", 0.3)
    async with watching(StoreWatcher(claude)) as watched:
        await watched.follow(one)
        size = size_of(one)
        append(one, LINE)
        await watched.hear(SessionGrown(one, size, size + len(LINE)))
        for name in ("two", "three"):
            new = one.with_name(f"{name}.jsonl")
            new.write_bytes(LINE)
            await watched.hear(SessionNew(new))
        assert watched.told.count(PollingInstead("OS file watch limit reached")) == 1


async def test_the_thread_ends_when_nobody_listens_any_more(claude: Path, one: Path) -> None:
    async with watching(StoreWatcher(claude)) as watched:
        await watched.follow(one)
        running = threads()
        assert running
    for thread in running:
        await asyncio.to_thread(thread.join)


async def test_what_goes_wrong_is_raised_to_who_listens(claude: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_looker: Looker) -> None:
        raise ValueError("what nobody thought of")

    monkeypatch.setattr(Looker, "all", fail)
    with pytest.raises(SessionError, match="Watching stopped: ValueError: what nobody thought of"):
        await Watched(StoreWatcher(claude)).run()
