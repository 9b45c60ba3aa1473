"""`cc-session tail -f` of a session that is written in pieces, and written anew meanwhile: each entry is told once."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.cli.entry_json import EntryObjects
from cc_session_tui.cli.tail_entries import Tail
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from tests.client.variants import Variant
from tests.core.transcript.test_growing_sessions import FILES, named, pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.cli.told import Entry

STRUCTURE = {"fork", "gap"}
"""Kinds of entries that are no records."""
CHANGING = {"resumed", "size", "tokens"}
"""What may change of an entry that was told: a later line of its message tells more tokens."""
MODE = b'{"type":"mode","mode":"plan","sessionId":"x"}\n'


class Followed:
    """A session that is followed from a line in the middle on."""

    def __init__(self, path: Path, data: bytes, choose: random.Random) -> None:
        """Follow a file at PATH with the beginning of DATA."""
        self.path = path
        cut = data.rfind(b"\n", 0, choose.randrange(len(data))) + 1
        path.write_bytes(data[:cut])
        self.rest = data[cut:]
        self._tail = Tail(path, as_json=True, hold=True)
        self.told = self._read(self._tail.last(99_999))

    def write(self, pieces: Iterable[bytes]) -> None:
        """Append PIECES, and hear what is told of each."""
        with self.path.open("ab", buffering=0) as file:
            for piece in pieces:
                file.write(piece)
                self._go_on(anew=False)

    def rewrite(self, before: bytes) -> None:
        """Write the file anew, with BEFORE before it."""
        new = self.path.with_suffix(".new")
        new.write_bytes(before + self.path.read_bytes())
        new.replace(self.path)
        self._go_on(anew=True)

    def cut(self, size: int) -> None:
        """Leave SIZE bytes of the file."""
        with self.path.open("r+b") as file:
            file.truncate(size)
        self._go_on(anew=False)

    @property
    def whole(self) -> list[Entry]:
        """What `read` tells of the file."""
        document = Document.open(self.path)
        view, objects = document.view(ViewName.HISTORY, 3), EntryObjects(document.index)
        return [json.loads(json.dumps(objects.of(view.entry(at)))) for at in range(len(view))]

    def _go_on(self, *, anew: bool) -> None:
        self._tail.read_on(anew=anew)
        self.told += self._read(self._tail.news())

    def _read(self, lines: Iterator[str]) -> list[Entry]:
        return [json.loads(line) for line in lines]


def places(entries: list[Entry]) -> list[tuple[int, int]]:
    return [(entry["offset"], entry["block"]) for entry in entries]


def names(entries: list[Entry]) -> list[tuple[str, int]]:
    """What names ENTRIES also when they stand elsewhere in the file."""
    return [(entry["uuid"], entry["block"]) for entry in entries if entry["uuid"]]


def steady(entries: list[Entry]) -> list[Entry]:
    """ENTRIES without what may change."""
    return [{name: value for name, value in entry.items() if name not in CHANGING} for entry in entries]


def is_linear(entries: list[Entry]) -> bool:
    """Whether ENTRIES are of a conversation that did not go on elsewhere."""
    return not any(entry["kind"] in STRUCTURE for entry in entries)


def complete(entries: list[Entry]) -> list[Entry]:
    """Those of ENTRIES, all of a session, that are records to which nothing more can come."""
    open_calls = (entry for entry in entries if entry["kind"] == "tool_call" and entry["result"] is None)
    waiting = [*places(entries[-1:]), *places(list(open_calls))]
    kept = zip(entries, places(entries), strict=True)
    return [entry for entry, place in kept if place not in waiting and entry["kind"] not in STRUCTURE]


@pytest.mark.parametrize("path", FILES, ids=named)
def test_what_is_told_of_a_session_is_what_is_read_of_it(path: Path, tmp_path: Path) -> None:
    choose = random.Random(path.stem)  # noqa: S311 - no secret
    followed = Followed(tmp_path / "session.jsonl", path.read_bytes(), choose)
    followed.write(pieces(followed.rest, choose))
    whole, told = followed.whole, followed.told
    assert len(set(places(told))) == len(told)
    assert set(places(complete(whole))) <= set(places(told))
    by_place = dict(zip(places(whole), steady(whole), strict=True))
    if is_linear([*whole, *told]) and by_place.keys() >= set(places(told)):
        assert steady(told) == [by_place[place] for place in places(told)]
        others = [entry for entry in told if entry["kind"] != "tool_call"]
        assert places(others) == sorted(places(others))


@pytest.mark.parametrize("seed", range(60))
def test_no_entry_of_a_damaged_branched_or_compacted_session_is_missing_or_told_twice(
    seed: int, tmp_path: Path
) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    followed = Followed(tmp_path / "session.jsonl", Variant(seed).data(), choose)
    followed.write(pieces(followed.rest, choose))
    told = places(followed.told)
    assert len(set(told)) == len(told)
    assert set(places(complete(followed.whole))) <= set(told)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_what_was_told_is_not_told_again_when_the_file_is_written_anew(path: Path, tmp_path: Path) -> None:
    choose = random.Random(path.stem)  # noqa: S311 - no secret
    followed = Followed(tmp_path / "session.jsonl", path.read_bytes(), choose)
    for line in followed.rest.splitlines(keepends=True):
        followed.write([line])
        if choose.random() < 0.3:
            followed.rewrite(MODE * choose.randint(1, 3))
    told = names(followed.told)
    assert len(set(told)) == len(told)
    assert set(names(complete(followed.whole))) <= set(told)
