"""What the system's notices cannot tell is told all the same."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
import watchfiles

from cc_session_tui.core.errors import SessionError
from cc_session_tui.watching import watcher as module
from cc_session_tui.watching.changes import PollingInstead, SessionGone, SessionGrown, SessionNew
from cc_session_tui.watching.looking import Looker
from cc_session_tui.watching.watcher import StoreWatcher
from tests.watching.conftest import Watched, watching

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.watching.changes import Change

LINE = b'{"type":"user","n":1}\n'


@pytest.fixture
def one(claude: Path) -> Path:
    return claude / "projects" / "-home-u-p" / "one.jsonl"


def append(path: Path) -> int:
    """Append a line to PATH, and tell how long it was."""
    with path.open("ab") as file:
        file.write(LINE)
        return file.tell() - len(LINE)


async def test_a_project_whose_name_is_not_utf8_is_told_of_like_any(watched: Watched, one: Path) -> None:
    odd = one.parents[1] / os.fsdecode(b"-home-\xff") / "two.jsonl"
    odd.parent.mkdir()
    append(odd)
    await watched.hear(SessionNew(odd))
    append(odd)
    await watched.hear(SessionGrown(odd, len(LINE), 2 * len(LINE)))
    odd.unlink()
    await watched.hear(SessionGone(odd))
    size = append(one)
    await watched.hear(SessionGrown(one, size, size + len(LINE)))
    assert not any(isinstance(change, PollingInstead) for change in watched.told)


async def test_a_file_whose_name_is_not_utf8_ends_nothing(watched: Watched, one: Path) -> None:
    odd = one.with_name(os.fsdecode(b"\xff.jsonl"))
    append(odd)
    await watched.hear(SessionNew(odd))
    append(odd)
    await watched.hear(SessionGrown(odd, len(LINE), 2 * len(LINE)))
    assert not any(isinstance(change, PollingInstead) for change in watched.told)


async def test_a_store_whose_name_is_not_utf8_is_polled(
    claude: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_POLL_SECONDS", 0.3)
    odd = tmp_path / os.fsdecode(b"\xff")
    os.rename(claude, odd)  # noqa: PTH104 - not of a `Path`, in a coroutine
    async with watching(StoreWatcher(odd)) as watched:
        await watched.hear(PollingInstead("its name is not UTF-8"))
        new = odd / "projects" / "-home-u-p" / "two.jsonl"
        append(new)
        await watched.hear(SessionNew(new))


async def test_what_nobody_thought_of_is_said_once_and_it_goes_on(
    claude: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("nobody")

    monkeypatch.setattr(module, "watch", fail)
    monkeypatch.setattr(module, "_POLL_SECONDS", 0.3)
    async with watching(StoreWatcher(claude)) as watched:
        await watched.follow(one)
        size = append(one)
        await watched.hear(SessionGrown(one, size, size + len(LINE)))
        assert watched.told.count(PollingInstead("KeyError: 'nobody'")) == 1


async def test_a_folder_that_may_be_read_but_not_watched_has_all_polled(
    claude: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(f'Permission denied (os error 13) about ["{one.parent}"]')

    monkeypatch.setattr(module, "watch", refuse)
    monkeypatch.setattr(module, "_POLL_SECONDS", 0.3)
    async with watching(StoreWatcher(claude)) as watched:
        await watched.hear(PollingInstead("Permission denied (os error 13)"))
        await watched.follow(one)
        new = one.with_name("two.jsonl")
        append(new)
        await watched.hear(SessionNew(new))


async def test_a_folder_that_is_closed_before_it_is_watched_is_passed_over(
    watched: Watched, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`watch` refuses a folder that is none of those to watch any more."""
    closed, folders, watch = [str(one.parent / "closed")], Looker.folders, watchfiles.watch

    def refuse(*paths: str, **given: Any) -> object:
        if any(path.endswith("closed") for path in paths):
            raise PermissionError("Permission denied (os error 13)")
        return watch(*paths, **given)

    monkeypatch.setattr(
        Looker, "folders", lambda looker: folders(looker) | ({closed[0]: closed.pop()} if closed else {})
    )
    monkeypatch.setattr(module, "watch", refuse)
    (one.parents[1] / "-home-u-q").mkdir()  # others are to be watched
    new = one.with_name("two.jsonl")
    append(new)
    await watched.hear(SessionNew(new))
    size = append(one)
    await watched.hear(SessionGrown(one, size, size + len(LINE)))
    assert not closed
    assert not any(isinstance(change, PollingInstead) for change in watched.told)


async def test_what_cannot_be_looked_at_any_more_is_raised(claude: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_looker: Looker) -> list[Change]:
        raise ZeroDivisionError("nobody")

    monkeypatch.setattr(Looker, "all", fail)
    with pytest.raises(SessionError, match=r"^Watching stopped: ZeroDivisionError: nobody$"):
        async for _ in StoreWatcher(claude).changes():
            pass
