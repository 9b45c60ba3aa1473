"""Records that the client skips although they can be read."""

from __future__ import annotations

import json

from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.why import Why, reasons
from cc_session_tui.core.format.index import Flag, Index
from cc_session_tui.core.format.source import BytesSource
from tests.core.chain.odd_lines import odd_file
from tests.core.chain.plain import previewed
from tests.core.chain.sessions import reply, user


def index_of(*lines: bytes) -> Index:
    return Index.of(BytesSource(b"".join(lines)))


def line(record: object) -> bytes:
    return json.dumps(record).encode() + b"\n"


def test_odd_lines_are_read_as_the_client_reads_them() -> None:
    data, read = odd_file()
    said = [text.removeprefix("user text say ").rstrip("\ufffd") for text in previewed(index_of(data)) or []]
    assert said == read


def test_a_record_that_is_not_read_is_shown_all_the_same() -> None:
    data, _ = odd_file()
    index = index_of(data)
    assert set(chain_of(index).rows) == {row for row in range(len(index)) if index.flags[row] & Flag.HAS_UUID}


def test_a_last_record_that_is_not_read_is_shown_at_the_end() -> None:
    index = index_of(line(user("a", None)), b"\x00" + line(reply("b", "a")), b"\x00" + line(user("c", "b")))
    assert previewed(index) == ["user text a"]
    assert list(chain_of(index).rows) == [0, 1, 2]
    assert list(chain_of(index, 0).rows) == [0]


def test_it_is_said_why_it_is_not_sent() -> None:
    index = index_of(line(user("a", None)), b"\x00" + line(user("b", "a")), line(user("c", None)))
    assert reasons(index) == {0: Why.OTHER_BRANCH, 1: Why.NOT_READ}


def test_a_bom_at_the_start_of_the_file_is_taken() -> None:
    records = line(user("a", None)), line(reply("b", "a"))
    assert previewed(index_of(b"\xef\xbb\xbf", *records)) == ["user text a", "assistant text b"]
    assert previewed(index_of(b"\n\xef\xbb\xbf", *records)) == ["assistant text b"]


def test_a_copy_that_is_not_read_leaves_the_earlier_one() -> None:
    copy = b"\x00" + line(user("a", None, "other"))
    assert previewed(index_of(line(user("a", None)), line(reply("b", "a")), copy)) == [
        "user text a",
        "assistant text b",
    ]


def test_what_hangs_below_a_record_that_is_not_read_has_lost_its_parent() -> None:
    glued = line(user("a", None))[:-1] + line(reply("b", "a"))
    assert previewed(index_of(glued, line(user("c", "b")))) == ["user text c"]
