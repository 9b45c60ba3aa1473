"""A draft with its own copy of the file, and one that goes along with a file that grows."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing import copied
from cc_session_tui.core.editing.copied import CopiedSource, as_it_was
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.stamp import Stamp
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource, FileSource

if TYPE_CHECKING:
    from pathlib import Path

LINES = [b'{"type":"user","uuid":"%d","message":{"role":"user","content":"line %d"}}\n' % (n, n) for n in range(200)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(LINES[:100]))
    return path


def content(draft: Draft) -> bytes:
    return b"".join(draft.chunks())


def seen(path: Path) -> Stamp:
    stamp = Stamp.of(path)
    assert stamp is not None
    return stamp


@pytest.mark.parametrize("data", [b"", b"{}\n", b"other lines, and many more of them\n" * 1000])
def test_what_is_done_to_the_file_does_not_reach_a_copy(path: Path, data: bytes) -> None:
    draft = Draft.open_copy(path)
    path.write_bytes(data)
    assert content(draft) == b"".join(LINES[:100])
    path.unlink()
    assert content(draft) == b"".join(LINES[:100])


def test_a_big_file_and_one_that_cannot_be_copied_are_read_as_they_are(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(copied, "_MOST_COPIED", 10)
        assert isinstance(as_it_was(path, seen(path)), FileSource)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert isinstance(Draft.open_copy(path).base, FileSource)


def test_a_copy_is_only_taken_of_what_was_seen(path: Path) -> None:
    before = seen(path)
    path.write_bytes(b"x" * before.size)
    assert isinstance(as_it_was(path, before), FileSource)
    with pytest.raises(ReadError):
        CopiedSource(path, before.size + 1)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("is_copy", [True, False])
def test_a_draft_of_a_file_that_grew_is_the_same_edits_of_the_longer_file(path: Path, seed: int, is_copy: bool) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    cut = choose.randrange(1, len(LINES[100]))
    torn = choose.random() < 0.3
    path.write_bytes(b"".join(LINES[:100]) + (LINES[100][:cut] if torn else b""))
    draft = Draft.open_copy(path) if is_copy else Draft.open(path)
    lines = {row: LINES[row + 1] if choose.random() < 0.5 else b"" for row in choose.sample(range(99), 5)}
    edited = draft.replaced(lines) if choose.random() < 0.8 else draft
    if choose.random() < 0.5:
        assert len(edited.index)
    path.write_bytes(b"".join(LINES[:150]))
    now = edited.grown(seen(path))
    fresh = Draft.open(path)
    wanted = fresh.replaced(lines) if edited is not draft else fresh
    assert content(now) == content(wanted)
    assert now.is_edited == wanted.is_edited
    assert list(now.index.offset) == list(Index.of(BytesSource(content(wanted))).offset)
    assert now.index.rows == Index.of(BytesSource(content(wanted))).rows
    assert content(edited) == content(now)[: len(content(edited))]
    assert len(edited.index) < len(now.index)


def test_an_empty_file_that_grew_is_all_new(path: Path) -> None:
    os.truncate(path, 0)
    draft = Draft.open_copy(path)
    path.write_bytes(LINES[0])
    assert content(draft.grown(seen(path))) == LINES[0]
