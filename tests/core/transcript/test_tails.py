"""The end of a file that another program writes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.transcript.activity import Activity, Doing, activity_of
from cc_session_tui.core.transcript.tails import Tail
from tests.core.transcript.script import Script, use
from tests.core.transcript.test_activity import AT, CLIENTS, SESSIONS

if TYPE_CHECKING:
    from pathlib import Path


def long_turn(calls: int) -> Script:
    """A turn of so many calls, which goes on."""
    script = Script()
    script.user("do it all")
    for number in range(calls):
        script.reply(use(f"c{number}"))
        script.result(f"c{number}")
    return script


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


@pytest.mark.parametrize("path", CLIENTS, ids=lambda path: f"{path.relative_to(SESSIONS).parts[0]}-{path.name[:8]}")
def test_a_session_written_in_random_pieces_says_at_each_what_the_whole_says(path: Path, tmp_path: Path) -> None:
    data, sidechain = path.read_bytes(), path.name.startswith("agent-")
    copy = tmp_path / path.name
    copy.touch()
    tail, random_, at = Tail(copy, sidechain=sidechain), random.Random(7), 0  # noqa: S311 - not for secrets
    while at < len(data):
        end = at + random_.randint(1, 4000)
        append(copy, data[at:end])
        assert tail.look() == activity_of(Index.open(copy), sidechain=sidechain)
        at = end


def test_what_was_not_changed_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tail = Tail(long_turn(3).write(tmp_path))
    before = tail.look()
    monkeypatch.setattr(Index, "extend", None)
    assert tail.look() is before


def test_only_the_end_of_a_long_turn_is_kept_and_its_beginning_is_known(tmp_path: Path) -> None:
    script = long_turn(400)
    path = script.write(tmp_path)
    tail = Tail(path)
    assert (tail.look().turn, tail.look().text, tail.look().doing) == (AT.format(1), "do it all", Doing.THINKING)
    for number in range(2000):
        before = len(script.lines)
        script.reply(use(f"d{number}"))
        script.result(f"d{number}")
        append(path, b"".join(script.lines[before:]))
        assert tail.look().turn == AT.format(1)
    assert tail._index is not None
    assert len(tail._index) <= 1003


@pytest.mark.parametrize("how", ["shorter", "replaced", "other"])
def test_a_file_that_is_another_now_is_read_anew(tmp_path: Path, how: str) -> None:
    path = long_turn(3).write(tmp_path)
    tail = Tail(path)
    tail.look()
    script = Script()
    script.user("something else" * (1 if how == "shorter" else 1000))
    if how == "replaced":
        new = path.with_suffix(".new")
        new.write_bytes(b"".join(script.lines))
        new.replace(path)
    else:
        path.write_bytes(b"".join(script.lines))
    assert tail.look().text.startswith("something else")


def test_a_file_that_is_gone_cannot_be_looked_at(tmp_path: Path) -> None:
    path = long_turn(3).write(tmp_path)
    tail = Tail(path)
    tail.look()
    path.unlink()
    with pytest.raises(ReadError):
        tail.look()
    path.touch()
    assert tail.look() == Activity()


def test_a_call_is_answered_by_its_result_and_not_by_a_launch(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    for call, data in (
        ("done", {"status": "completed"}),
        ("failed", "Error: x"),
        ("left", {"status": "async_launched"}),
    ):
        script.reply(use(call, "Agent"))
        script.result(call, toolUseResult=data)
    script.reply(use("open", "Agent"))
    tail = Tail(script.write(tmp_path))
    assert not tail.was_answered("done")
    tail.look()
    assert [call for call in ("done", "failed", "left", "open", "none") if tail.was_answered(call)] == [
        "done",
        "failed",
    ]
