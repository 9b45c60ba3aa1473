"""The cache of metadata, whatever state it is in."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.core.store.cache import VERSION, MetaCache, cache_path
from cc_session_tui.core.store.known import Known
from cc_session_tui.core.store.models import FileStat, Meta, Session, SessionState, Subagent
from cc_session_tui.core.store.store import Store
from tests.core.store.factories import ClaudeDir, filler, user

if TYPE_CHECKING:
    from collections.abc import Callable

AGENT = Subagent(FileStat("/p/agent-1.jsonl", 5, 6, 2**64 - 1, 8), "1", "Explore", "look", "toolu_1", "0")
KNOWN = Known("stamp", ".:5", Meta(SessionState.EMPTY, "title [/]", messages=3, error="why"), (AGENT,))


@pytest.fixture
def cache(tmp_path: Path) -> MetaCache:
    """Return a cache with one session in it."""
    cache = MetaCache(tmp_path / "folder" / "cache.db")
    cache.keep("root", {"/p": KNOWN}, {"/p": b"tally"}, ())
    return cache


def titles(claude: ClaudeDir, cache: MetaCache) -> list[str]:
    """Give the titles of the sessions in CLAUDE, with CACHE."""
    store = Store(claude.path, cache)
    return [session.meta.title for session in store.fill(store.sessions(), full=True)]


def test_what_was_kept_is_loaded(cache: MetaCache) -> None:
    [(path, known)] = cache.load("root").items()
    assert (path, known) == ("/p", KNOWN)
    assert known.meta.state is SessionState.EMPTY
    assert cache.progress("/p") == b"tally"
    assert (cache.load("other root"), cache.progress("/other")) == ({}, b"")


def test_what_is_kept_again_replaces_what_was(cache: MetaCache) -> None:
    cache.keep("root", {"/p": Known("new", "", Meta(title="new"))}, {}, ())
    assert cache.load("root") == {"/p": Known("new", "", Meta(title="new"))}
    assert cache.progress("/p") == b"tally"
    cache.keep("root", {}, {"/p": b"longer"}, ())
    assert cache.progress("/p") == b"longer"


def test_what_is_gone_is_forgotten(cache: MetaCache) -> None:
    cache.keep("root", {}, {}, ["/p"])
    assert (cache.load("root"), cache.progress("/p")) == ({}, b"")


def test_the_cache_is_for_the_user_alone(cache: MetaCache) -> None:
    assert (cache.path.stat().st_mode & 0o777, cache.path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_the_cache_lies_in_the_cache_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_path() == home / ".cache" / "cc-session-tui" / "metadata.sqlite3"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert MetaCache().path == home / ".cache" / "cc-session-tui" / "metadata.sqlite3"


def test_elsewhere_the_cache_folder_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert home in cache_path().parents


def test_a_cache_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    cache = MetaCache(tmp_path / "none.db")
    assert (cache.load("root"), cache.progress("/p")) == ({}, b"")
    assert not cache.path.exists()


def overwrite(path: Path) -> None:
    path.write_bytes(b"no database at all, " * 500)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def other_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TABLE session; CREATE TABLE session(a)")


def no_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TABLE session; DROP TABLE progress")


@pytest.mark.parametrize("harm", [overwrite, empty, cut, other_version, other_tables, no_tables])
def test_a_broken_cache_is_made_anew(cache: MetaCache, harm: Callable[[Path], None]) -> None:
    harm(cache.path)
    assert cache.load("root") == {}
    cache.keep("root", {"/q": KNOWN}, {}, ())
    assert list(cache.load("root")) == ["/q"]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 40_000), st.binary(min_size=1, max_size=8)), min_size=1, max_size=6))
def test_damage_anywhere_is_survived(tmp_path_factory: pytest.TempPathFactory, harm: list[tuple[int, bytes]]) -> None:
    cache = MetaCache(tmp_path_factory.mktemp("harm") / "cache.db")
    cache.keep("root", {f"/p{number}": KNOWN for number in range(50)}, {"/p1": b"x" * 5000}, ())
    with cache.path.open("r+b") as file:
        for at, data in harm:
            file.seek(at)
            file.write(data)
    for known in cache.load("root").values():
        assert [type(value) for value in known.meta] == [type(value) for value in Meta()]
        assert [type(value) for value in known[:2]] == [str, str]
        assert all([type(value) for value in agent] == [type(value) for value in AGENT] for agent in known.subagents)
    cache.progress("/p1")
    cache.keep("root", {"/q": KNOWN}, {}, ["/p1"])
    cache.load("root")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("known", b""),
        ("known", b"\xc1"),
        ("known", "text"),
        ("known", None),
        ("known", msgspec.msgpack.encode(["stamp", "", ["nonsense", *KNOWN.meta[1:]], []])),
        ("known", msgspec.msgpack.encode(["stamp", 5, KNOWN.meta, []])),
        ("known", msgspec.msgpack.encode(["stamp", "", KNOWN.meta, [["file"]]])),
        ("path", 5),
    ],
)
def test_a_row_of_nonsense_is_passed_over(cache: MetaCache, column: str, value: object) -> None:
    with closing(sqlite3.connect(cache.path)) as db, db:
        db.execute(f"UPDATE session SET {column} = ?", (value,))  # noqa: S608
    assert cache.load("root") == {}


def test_text_that_is_none_is_a_broken_cache(cache: MetaCache) -> None:
    with closing(sqlite3.connect(cache.path)) as db, db:
        db.execute("UPDATE session SET path = CAST(x'ff' AS TEXT)")
    assert cache.load("root") == {}
    cache.keep("root", {"/q": KNOWN}, {}, ())
    assert list(cache.load("root")) == ["/q"]


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_locked_cache_is_left_alone(
    claude: ClaudeDir, cache: MetaCache, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cc_session_tui.core.store.cache._PATIENCE", 0.01)
    claude.session()
    with closing(sqlite3.connect(cache.path, isolation_level=None)) as db:
        db.execute(f"BEGIN {mode}")
        assert titles(claude, cache) == ["hello"]
    assert list(cache.load("root")) == ["/p"]


@pytest.mark.parametrize("where", ["/proc/nothing/cache.db", "/dev/full/cache.db"])
def test_a_place_where_nothing_can_be_kept_is_no_error(claude: ClaudeDir, where: str) -> None:
    claude.session()
    assert titles(claude, MetaCache(Path(where))) == ["hello"]


def test_a_folder_in_its_place_is_no_error(claude: ClaudeDir, tmp_path: Path) -> None:
    (tmp_path / "cache.db").mkdir()
    claude.session()
    assert titles(claude, MetaCache(tmp_path / "cache.db")) == ["hello"]


def test_a_full_disk_is_no_error(claude: ClaudeDir, cache: MetaCache, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(path: Path, **options: float) -> sqlite3.Connection:
        db = connected(path, **options)  # type: ignore[call-overload]
        db.execute("PRAGMA max_page_count = 1")
        return db  # type: ignore[no-any-return]

    connected = sqlite3.connect
    monkeypatch.setattr("cc_session_tui.core.store.cache.sqlite3.connect", connect)
    claude.session(user("x" * 300, cwd="/" + "x" * 100_000))
    assert titles(claude, cache) == ["x" * 199 + "…"]
    monkeypatch.undo()
    assert list(cache.load("root")) == ["/p"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_cache_is_read(cache: MetaCache) -> None:
    cache.path.chmod(0o400)
    cache.path.parent.chmod(0o500)
    try:
        cache.keep("root", {"/q": KNOWN}, {}, ())
        assert list(cache.load("root")) == ["/p"]
    finally:
        cache.path.parent.chmod(0o700)


def test_a_path_that_is_no_text_is_not_kept(cache: MetaCache) -> None:
    odd = "/p/\udcff.jsonl"
    agent = AGENT._replace(file=FileStat(odd))
    cache.keep("root", {odd: KNOWN, "/r": KNOWN._replace(subagents=(agent,))}, {odd: b"tally"}, [odd])
    assert list(cache.load("root")) == ["/p"]


def test_a_session_of_an_odd_name_is_read_each_time(claude: ClaudeDir, tmp_path: Path) -> None:
    folder = claude.session().parent
    (folder / os.fsdecode(b"\xff.jsonl")).write_bytes(b"")
    cache = MetaCache(tmp_path / "c.db")
    store = Store(claude.path, cache)
    sessions: list[Session] = list(store.fill(store.sessions(), full=True))
    assert sorted(session.meta.state for session in sessions) == [SessionState.EMPTY, SessionState.SESSION]
    assert len(cache.load(str(claude.path / "projects"))) == 1


def test_two_processes_share_a_cache(claude: ClaudeDir, tmp_path: Path) -> None:
    for number in range(60):
        claude.session(user(f"prompt {number}"), *filler(5000), session_id=f"{number}")
    code = f"""
from pathlib import Path
from cc_session_tui.core.store import store
from cc_session_tui.core.store.cache import MetaCache
store._BATCH = 1
for _ in range(3):
    opened = store.Store(Path({str(claude.path)!r}), MetaCache(Path({str(tmp_path / "c.db")!r})))
    found = list(opened.fill(opened.sessions(), full=True))
    assert len({{session.meta.title for session in found}}) == 60
"""
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert len(MetaCache(tmp_path / "c.db").load(str(claude.path / "projects"))) == 60


def test_progress_is_kept_for_a_large_session(claude: ClaudeDir, tmp_path: Path) -> None:
    path, cache = claude.session(user("q"), *filler(2 << 20)), MetaCache(tmp_path / "c.db")
    titles(claude, cache)
    assert cache.progress(str(path))
    with path.open("ab") as file:
        file.write(b"junk\n")
    store = Store(claude.path, cache)
    [session] = store.fill(store.sessions(), full=True)
    assert session.meta.damaged_lines == 1
