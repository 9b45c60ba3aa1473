"""What holds for every file, whatever bytes it is made of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Entry, Kind
from cc_session_tui.core.transcript.views import View, ViewName
from tests.core.transcript.strategies import SESSIONS, growing_sessions

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.layout import Item

DATA = Path("tests/data")
REAL = sorted(path for path in DATA.rglob("*.jsonl") if path.is_file())
BETWEEN = (Kind.FORK, Kind.GAP)

anything = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)


def views_of(document: Document) -> list[View]:
    """Return all views of DOCUMENT in all details."""
    return [document.view(name, detail) for name in ViewName for detail in (1, 2, 3)]


def entries_of(view: View) -> list[Entry]:
    """Return all entries of VIEW."""
    return [view.entry(position) for position in range(len(view))]


def items_of(view: View) -> Counter[Item]:
    """Return how often each record or block is shown, what stands between records aside."""
    shown = (p for p in range(len(view)) if view.kind(p) not in BETWEEN)
    return Counter(item for position in shown for item in view.layout.items(position))


def check(document: Document) -> None:
    """Check that every view of DOCUMENT is whole, and agrees with its entries."""
    for view in views_of(document):
        check_entries(view)
        assert max(items_of(view).values(), default=1) == 1
        assert view.records + sum(view.hidden.values()) == len(document.index)
    file = document.view(ViewName.FILE, 3)
    shown = [row for position in range(len(file)) for row in file.rows(position)]
    assert list(dict.fromkeys(shown)) == list(range(len(document.index)))
    assert not file.hidden
    history = document.view(ViewName.HISTORY, 3)
    assert all(history.seen[row] for row in document.chain.rows)


def check_entries(view: View) -> None:
    """Check that what VIEW says of each entry is what the entry says, and that each is found by its key and rows."""
    for position, entry in enumerate(entries_of(view)):
        view.text(position)
        assert entry.kind in (view.kind(position), Kind.DAMAGED)
        assert (entry.key, entry.rows) == (view.key(position), view.rows(position))
        assert (entry.size, entry.starts_turn) == (view.size(position), view.starts_turn(position))
        assert view.find(entry.key) == position
        if entry.kind not in BETWEEN:
            assert all(row in view.rows(view.at_row(row)) for row in entry.rows)


@given(data=SESSIONS)
@anything
def test_any_bytes_are_shown_in_every_view_without_an_exception(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.jsonl"
    path.write_bytes(data)
    check(Document.open(path))
    check(Document.tail(path, 3))


@given(chunks=growing_sessions())
@anything
def test_a_file_read_while_it_grows_gives_the_entries_of_one_read_at_once(tmp_path: Path, chunks: list[bytes]) -> None:
    path = tmp_path / "growing.jsonl"
    path.write_bytes(chunks[0])
    document = Document.open(path)
    views_of(document)
    for chunk in chunks[1:]:
        with path.open("ab") as file:
            file.write(chunk)
        assert document.extend() == bool(chunk)
        views_of(document)
    fresh = Document.open(path)
    for grown, whole in zip(views_of(document), views_of(fresh), strict=True):
        assert entries_of(grown) == entries_of(whole)
        assert grown.hidden == whole.hidden


@given(chunks=growing_sessions())
@anything
def test_an_entry_is_found_by_its_key_after_the_file_has_grown(tmp_path: Path, chunks: list[bytes]) -> None:
    path = tmp_path / "growing.jsonl"
    path.write_bytes(chunks[0])
    document = Document.open(path)
    before = document.view(ViewName.FILE, 3)
    keys = [before.key(position) for position in range(len(before) - 1)]
    with path.open("ab") as file:
        file.write(b"".join(chunks[1:]))
    document.extend()
    after = document.view(ViewName.FILE, 3)
    assert [after.key(after.find(key)) for key in keys] == keys


@pytest.mark.parametrize("path", REAL, ids=lambda path: str(path.relative_to(DATA)))
def test_every_known_session_is_shown_whole(path: Path) -> None:
    check(Document.open(path))
    check(Document.tail(path, 7))
