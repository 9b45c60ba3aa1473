"""Drafts: any edits of any bytes are those of a list of lines, and a save makes the file that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.errors import ConflictError, ReadError
from cc_session_tui.core.format.source import BytesSource

if TYPE_CHECKING:
    from pathlib import Path

LINE = st.sampled_from(
    [b"\n", b'{"type":"user","uuid":"a"}\n', b"{cut\n", b"\x00\x00\n", b"\r\n", b'{"type":"mode"}\n', b"\xff\xfe\n"]
)
LINES = st.lists(LINE, max_size=6)


def draft_of(data: bytes) -> Draft:
    """A draft of DATA, nothing edited."""
    return Draft(BytesSource(data), None, ((0, len(data)),) if data else ())


class Editing(RuleBasedStateMachine):
    """A draft, and the list of lines that it must be."""

    @initialize(lines=LINES, torn=st.sampled_from([b"", b"{torn", b'{"type":"mode"}']))
    def begin(self, lines: list[bytes], torn: bytes) -> None:
        self.lines = [*lines, torn] if torn else lines
        self.draft = draft_of(b"".join(self.lines))
        self.kept: list[tuple[Draft, bytes]] = []

    @rule(data=st.data(), new=st.one_of(st.just(b""), LINE))
    @precondition(lambda self: bool(self.lines))
    def replace(self, data: st.DataObject, new: bytes) -> None:
        rows = data.draw(st.sets(st.integers(0, len(self.lines) - 1), max_size=3))
        self.keep()
        self.draft = self.draft.replaced(dict.fromkeys(rows, new))
        self.lines = [line for row, old in enumerate(self.lines) if (line := new if row in rows else old)]

    @rule(data=st.data(), new=LINES)
    def insert(self, data: st.DataObject, new: list[bytes]) -> None:
        at = data.draw(st.integers(0, len(self.lines)))
        self.keep()
        self.draft = self.draft.inserted(at, b"".join(new))
        if at == len(self.lines):
            self.end_line()
        self.lines[at:at] = new

    @rule(new=LINES)
    def append(self, new: list[bytes]) -> None:
        self.keep()
        self.draft = self.draft.appended(b"".join(new))
        self.end_line()
        self.lines += new

    def end_line(self) -> None:
        if self.lines and not self.lines[-1].endswith(b"\n"):
            self.lines[-1] += b"\n"

    def keep(self) -> None:
        self.kept.append((self.draft, b"".join(self.lines)))

    @invariant()
    def it_is_its_lines(self) -> None:
        index = self.draft.index
        assert [index.raw(row) for row in range(len(index))] == self.lines
        assert b"".join(self.draft.chunks()) == b"".join(self.lines)

    def teardown(self) -> None:
        for draft, data in getattr(self, "kept", ()):  # undo: a draft that was kept is what it was
            assert b"".join(draft.chunks()) == data


TestEditing = Editing.TestCase
TestEditing.settings = settings(max_examples=60, stateful_step_count=12, deadline=None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session file of three lines, the last one without its newline."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b'{"type":"a"}\n\x00\n{"type":"b"}')
    return path


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    return Backups(tmp_path / "backups")


@given(
    before=LINES, torn=st.sampled_from([b"", b"{t"]), drop=st.sets(st.integers(0, 5)), new=LINES, append=st.booleans()
)
@settings(max_examples=40, deadline=None)
def test_a_save_makes_the_file_the_draft(
    before: list[bytes],
    torn: bytes,
    drop: set[int],
    new: list[bytes],
    append: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("save")
    path = folder / "session.jsonl"
    path.write_bytes(b"".join(before) + torn)
    draft = Draft.open(path)
    draft = (
        draft.appended(b"".join(new)) if append else draft.replaced(dict.fromkeys(drop & set(range(len(before))), b""))
    )
    saved = save(draft, backups=Backups(folder / "backups"))
    assert path.read_bytes() == b"".join(draft.chunks())
    assert Draft.open(path).seen == saved.stamp


def test_a_draft_of_no_file_makes_one(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    draft = Draft.open(path)
    assert len(draft.index) == 0
    save(draft.appended(b'{"type":"a"}\n'))
    assert path.read_bytes() == b'{"type":"a"}\n'


def test_a_draft_that_is_not_edited_is_not_written(path: Path, backups: Backups) -> None:
    before = path.stat()
    assert save(Draft.open(path), backups=backups).backup is None
    assert path.stat() == before
    assert backups.list() == []


def test_lines_added_to_a_cut_line_begin_on_one_of_their_own(path: Path, backups: Backups) -> None:
    saved = save(Draft.open(path).appended(b'{"type":"c"}\n'), backups=backups)
    assert path.read_bytes() == b'{"type":"a"}\n\x00\n{"type":"b"}\n{"type":"c"}\n'
    assert saved.backup is None


def test_a_newline_alone_can_be_added(path: Path, backups: Backups) -> None:
    before = path.read_bytes()
    save(Draft.open(path).appended(b""), backups=backups)
    assert path.read_bytes() == before + b"\n"


def test_any_other_edit_keeps_the_file_as_a_backup(path: Path, backups: Backups) -> None:
    before = path.read_bytes()
    saved = save(Draft.open(path).replaced({1: b""}), backups=backups)
    assert path.read_bytes() == b'{"type":"a"}\n{"type":"b"}'
    assert saved.backup is not None
    backups.restore(saved.backup.id)
    assert path.read_bytes() == before


@pytest.mark.parametrize("edit", [lambda draft: draft.appended(b"{}\n"), lambda draft: draft.replaced({0: b""})])
def test_a_file_that_changed_meanwhile_is_not_written(path: Path, backups: Backups, edit: object) -> None:
    assert callable(edit)
    draft = edit(Draft.open(path))
    with path.open("ab") as file:
        file.write(b"\nmore\n")
    now = path.read_bytes()
    with pytest.raises(ConflictError):
        save(draft, backups=backups)
    assert path.read_bytes() == now


def test_a_file_that_was_replaced_meanwhile_is_still_read_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    draft = Draft.open(path)
    other = path.with_name("other")
    other.write_bytes(b"short\n")
    other.replace(path)
    assert b"".join(draft.chunks()) == before


def test_a_file_that_became_shorter_is_told(path: Path) -> None:
    draft = Draft.open(path)
    path.write_bytes(b"x\n")
    with pytest.raises(ReadError):
        list(draft.chunks())


def test_an_edit_copies_ranges_of_the_file_and_no_bytes(path: Path) -> None:
    draft = Draft.open(path).replaced({1: b"new\n"}).replaced({1: b""})
    assert draft.parts == ((0, 13), (15, 12))
