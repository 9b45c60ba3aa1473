"""A document that grows shows what one shows that is opened then, at the cost of what was appended."""

from __future__ import annotations

import json
from itertools import accumulate, product
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.format.index import Index
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.growing import State, grown, state_of
from cc_session_tui.core.transcript.reading import Reading
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, text, use
from tests.core.transcript.writer import ODDITIES, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cc_session_tui.core.transcript.views import View

LINES = 70
VIEWS = [(ViewName.HISTORY, 2), (ViewName.CONTEXT, 2), (ViewName.FILE, 3), (ViewName.HISTORY, 1), (ViewName.HISTORY, 3)]


def append(path: Path, data: bytes) -> None:
    """Append DATA to the file at PATH."""
    with path.open("ab") as file:
        file.write(data)


def chunks(writer: Writer) -> Iterator[bytes]:
    """Cut what WRITER writes: mostly at the end of a line or a few lines, else anywhere."""
    lines = writer.write_lines(LINES)
    data, ends = b"".join(lines), list(accumulate(map(len, lines)))
    at = 0
    while at < len(data):
        later = [end for end in ends if end > at]
        end = later[min(len(later) - 1, writer.random.choice([0, 0, 0, 1, 2, 5]))]
        end = min(len(data), at + writer.random.randint(1, 300)) if writer.chance(0.1) else end
        yield data[at:end]
        at = end


def check(grown: View, fresh: View) -> None:
    """Check that the view of a document that has GROWN is a FRESH one."""
    assert entries(grown) == entries(fresh)
    assert dict(grown.hidden) == dict(fresh.hidden)
    assert (grown.seen, grown.resumed, grown.chain) == (fresh.seen, fresh.resumed, fresh.chain)
    assert [grown.find(grown.key(at)) for at in range(len(grown))] == list(range(len(grown)))


@pytest.mark.parametrize("oddities", [0, 2, len(ODDITIES)], ids=["ordinary", "odd", "wild"])
@pytest.mark.parametrize("seed", range(16))
def test_a_session_that_grows_is_at_each_step_what_it_is_when_opened_then(
    tmp_path: Path, seed: int, oddities: int
) -> None:
    writer = Writer(seed, oddities)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"")
    document = Document.open(path)
    favourite = writer.random.choice(VIEWS)
    for chunk in chunks(writer):
        append(path, chunk)
        document.extend()
        name, detail = favourite if writer.chance(0.9) else writer.random.choice(VIEWS)
        check(document.view(name, detail), Document.open(path).view(name, detail))


# the cost


def growing(path: Path, lines: list[bytes]) -> Iterator[tuple[State | None, int]]:
    """Append LINES to the session at PATH; give each time the state made from the one before, and records decoded."""
    reading = Reading(Index.open(path))
    index, state = reading.index, state_of(reading)
    for line in lines:
        append(path, line)
        before = index.decoded
        first = index.extend()
        reading.extend(first)
        more = grown(reading, state, first)
        yield more, index.decoded - before
        assert more is not None
        assert more == state_of(reading)
        state = more


def long_turn(calls: int) -> Script:
    """Return a session of one prompt, which is answered with so many calls, one after the other."""
    script = Script()
    script.user("go")
    for number in range(calls):
        message = f"m{number}"
        script.reply({"type": "thinking", "thinking": "t", "signature": "s"}, message=message)
        script.reply(use(f"c{number}"), message=message)
        script.result(f"c{number}")
    return script


def test_a_long_turn_costs_no_look_at_its_beginning(tmp_path: Path) -> None:
    script = long_turn(60)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(script.lines[:-12]))
    for state, decoded in growing(path, script.lines[-12:]):
        assert state is not None
        assert decoded <= 8


def test_what_follows_a_compaction_costs_no_look_at_what_stands_before_it(tmp_path: Path) -> None:
    script = long_turn(30)
    before, script.last = script.last, None
    script.system("compact_boundary", logicalParentUuid=before, compactMetadata={"trigger": "auto"}, content="c")
    script.user("summary", isCompactSummary=True)
    script.reply(use("c1000"), message="m1000")
    path = script.write(tmp_path)
    begin = len(script.lines)
    script.result("c1000")
    script.reply("Done.", message="m1001")
    for state, decoded in growing(path, script.lines[begin:]):
        assert state is not None
        assert decoded <= 8


def with_a_gap() -> Script:
    """Return a session whose second prompt hangs on a record that is not read: another one stands before it."""
    script = long_turn(2)
    script.user("lost")
    script.lines[-1] = b'{"type":"user"' + script.lines[-1]
    script.user("again")
    script.reply("Yes.", message="m1000")
    return script


def test_what_follows_a_gap_costs_no_look_at_what_stands_before_it(tmp_path: Path) -> None:
    script = with_a_gap()
    path, begin = script.write(tmp_path), len(script.lines)
    script.reply(use("c1001"), message="m1001")
    script.result("c1001")
    for state, decoded in growing(path, script.lines[begin:]):
        assert state is not None
        assert decoded <= 8


def test_a_record_by_a_clock_that_is_behind_may_be_taken_for_one_that_is_missing(tmp_path: Path) -> None:
    script = with_a_gap()
    document, begin = script.open(tmp_path), len(script.lines)
    document.view(ViewName.CONTEXT, 2)
    late, last = json.loads(script.lines[-2])["timestamp"], script.last
    script.user([text("By a clock"), text("that is behind")], timestamp=late)
    script.reply("On another branch.", message="m1002", under=last)
    for line in script.lines[begin:]:
        append(document.index.path, line)
        document.extend()
        check(document.view(ViewName.CONTEXT, 2), Document.open(document.index.path).view(ViewName.CONTEXT, 2))
    assert "behind" in str(entries(document.view(ViewName.CONTEXT, 2)))


def late_line() -> Iterator[Script]:
    """A line of a message that comes after its call was answered: a resume sends it before the call."""
    for late in (text("late"), {"type": "thinking", "thinking": "late", "signature": "s"}, use("c2")):
        script = Script()
        script.user("go")
        script.reply(use("c1"), message="m1")
        script.result("c1")
        script.reply(late, message="m1")
        script.user("more")
        script.reply("Done.", message="m2")
        yield script


def typed_beside_a_result() -> Iterator[Script]:
    """A person's text in the record of a tool_result, below a call that was never answered."""
    script = Script()
    script.user("go")
    script.reply(use("c1"), message="m1")
    script.reply(use("c2"), message="m2")
    script.user([{"type": "tool_result", "tool_use_id": "c2", "content": "ok"}, text("and do it so")])
    script.reply("Hm.", message="m3")
    script.reply(use("c3"), message="m4")
    script.result("c3")
    script.reply("Done.", message="m5")
    yield script


def below_what_is_not_read() -> Iterator[Script]:
    """A record below one that a resume does not read, written in the same moment as others."""
    script, at = Script(), "2026-01-05T10:00:03.000Z"
    script.user("go")
    script.reply("First.", message="m1", timestamp=at)
    script.user("more", timestamp=at)
    script.add({"type": "brand-new"})
    script.reply("Second.", message="m2", timestamp=at)
    script.reply("Third.", message="m3")
    yield script


@pytest.mark.parametrize("make", [late_line, typed_beside_a_result, below_what_is_not_read])
def test_what_a_resume_moves_drops_or_bridges_is_at_each_step_what_it_is_when_opened_then(
    tmp_path: Path, make: Callable[[], Iterator[Script]]
) -> None:
    for number, (script, way) in enumerate(product(make(), [*VIEWS, (ViewName.CONTEXT, 3)])):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(b"")
        document = Document.open(path)
        for line in script.lines:
            append(path, line)
            document.extend()
            check(document.view(*way), Document.open(path).view(*way))


def test_what_was_looked_at_above_what_was_appended_is_not_read_again(tmp_path: Path) -> None:
    script = long_turn(20)
    document = script.open(tmp_path)
    entries(document.view(ViewName.HISTORY, 2))
    begin = len(script.lines)
    script.reply("Done.")
    append(document.index.path, b"".join(script.lines[begin:]))
    before = document.index.decoded
    document.extend()
    assert len(entries(document.view(ViewName.HISTORY, 2))) > 40
    assert document.index.decoded - before <= 12


def test_a_line_that_comes_in_pieces_leaves_no_trace_of_them(tmp_path: Path) -> None:
    script = long_turn(3)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(script.lines[:-2]))
    index = Index.open(path)
    for part in (script.lines[-2][:50], script.lines[-2][50:-1], b"\n" + script.lines[-1][:-1], b"\n"):
        append(path, part)
        index.extend()
        fresh = Index.open(path)
        assert (index.rows, index.parent, index.calls.use) == (fresh.rows, fresh.parent, fresh.calls.use)
