"""A document: its tail first, the whole, and what is appended."""

from __future__ import annotations

import gc
import threading
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import ref

import pytest

from cc_session_tui.core.chain.findings import findings
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.chain.weights import weights
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.core.transcript.growing import grown, state_of
from cc_session_tui.core.transcript.reading import Reading
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, kinds, use
from tests.core.transcript.test_any_file import REAL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cc_session_tui.core.transcript.views import View


def conversation(turns: int) -> Script:
    """Return a session of so many turns, each with two calls."""
    script = Script()
    for turn in range(turns):
        script.user(f"prompt {turn}")
        script.attach("date", date="2026-01-05")
        one = script.reply(use(f"a{turn}"), message=f"m{turn}")
        two = script.reply(use(f"b{turn}"), message=f"m{turn}")
        script.result(f"a{turn}", under=one)
        script.result(f"b{turn}", under=two)
        script.reply(f"reply {turn}")
        script.loose({"type": "last-prompt", "lastPrompt": f"prompt {turn}", "leafUuid": script.last})
    return script


def same(left: View, right: View) -> bool:
    """Tell whether two views show the same."""
    return entries(left) == entries(right) and dict(left.hidden) == dict(right.hidden)


# the tail


def test_the_tail_shows_the_end_without_reading_the_rest(tmp_path: Path) -> None:
    path = conversation(300).write(tmp_path)
    document = Document.tail(path, records=50)
    view = document.view(ViewName.HISTORY, 2)
    assert not document.whole
    assert len(document.index) == 50
    assert view.text(len(view) - 1) == "reply 299"
    assert Kind.GAP not in {view.kind(position) for position in range(len(view))}


def test_the_end_is_painted_with_at_most_200_decoded_records(tmp_path: Path) -> None:
    path = conversation(300).write(tmp_path)
    document = Document.tail(path)
    view = document.view(ViewName.HISTORY, 2)
    for position in range(max(len(view) - 60, 0), len(view)):
        view.entry(position)
    assert document.index.decoded <= 200


def test_the_tail_of_a_short_file_is_the_whole(tmp_path: Path) -> None:
    path = conversation(2).write(tmp_path)
    document = Document.tail(path)
    assert document.whole
    assert same(document.view(ViewName.HISTORY, 2), Document.open(path).view(ViewName.HISTORY, 2))


def test_an_entry_of_the_tail_is_found_in_the_whole(tmp_path: Path) -> None:
    path = conversation(100).write(tmp_path)
    tail = Document.tail(path, records=50).view(ViewName.HISTORY, 2)
    whole = Document.open(path).view(ViewName.HISTORY, 2)
    for position in range(len(tail) - 20, len(tail)):
        found = whole.find(tail.key(position))
        assert (whole.key(found), whole.text(found)) == (tail.key(position), tail.text(position))


def test_a_result_whose_call_stands_before_the_tail_is_shown_alone_and_then_found_at_its_call(tmp_path: Path) -> None:
    script = Script()
    script.user("go" * 50_000)
    script.reply(use("t1", "Read"))
    script.result("t1", "late")
    script.reply("Done.")
    path = script.write(tmp_path)
    tail = Document.tail(path, records=2).view(ViewName.HISTORY, 2)
    assert kinds(entries(tail)) == [Kind.TOOL_RESULT, Kind.REPLY]
    whole = Document.open(path).view(ViewName.HISTORY, 2)
    assert whole.entry(whole.find(tail.key(0))).kind is Kind.TOOL_CALL


# growing


def append(path: Path, data: bytes) -> None:
    """Append DATA to the file at PATH."""
    with path.open("ab") as file:
        file.write(data)


def test_a_result_that_arrives_in_pieces_is_attached_to_the_call_on_screen(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.reply(use("t1"))
    script.result("t1", "schön")
    start, last = script.lines[:2], script.lines[2].replace(b"\\u00f6", "ö".encode())
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(start))
    document = Document.open(path)
    call = document.view(ViewName.HISTORY, 2).entry(1)
    cut = last.index("ö".encode()) + 1
    append(path, last[:cut])
    assert document.extend()
    assert kinds(entries(document.view(ViewName.HISTORY, 2))) == [Kind.PROMPT, Kind.TOOL_CALL, Kind.DAMAGED]
    append(path, last[cut:])
    assert document.extend()
    view = document.view(ViewName.HISTORY, 2)
    grown_call = view.entry(view.find(call.key))
    assert (grown_call.rows, len(view), len(document.index)) == ((1, 2), 2, 3)
    assert grown_call.result.text == "schön"  # type: ignore[attr-defined]


@pytest.mark.parametrize("how", [Document.open, Document.tail])
def test_a_session_is_opened_without_a_last_line_that_has_no_end_where_that_is_not_wanted(
    how: Callable[..., Document], tmp_path: Path
) -> None:
    script = conversation(2)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(script.lines)[:-5])
    document = how(path, torn=False)
    assert len(document.view(ViewName.FILE, 3)) == len(script.lines) - 1
    other = path.with_suffix(".other")
    other.write_bytes(b'{"type":"mode"}\n' + path.read_bytes())
    other.replace(path)
    assert document.extend(torn=False)
    assert len(document.view(ViewName.FILE, 3)) == len(script.lines)
    assert document.extend()
    assert len(document.view(ViewName.FILE, 3)) == len(script.lines) + 1


def test_a_line_without_an_end_is_not_read_where_only_whole_ones_are_wanted(tmp_path: Path) -> None:
    script = conversation(2)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(script.lines[:-2]) + script.lines[-2][:-5])
    document = Document.open(path)
    assert not document.extend(torn=False)
    append(path, script.lines[-2][-5:-2])
    assert document.extend(torn=False)
    view = document.view(ViewName.FILE, 3)
    assert [view.index.raw(row) for row in range(len(view))] == script.lines[:-2]
    append(path, script.lines[-2][-2:-1])
    assert not document.extend(torn=False)
    append(path, b"\n" + script.lines[-1][:9])
    assert document.extend(torn=False)
    assert len(document.view(ViewName.FILE, 3)) == len(script.lines) - 1
    assert document.extend()
    assert len(document.view(ViewName.FILE, 3)) == len(script.lines)


def test_nothing_appended_changes_nothing(tmp_path: Path) -> None:
    document = conversation(3).open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    assert not document.extend()
    assert document.view(ViewName.HISTORY, 2) is view


@pytest.mark.parametrize("path", [p for p in REAL if p.stat().st_size < 60_000], ids=lambda p: "/".join(p.parts[2:]))
def test_a_known_session_read_line_by_line_gives_at_each_line_what_is_there(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().split(b"\n")
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"")
    document = Document.open(copy)
    for number, line in enumerate(lines):
        name, detail = tuple(ViewName)[number % 3], number % 2 + 2
        document.view(name, detail)
        append(copy, line + b"\n")
        document.extend()
        assert same(document.view(name, detail), Document.open(copy).view(name, detail))


def test_a_turn_that_grows_costs_no_look_at_what_stands_above_it(tmp_path: Path) -> None:
    script = conversation(30)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(script.lines[:-6]))
    index = Index.open(path)
    reading = Reading(index)
    state = state_of(reading)
    for line in script.lines[-6:]:
        append(path, line)
        first = index.extend()
        reading.extend(first)
        before = index.decoded
        more = grown(reading, state, first)
        assert more is not None
        assert index.decoded - before <= 8
        state = more
    assert state == state_of(reading)


def test_another_branch_above_the_last_prompt_makes_everything_new(tmp_path: Path) -> None:
    script = conversation(3)
    document = script.open(tmp_path)
    document.view(ViewName.HISTORY, 2)
    length = len(script.lines)
    script.user("back to the start", under="u1")
    append(document.index.path, b"".join(script.lines[length:]))
    document.extend()
    fresh = Document.open(document.index.path)
    assert document.chain == fresh.chain
    assert same(document.view(ViewName.HISTORY, 2), fresh.view(ViewName.HISTORY, 2))


def test_a_chosen_branch_is_read_anew_when_the_file_has_grown(tmp_path: Path) -> None:
    script = conversation(2)
    leaf = len(script.lines) - 2
    document = script.open(tmp_path)
    document.view(ViewName.HISTORY, 2, leaf=leaf)
    length = len(script.lines)
    script.user("more")
    append(document.index.path, b"".join(script.lines[length:]))
    document.extend()
    view = document.view(ViewName.HISTORY, 2, leaf=leaf)
    assert view.text(len(view) - 1) == "reply 1"
    assert same(view, Document.open(document.index.path).view(ViewName.HISTORY, 2, leaf=leaf))


def test_what_was_read_goes_with_the_document(tmp_path: Path) -> None:
    document = conversation(3).open(tmp_path)
    for name in ViewName:
        entries(document.view(name, 2))
    assert document.why(1) == ""
    index = ref(document.index)
    gc.disable()
    try:
        del document
        assert index() is None
    finally:
        gc.enable()


# replaced files


def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    document = conversation(3).open(tmp_path)
    old = document.view(ViewName.HISTORY, 2)
    other = tmp_path / "new"
    other.mkdir()
    conversation(1).write(other).replace(document.index.path)
    assert document.extend()
    assert document.view(ViewName.HISTORY, 1).text(0) == "prompt 0"
    assert len(document.view(ViewName.HISTORY, 1)) == 1
    assert old.text(len(old) - 1) == "reply 2"


@pytest.mark.parametrize("is_replaced_then", [False, True])
def test_a_file_that_was_written_over_by_a_longer_one_is_read_anew(is_replaced_then: bool, tmp_path: Path) -> None:
    script = conversation(3)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(script.lines[:-3]).replace(b"\n", b"\r\n"))
    document = Document.open(path)
    document.view(ViewName.HISTORY, 2)
    path.write_bytes(b"".join(script.lines[:-1]))
    if is_replaced_then:
        other = tmp_path / "other.jsonl"
        other.write_bytes(b"".join(script.lines))
        other.replace(path)
    assert document.extend()
    assert same(document.view(ViewName.HISTORY, 2), Document.open(path).view(ViewName.HISTORY, 2))


def test_a_file_that_was_shortened_is_read_anew(tmp_path: Path) -> None:
    script = conversation(3)
    document = script.open(tmp_path)
    document.index.path.write_bytes(b"".join(script.lines[:8]))
    assert document.extend()
    assert len(document.view(ViewName.HISTORY, 1)) == 1


@pytest.mark.parametrize("whole", [True, False])
def test_a_file_that_was_replaced_by_one_that_begins_with_it_has_grown(tmp_path: Path, *, whole: bool) -> None:
    path = conversation(100).write(tmp_path)
    document = Document.open(path) if whole else Document.tail(path, records=10)
    index, first = document.index, document.index.offset[0]
    new = tmp_path / "new"
    new.write_bytes(path.read_bytes())
    new.replace(path)
    assert not document.extend()
    (tmp_path / "other").mkdir()
    conversation(101).write(tmp_path / "other").replace(path)
    assert document.extend()
    assert document.index is index
    assert (document.index.offset[0], document.whole) == (first, whole)
    view = document.view(ViewName.HISTORY, 2)
    assert view.text(len(view) - 1) == "reply 100"


def test_the_tail_of_a_file_that_was_replaced_is_a_tail_again(tmp_path: Path) -> None:
    path = conversation(100).write(tmp_path)
    document = Document.tail(path, records=10)
    path.rename(tmp_path / "old.jsonl")
    conversation(50).write(tmp_path)
    assert document.extend()
    assert not document.whole
    view = document.view(ViewName.HISTORY, 2)
    assert view.text(len(view) - 1) == "reply 49"


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    document = conversation(1).open(tmp_path)
    document.index.path.unlink()
    with pytest.raises(ReadError, match="cannot read"):
        document.extend()
    assert document.view(ViewName.HISTORY, 2).text(0) == "prompt 0"


def test_few_views_are_kept(tmp_path: Path) -> None:
    document = conversation(2).open(tmp_path)
    first = document.view(ViewName.CONTEXT, 1)
    for name in ViewName:
        for detail in (1, 2, 3):
            document.view(name, detail)
    last = document.view(ViewName.FILE, 3)
    assert document.view(ViewName.FILE, 3) is last
    assert document.view(ViewName.CONTEXT, 1) is not first


# looked at while it grows


@pytest.mark.parametrize("fails_at", range(1, 8))
def test_what_could_not_be_read_when_it_was_appended_is_read_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    path = conversation(3).write(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"prompt 2") - 200])
    document = Document.open(path)
    document.view(ViewName.HISTORY, 2)
    path.write_bytes(data)
    reads, read = iter(range(10**6)), Index.read

    def short(index: Index, offset: int, length: int) -> bytes:
        if next(reads) == fails_at:
            raise ReadError("it is shorter than it was")
        return read(index, offset, length)

    monkeypatch.setattr(Index, "read", short)
    with suppress(ReadError):
        document.extend()
    assert same(document.view(ViewName.HISTORY, 2), Document.open(path).view(ViewName.HISTORY, 2))
    document.extend()
    assert same(document.view(ViewName.HISTORY, 3), Document.open(path).view(ViewName.HISTORY, 3))


def test_what_is_found_in_a_session_that_rests_is_told(tmp_path: Path) -> None:
    document = conversation(3).open(tmp_path)
    assert document.unless_extended(len) == len(document.index)


@pytest.mark.parametrize("error", [None, IndexError, KeyError, RuntimeError])
def test_of_what_is_found_in_a_session_that_is_read_on_meanwhile_nothing_is_told(
    tmp_path: Path, error: type[Exception] | None
) -> None:
    document = conversation(3).open(tmp_path)

    def look(index: Index) -> int:
        document.extend()
        if error is not None:
            raise error
        return len(index)

    assert document.unless_extended(look) is None


def test_what_goes_wrong_in_a_session_that_rests_is_raised(tmp_path: Path) -> None:
    def look(_: Index) -> int:
        raise IndexError

    with pytest.raises(IndexError):
        conversation(3).open(tmp_path).unless_extended(look)


@pytest.mark.parametrize("look", [findings, lambda index: weights(resumed_blocks(index))])
def test_a_session_can_be_looked_at_while_another_thread_reads_on(
    look: Callable[[Index], object], tmp_path: Path
) -> None:
    lines = conversation(60).lines
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(lines[:8]))
    document = Document.open(path)

    def read_on() -> None:
        for line in lines[8:]:
            append(path, line[:9])
            document.extend()
            append(path, line[9:])
            document.extend()

    thread = threading.Thread(target=read_on)
    thread.start()
    while thread.is_alive():
        document.unless_extended(look)
    assert document.unless_extended(look) == look(Index.open(path))
