"""Reading a large session from its ends only."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.store.ends import BLOCK
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.reading import read_meta
from cc_session_tui.core.store.whole import Progress
from tests.core.store.factories import SESSION, assistant, filler, lines, meta_of, title, user, write

if TYPE_CHECKING:
    from pathlib import Path

LARGE = 8 * BLOCK


def test_what_a_list_shows_is_the_same_from_the_ends_as_from_the_whole(tmp_path: Path) -> None:
    records = [
        user("first"),
        *filler(LARGE),
        user("last", gitBranch="new", version="9"),
        assistant(message={"model": "new"}),
        title("ai-title", "named"),
    ]
    quick, whole = meta_of(tmp_path, records, full=False), meta_of(tmp_path, records)
    assert quick == whole._replace(messages=-1, records=-1, tokens=-1, output_tokens=-1, damaged_lines=-1, inherited=-1)
    assert not quick.complete
    assert whole.complete


def test_a_small_file_is_read_whole(tmp_path: Path) -> None:
    assert meta_of(tmp_path, [user("q"), assistant()], full=False).records == 2


def test_counts_are_known_where_the_ends_meet(tmp_path: Path) -> None:
    records = [*filler(2 * BLOCK + 4000), user("q")]
    meta = meta_of(tmp_path, records, full=False)
    assert meta == meta_of(tmp_path, records)
    assert meta.records == len(records)


def test_the_head_grows_until_the_first_prompt(tmp_path: Path) -> None:
    assert meta_of(tmp_path, [*filler(LARGE), user("late"), *filler(LARGE)], full=False).title == "late"


def test_the_tail_grows_until_a_whole_record(tmp_path: Path) -> None:
    last = user([{"type": "tool_result", "content": "x" * LARGE}], timestamp="2027-01-01T00:00:00.000Z", cwd="/last")
    meta = meta_of(tmp_path, [user("q"), *filler(LARGE), last], full=False)
    assert (meta.modified, meta.title) == ("2027-01-01T00:00:00.000Z", "q")


def test_a_title_between_the_ends_is_found_by_reading_the_whole(tmp_path: Path) -> None:
    records = [title("ai-title", "old"), user("q"), *filler(LARGE), title("custom-title", "buried"), *filler(LARGE)]
    assert meta_of(tmp_path, records, full=False).title == "old"
    assert meta_of(tmp_path, records).title == "buried"


def test_titles_near_the_first_prompt_and_at_the_end_are_found(tmp_path: Path) -> None:
    early = [user("q"), *filler(3000), title("ai-title", "early"), *filler(LARGE)]
    assert meta_of(tmp_path, early, full=False).title == "early"
    late = [title("custom-title", "late"), assistant(), *filler(4000), user("last")]
    assert meta_of(tmp_path, [*early, *late], full=False).title == "late"


def test_the_last_prompt_is_looked_for_at_the_end(tmp_path: Path) -> None:
    records = [user("first"), *filler(LARGE)]
    assert meta_of(tmp_path, records, full=False).last_prompt == "first"
    assert meta_of(tmp_path, [*records, title("last-prompt", "recorded")], full=False).last_prompt == "recorded"
    assert meta_of(tmp_path, [*records, user("typed")], full=False).last_prompt == "typed"


def test_a_file_without_a_newline_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_bytes(lines([user("q"), *filler(LARGE), user("last")]).rstrip(b"\n"))
    assert read_meta(str(path), full=False).meta.last_prompt == "last"


def test_one_line_of_megabytes_is_survived(tmp_path: Path) -> None:
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_bytes(lines([user("q " + "x" * (20 << 20))]).rstrip(b"\n"))
    assert read_meta(str(path), full=False).meta.title.startswith("q xxx")
    path.write_bytes(b"x" * (20 << 20))
    assert read_meta(str(path), full=False).meta.state is SessionState.EMPTY


def test_a_file_of_one_endless_record_has_no_end_to_read(tmp_path: Path) -> None:
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_bytes(lines([user("q")]) + b"x" * (20 << 20))
    assert read_meta(str(path), full=False).meta.title == "q"


@pytest.mark.parametrize("full", [True, False])
def test_what_is_no_file_is_a_read_error(tmp_path: Path, full: bool) -> None:
    os.mkfifo(tmp_path / "fifo.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "nowhere")
    for name in ("fifo.jsonl", "link.jsonl", "gone.jsonl", ".", "nul\0.jsonl"):
        with pytest.raises(ReadError, match="cannot read"):
            read_meta(str(tmp_path / name), full=full)


def test_a_disk_that_fails_is_a_read_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    path = write(tmp_path / f"{SESSION}.jsonl", [user("q")])
    monkeypatch.setattr("cc_session_tui.core.store.reading.add_all", fail)
    with pytest.raises(ReadError, match="Input/output error"):
        read_meta(str(path), full=True)


def test_a_file_that_was_rewritten_is_read_anew(tmp_path: Path) -> None:
    path = write(tmp_path / f"{SESSION}.jsonl", [user("old"), *filler(2 << 20)])
    progress = read_meta(str(path), full=True).progress
    assert progress is not None
    packed = progress.packed()
    assert packed
    write(path, [user("new"), *filler(3 << 20)])
    assert read_meta(str(path), full=True, progress=Progress.unpacked(packed)).meta.title == "new"
    write(path, [user("shorter")])
    assert read_meta(str(path), full=True, progress=Progress.unpacked(packed)).meta.title == "shorter"
    assert Progress.unpacked(b"broken") is None


def test_a_file_that_grew_is_read_from_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / f"{SESSION}.jsonl", [user("q"), *filler(2 << 20)])
    before = read_meta(str(path), full=True)
    packed = before.progress.packed() if before.progress is not None else b""
    with path.open("ab") as file:
        file.write(lines([user("more"), assistant()]))
    added: list[bytes] = []
    monkeypatch.setattr("cc_session_tui.core.store.tally.facts_of", added.append)
    read_meta(str(path), full=True, progress=before.progress)
    assert len(list(filter(None, added))) == 2
    monkeypatch.undo()
    after = read_meta(str(path), full=True, progress=Progress.unpacked(packed)).meta
    assert after == read_meta(str(path), full=True).meta
    assert after.records == before.meta.records + 2
