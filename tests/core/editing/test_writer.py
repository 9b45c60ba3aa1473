from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing.stamp import Content, Stamp
from cc_session_tui.core.editing.writer import PAGE, append, append_locked, replace
from cc_session_tui.core.errors import ConflictError, ReadError, SessionError, WriteError
from cc_session_tui.core.format.source import FileSource
from tests.core.editing.sessions import chain, records, saved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LINE = b'{"type":"user"}\n'
LONG = b'{"type":"user","text":"' + b"x" * 2 * PAGE + b'"}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file of two lines."""
    file = tmp_path / "folder" / "s.jsonl"
    file.parent.mkdir()
    file.write_bytes(LINE + LINE)
    return file


def only(path: Path) -> bool:
    """Whether PATH is alone in its folder: no new file was left behind."""
    return [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("added", [LINE, LONG])
def test_lines_go_to_the_end_and_the_stamp_is_that_of_the_file(path: Path, added: bytes) -> None:
    stamp = append(path, added, Stamp.of(path))
    assert path.read_bytes() == LINE + LINE + added
    assert stamp == Stamp.of(path)
    assert append(path, LINE, stamp) == Stamp.of(path)
    assert only(path)


@pytest.mark.parametrize("added", [LINE, LONG])
def test_a_file_without_its_last_newline_gets_it_first(path: Path, added: bytes) -> None:
    path.write_bytes(LINE + b'{"torn')
    append(path, added, Stamp.of(path))
    assert path.read_bytes() == LINE + b'{"torn\n' + added


@pytest.mark.parametrize("added", [LINE, LONG])
def test_a_new_file_is_private_and_its_folders_are_made(tmp_path: Path, added: bytes) -> None:
    path = tmp_path / "a" / "b" / "s.jsonl"
    assert append(path, added, None) == Stamp.of(path)
    assert path.read_bytes() == added
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_fits_in_the_last_page_stays_in_the_same_file(path: Path) -> None:
    inode = path.stat().st_ino
    append(path, b"x" * (PAGE - 2 * len(LINE)), Stamp.of(path))
    assert path.stat().st_ino == inode
    append(path, LINE, Stamp.of(path))
    assert path.stat().st_ino == inode
    append(path, LONG, Stamp.of(path))
    assert path.stat().st_ino != inode


@pytest.mark.parametrize("mode", [0o640, 0o600, 0o666])
def test_an_exchanged_file_keeps_its_permissions_and_owner(path: Path, mode: int) -> None:
    path.chmod(mode)
    if os.geteuid() == 0:
        os.chown(path, 65534, 65534)
    before = path.stat()
    replace(path, [LINE], Stamp.of(path))
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert path.read_bytes() == LINE


@pytest.mark.parametrize("added", [LINE, LONG])
def test_a_read_only_file_is_not_written_even_by_root(path: Path, added: bytes) -> None:
    path.chmod(0o444)
    seen = Stamp.of(path)
    with pytest.raises(WriteError, match="cannot write"):
        append(path, added, seen)
    with pytest.raises(WriteError, match="cannot write"):
        replace(path, [added], seen)
    assert Stamp.of(path) == seen
    assert only(path)


def test_appending_nothing_changes_nothing(path: Path) -> None:
    path.write_bytes(b"{")
    assert append(path, b"", Stamp.of(path)) == Stamp.of(path)
    assert path.read_bytes() == b"{"


def rewritten(path: Path) -> None:
    """The same size, the same inode, the same times."""
    stat = path.stat()
    path.write_bytes(LINE + LINE.upper())
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def rewritten_far_from_the_end(path: Path) -> None:
    stat = path.stat()
    with path.open("r+b") as file:
        file.write(b"[")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def copied_over(path: Path) -> None:
    """The same bytes and times in another file."""
    stat = path.stat()
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.utime(other, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    other.replace(path)


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(LINE)


CHANGES: list[Callable[[Path], None]] = [
    rewritten,
    rewritten_far_from_the_end,
    copied_over,
    grown,
    Path.touch,
    Path.unlink,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("write", [append, lambda path, lines, seen: replace(path, [lines], seen)])
def test_a_file_that_changed_is_not_written_over(
    path: Path, change: Callable[[Path], None], write: Callable[[Path, bytes, Stamp | None], Stamp]
) -> None:
    path.write_bytes(LONG * 20 + LINE)
    seen = Stamp.of(path)
    change(path)
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(ConflictError):
        write(path, LINE, seen)
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_file_that_came_up_meanwhile_is_not_written_over(path: Path) -> None:
    for added in (LINE, LONG):
        with pytest.raises(ConflictError, match="is there already"):
            append(path, added, None)
    with pytest.raises(ConflictError, match="is there already"):
        replace(path, [LINE], None)
    assert path.read_bytes() == LINE + LINE


def test_an_empty_file_is_as_good_as_none(path: Path) -> None:
    path.write_bytes(b"")
    append(path, LINE, None)
    assert path.read_bytes() == LINE


def test_a_change_while_the_new_file_is_written_is_a_conflict(path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield LINE
        grown(path)

    with pytest.raises(ConflictError, match="while it was being saved"):
        replace(path, parts(), Stamp.of(path))
    assert path.read_bytes() == LINE * 3
    assert only(path)


def test_what_a_client_adds_at_the_moment_of_the_exchange_is_carried_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = path.open("ab", buffering=0)  # it has the file open, and takes no lock
    exchange = Path.replace

    def late(source: Path, target: Path) -> Path:
        client.write(b'{"type":"late"}\n')
        return exchange(source, target)

    monkeypatch.setattr(Path, "replace", late)
    with client:
        stamp = replace(path, [LINE], Stamp.of(path))
    assert path.read_bytes() == LINE + b'{"type":"late"}\n'
    with pytest.raises(ConflictError):  # whoever saved has not read it
        append(path, LINE, stamp)


def test_a_writer_that_waited_goes_on_in_the_file_that_took_the_place(path: Path) -> None:
    waiting = threading.Thread(target=append_locked, args=(path, lambda _: LINE))

    def lines(_: Stamp) -> bytes:
        waiting.start()
        return LONG

    append_locked(path, lines)
    waiting.join()
    assert path.read_bytes() == LINE + LINE + LONG + LINE


def test_a_symlink_is_followed_and_stays(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    append(link, LINE, Stamp.of(link))
    append(link, LONG, Stamp.of(link))
    assert path.read_bytes() == LINE * 3 + LONG
    replace(link, [LINE], Stamp.of(link))
    assert link.is_symlink()
    assert path.read_bytes() == LINE


def test_a_symlinked_folder_and_a_link_to_nothing_are_followed(path: Path, tmp_path: Path) -> None:
    (tmp_path / "other").symlink_to(path.parent)
    append(tmp_path / "other" / path.name, LONG, Stamp.of(path))
    assert path.read_bytes() == LINE * 2 + LONG
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "later.jsonl")
    append(tmp_path / "link.jsonl", LINE, None)
    assert (tmp_path / "later.jsonl").read_bytes() == LINE


def loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def below_a_file(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("a file")


@pytest.mark.parametrize("change", [loop, pipe, folder, below_a_file], ids=lambda change: change.__name__)
def test_what_is_no_file_is_one_clear_error(path: Path, change: Callable[[Path], None]) -> None:
    seen = Stamp.of(path)
    change(path)
    for stamp in (seen, None):
        with pytest.raises(SessionError, match=str(path)):
            append(path, LINE, stamp)
        with pytest.raises(SessionError, match=str(path)):
            replace(path, [LINE], stamp)
    with pytest.raises(ReadError, match=str(path)):
        Stamp.of(path)


def test_what_does_not_read_back_is_not_put_in_place(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "pread", lambda *_: b"")
    with pytest.raises(WriteError, match="does not read back"):
        replace(path, [LONG], Stamp.of(path))
    monkeypatch.undo()
    assert path.read_bytes() == LINE + LINE
    assert only(path)


def test_a_failed_creation_leaves_no_file(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield LINE
        raise ReadError("gone")

    path = tmp_path / "s.jsonl"
    with pytest.raises(ReadError):
        replace(path, parts(), None)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_removed(path: Path) -> None:
    left = path.with_name(f".{path.name}.abc.tmp")
    left.write_bytes(LINE)
    other = path.with_name(".other.jsonl.abc.tmp")
    other.write_bytes(LINE)
    append(path, LONG, Stamp.of(path))
    assert not left.exists()
    assert other.exists()


def test_content_tells_whether_a_file_only_grew(path: Path) -> None:
    path.write_bytes(LONG * 200)
    content = Content.of(FileSource(path), path.stat().st_size)
    assert content.begins(path)
    grown(path)
    assert content.begins(path)
    rewritten_far_from_the_end(path)
    assert not content.begins(path)
    path.write_bytes(LINE)
    assert not content.begins(path)


def test_a_session_that_grew_is_read_again_and_appended_to(tmp_path: Path) -> None:
    session = saved(tmp_path)
    path = session.jsonl_path
    first = session.add_user_message("mine")
    session.add_assistant_message([{"type": "text", "text": "x" * 2 * PAGE}])
    with path.open("a") as file:
        file.write('{"type":"user","uuid":"theirs","parentUuid":"' + chain(path)[-1] + '",')
        file.write('"timestamp":"2100-01-01T00:00:00Z","message":{"content":"theirs"}}\n')
    session.save()
    assert chain(path)[2:4] == ["theirs", first]
    assert len(chain(path)) == 5
    times = [str(record["timestamp"]).replace("00Z", "00.000Z") for record in records(path) if "timestamp" in record]
    assert times == sorted(times)
    session.add_user_message("and")
    session.save()
    assert len(chain(path)) == 6


def test_a_session_that_was_touched_or_copied_is_appended_to(tmp_path: Path) -> None:
    session = saved(tmp_path)
    changes: list[Callable[[Path], None]] = [Path.touch, copied_over]
    for number, change in enumerate(changes, 3):
        session.add_user_message("mine")
        change(session.jsonl_path)
        session.save()
        assert len(chain(session.jsonl_path)) == number


@pytest.mark.parametrize("change", [rewritten_far_from_the_end, Path.unlink], ids=lambda change: change.__name__)
def test_a_session_that_changed_otherwise_is_a_conflict_and_stays_pending(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    session = saved(tmp_path)
    session.add_user_message("mine")
    change(session.jsonl_path)
    before = session.jsonl_path.read_bytes() if session.jsonl_path.exists() else None
    with pytest.raises(ConflictError):
        session.save()
    assert (session.jsonl_path.read_bytes() if session.jsonl_path.exists() else None) == before
    assert any(record.get("message") == {"role": "user", "content": "mine"} for record in session._pending)
