"""A session that is read while it is written: whatever the pieces, it is shown as one that was read at once."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from tests.client.variants import Variant
from tests.core.transcript.test_any_file import entries_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.transcript.views import View

SESSIONS: Final = Path("tests/data/sessions")
FILES: Final = sorted(SESSIONS.rglob("*.jsonl"))
SMALL: Final = [path for path in FILES if path.stem[:8] in {"5ed12e64", "c7b91ec3"}]
"""Two that are small enough to be read after each of their bytes."""
WAYS: Final = [(name, detail) for name in ViewName for detail in (1, 2, 3)]
"""Views and details."""
ENDS: Final = 12
"""Bytes at the beginning and the end of a line that are written one by one."""


def shown(view: View) -> tuple[Any, ...]:
    """What VIEW shows, and how."""
    ways = [
        (view.kind(at), view.key(at), view.rows(at), view.size(at), view.starts_turn(at)) for at in range(len(view))
    ]
    return entries_of(view), ways, dict(view.hidden), view.seen, view.resumed


class Growing:
    """A file that grows, and a document of it that was opened when it was empty."""

    def __init__(self, folder: Path, choose: random.Random) -> None:
        self.path = folder / "growing.jsonl"
        self.path.write_bytes(b"")
        self._choose = choose
        self._document = Document.open(self.path)

    def write(self, pieces: Iterable[bytes], looks: float) -> None:
        """Write PIECES, and read each, some without a line that has no end yet.

        In so many of 100 cases, as LOOKS says, look at a view as well.
        """
        with self.path.open("ab", buffering=0) as file:
            for piece in pieces:
                file.write(piece)
                self._document.extend(torn=self._choose.random() < 0.5)
                if self._choose.random() * 100 < looks:
                    self._document.view(*self._choose.choice(WAYS))

    def check(self, ways: Iterable[tuple[ViewName, int]] = WAYS) -> None:
        """Check that it is shown in WAYS as one that is read now."""
        self._document.extend()
        fresh = Document.open(self.path)
        assert self._document.chain == fresh.chain
        for name, detail in ways:
            assert shown(self._document.view(name, detail)) == shown(fresh.view(name, detail)), (name, detail)

    def check_one(self) -> None:
        """Check one of the ways."""
        self.check([self._choose.choice(WAYS)])


def pieces(data: bytes, choose: random.Random) -> list[bytes]:
    """DATA in pieces of random sizes, small ones as often as large ones."""
    cuts = [0]
    while cuts[-1] < len(data):
        cuts.append(cuts[-1] + round(2 ** choose.uniform(0, 13)))
    return [data[start:end] for start, end in pairwise(cuts)]


def slowly(data: bytes) -> list[bytes]:
    """The lines of DATA, byte by byte at their ends, and what lies between in pieces that cut whatever is there."""
    cut = []
    for line in data.splitlines(keepends=True):
        middle = line[ENDS:-ENDS]
        step = max(61, len(middle) // 9)
        cut += [bytes([byte]) for byte in line[:ENDS]]
        cut += [middle[start : start + step] for start in range(0, len(middle), step)]
        cut += [bytes([byte]) for byte in line[ENDS:][-ENDS:]]
    return cut


def named(path: Path) -> str:
    return f"{path.relative_to(SESSIONS).parts[0]}/{path.stem[:8]}"


@pytest.mark.parametrize("path", SMALL, ids=named)
def test_a_session_that_is_written_byte_by_byte_is_shown_as_one_read_at_once(path: Path, tmp_path: Path) -> None:
    growing = Growing(tmp_path, random.Random(path.stem))  # noqa: S311 - no secret
    growing.write([bytes([byte]) for byte in path.read_bytes()], looks=10)
    growing.check()


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_session_whose_lines_come_slowly_is_shown_as_one_read_at_once(path: Path, tmp_path: Path) -> None:
    data, growing = path.read_bytes(), Growing(tmp_path, random.Random(path.stem))  # noqa: S311 - no secret
    assert b"".join(slowly(data)) == data
    growing.write(slowly(data), looks=10)
    growing.check()


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_session_that_is_written_line_by_line_is_at_each_line_shown_as_one_read_then(
    path: Path, tmp_path: Path
) -> None:
    growing = Growing(tmp_path, random.Random(path.stem))  # noqa: S311 - no secret
    for line in path.read_bytes().splitlines(keepends=True):
        growing.write([line], looks=30)
        growing.check_one()
    growing.check()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_session_that_is_written_in_pieces_is_shown_as_one_read_at_once(
    path: Path, seed: int, tmp_path: Path
) -> None:
    choose = random.Random(f"{path.stem} {seed}")  # noqa: S311 - no secret
    growing = Growing(tmp_path, choose)
    growing.write(pieces(path.read_bytes(), choose), looks=40)
    growing.check()


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_branched_or_compacted_session_in_pieces_is_at_each_shown_as_one_read_then(
    seed: int, tmp_path: Path
) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    growing = Growing(tmp_path, choose)
    for piece in pieces(Variant(seed).data(), choose):
        growing.write([piece], looks=50)
        growing.check_one()
    growing.check()
