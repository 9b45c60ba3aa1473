"""`cc-session tail -f` of a session that is cut in place, and written on: what was not told is told once, in order."""

from __future__ import annotations

import json
import os
import random
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import pytest

from cc_session_tui.cli.tail_entries import Tail
from cc_session_tui.core.errors import ReadError
from tests.cli.test_tail_growing import Followed, complete, names
from tests.core.transcript.test_growing_sessions import FILES, named

if TYPE_CHECKING:
    from pathlib import Path

LOOKS: Final = 12
WRITES: Final = ("append", "append", "cut", "drop", "empty", "other", "replace", "restore")
"""What happens to a file; several may between two looks."""
SMALL: Final = (*WRITES, "edit")
"""What also happens to one that was read whole; of another nobody may know what stood before its end."""


class Written:
    """A session of prompts, each with a number, that is written and followed."""

    def __init__(self, path: Path, choose: random.Random, *, records: int, with_uuids: bool) -> None:
        self.path, self.choose = path, choose
        self.with_uuids = with_uuids
        self.lines: list[bytes] = []
        self.number = 0
        self.is_moved = False
        path.write_bytes(b"")
        self.append(records)
        self.before = list(self.lines)

    def line(self) -> bytes:
        """Another prompt, below the last record of the file; most are equally long."""
        self.number += 1
        text = f"N{self.number:05}." + "x" * self.choose.choice([0, 0, 1, 300])
        if not self.with_uuids and self.choose.random() < 0.4:
            return b"%s, which is no record\n" % text.encode()
        before = next((line for line in reversed(self.lines) if line.startswith(b"{")), None)
        record: dict[str, Any] = {"type": "user", "uuid": f"u{self.number:05}", "sessionId": "s"}
        record |= {"parentUuid": json.loads(before)["uuid"] if before else None}
        record |= {"message": {"role": "user", "content": text}}
        return json.dumps(record).encode() + b"\n"

    def append(self, count: int = 0) -> None:
        new = []
        for _ in range(count or self.choose.choice([1, 1, 2, 30, 100])):
            new.append(self.line())
            self.lines.append(new[-1])
        with self.path.open("ab") as file:
            file.write(b"".join(new))

    def cut(self) -> None:
        """Leave some of the first lines."""
        self._keep(self.choose.randrange(len(self.lines) + 1))

    def drop(self) -> None:
        """Take the last line away, as the client does."""
        self._keep(max(0, len(self.lines) - 1))

    def empty(self) -> None:
        self._keep(0)

    def other(self) -> None:
        """Put another line where the last was."""
        self.drop()
        self.append(1)

    def edit(self) -> None:
        """Write all records in another way, in place."""
        if self.with_uuids:
            self.lines = [line.replace(b'"sessionId"', b'"cwd": "/p", "sessionId"', 1) for line in self.lines]
            self.path.write_bytes(b"".join(self.lines))

    def replace(self) -> None:
        """Put another file there, without one of the records."""
        if self.lines:
            del self.lines[self.choose.randrange(len(self.lines))]
        new = self.path.with_suffix(".new")
        new.write_bytes(b"".join(self.lines))
        new.replace(self.path)
        self.is_moved = True

    def restore(self) -> None:
        """Write what was there at first."""
        if self.with_uuids:
            self.lines = list(self.before)
            self.path.write_bytes(b"".join(self.lines))

    def _keep(self, count: int) -> None:
        del self.lines[count:]
        with self.path.open("r+b") as file:
            file.truncate(sum(map(len, self.lines)))


def numbers(data: bytes | str) -> list[str]:
    """The numbers of the prompts in DATA."""
    text = data.decode() if isinstance(data, bytes) else data
    return list(dict.fromkeys(re.findall(r"N(\d{5})\.", text)))


@pytest.mark.parametrize("count", [0, 3])
@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_what_was_not_told_is_told_once_whatever_happens_to_the_file(
    tmp_path: Path, seed: int, as_json: bool, count: int
) -> None:
    choose = random.Random(f"{seed} {as_json} {count}")  # noqa: S311 - no secret
    path = tmp_path / "session.jsonl"
    written = Written(path, choose, records=choose.choice([1, 5, 400]), with_uuids=not as_json or seed % 2 == 0)
    tail = Tail(path, as_json=as_json, hold=True)
    there = numbers(path.read_bytes())
    assert numbers("".join(tail.last(count))) == (there[-count:] if count else [])
    tail.look_above()
    known = set(there)
    for _ in range(LOOKS):
        before = path.read_bytes()
        for _ in range(choose.choice([1, 1, 2, 3])):
            getattr(written, choose.choice(SMALL if len(there) < 60 else WRITES))()
        now = path.read_bytes()
        anew, parts = tail.read_news(anew=written.is_moved and choose.random() < 0.5)
        told = [number for part in parts for number in numbers(part)]
        assert told == [number for number in numbers(now) if number not in known]
        assert anew or now.startswith(before)
        assert not anew or written.is_moved or not now.startswith(before)
        known.update(told)
        written.is_moved = False
        assert tail.read_news(anew=False) == (False, [])


@pytest.mark.parametrize("as_json", [True, False])
def test_of_a_large_session_that_is_written_anew_in_another_way_only_what_is_new_is_told(
    tmp_path: Path, as_json: bool
) -> None:
    path = tmp_path / "session.jsonl"
    written = Written(path, random.Random(0), records=400, with_uuids=True)  # noqa: S311 - no secret
    tail = Tail(path, as_json=as_json, hold=True)
    list(tail.last(0))
    tail.look_above()
    written.edit()
    written.append(2)
    assert numbers("".join(tail.read_news(anew=False)[1])) == ["00401", "00402"]


@pytest.mark.parametrize("as_json", [True, False])
def test_what_goes_while_it_is_told_and_comes_back_is_told(tmp_path: Path, as_json: bool) -> None:
    path = tmp_path / "session.jsonl"
    written = Written(path, random.Random(0), records=5, with_uuids=True)  # noqa: S311 - no secret
    tail = Tail(path, as_json=as_json, hold=True)
    list(tail.last(0))
    written.append(3)
    tail.read_on(anew=False)
    data = path.read_bytes()
    os.truncate(path, data.rindex(b"\n", 0, data.index(b"N00007.")) + 1)
    with suppress(ReadError):
        list(tail.news())
    assert numbers("".join(tail.read_news(anew=False)[1])) in (["00006"], [])
    path.write_bytes(data)
    assert numbers("".join(tail.read_news(anew=False)[1]))[-2:] == ["00007", "00008"]


@pytest.mark.parametrize("path", FILES, ids=named)
def test_what_was_told_is_not_told_again_when_the_file_is_cut_and_written_again(path: Path, tmp_path: Path) -> None:
    choose = random.Random(path.stem)  # noqa: S311 - no secret
    followed = Followed(tmp_path / "session.jsonl", path.read_bytes(), choose)
    for line in followed.rest.splitlines(keepends=True):
        followed.write([line])
        if choose.random() < 0.3:
            lines = followed.path.read_bytes().splitlines(keepends=True)
            kept = choose.randrange(len(lines))
            followed.cut(sum(map(len, lines[:kept])))
            followed.write([b"".join(lines[kept:])])
    told = names(followed.told)
    assert len(set(told)) == len(told)
    assert set(names(complete(followed.whole))) <= set(told)
