"""What findings say, where a session has more than one of them, or none."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from cc_session_tui.core.chain.findings import CODES, Finding, Severity, findings
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource
from tests.core.chain.sessions import Record, link, reply, result, use, user
from tests.core.format.strategies import FILES

if TYPE_CHECKING:
    from collections.abc import Iterable

SESSION = "00000abc-0000-4000-8000-000000000abc"
QUIET = {"odd_timestamp"}
"""The records of these tests have no times."""
REAL = sorted(Path("tests/data/sessions").glob("*/projects/*/*.jsonl"))
AGENTS = sorted(Path("tests/data/sessions").glob("*/projects/*/*/subagents/*.jsonl"))


def index_of(*records: Record, folder: str = "x") -> Index:
    """The index of RECORDS, in a file of SESSION in FOLDER."""
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    return Index.of(BytesSource(data, Path(folder) / f"{SESSION}.jsonl"))


def found(*records: Record, **options: str) -> list[Finding]:
    """The findings of RECORDS."""
    return [finding for finding in findings(index_of(*records, **options)) if finding.code not in QUIET]


def one(*records: Record, **options: str) -> Finding:
    """The only finding of RECORDS."""
    (finding,) = found(*records, **options)
    return finding


def timed(records: Iterable[Record], step: int) -> list[Record]:
    """RECORDS with times STEP seconds apart."""
    return [
        r | {"timestamp": f"2026-01-01T00:{n * step // 60:02d}:{n * step % 60:02d}Z"} for n, r in enumerate(records)
    ]


GAP = [user("a", None), reply("b", "a"), user("c", "gone"), reply("d", "c")]


@pytest.mark.parametrize("path", [*REAL, *AGENTS], ids=lambda path: f"{path.parts[3]} {path.stem}")
def test_a_session_that_the_client_wrote_is_only_hidden_from_its_list(path: Path) -> None:
    assert {finding.code for finding in findings(Index.open(path))} <= {"hidden_from_picker"}


def test_a_gap_tells_how_much_is_lost() -> None:
    finding = one(*GAP)
    assert (finding.severity, finding.lines, finding.rows) == (Severity.ERROR, (3,), (2,))
    assert finding.effect == "Its parent is not in the file: the 2 messages above are not sent."


def test_a_gap_that_the_client_bridges_tells_where_to() -> None:
    finding = next(f for f in findings(index_of(*timed(GAP, 5))) if f.code == "dangling_parent")
    assert finding.severity is Severity.WARNING
    assert "goes on at line 2" in finding.effect


def test_a_gap_above_a_gap_is_as_bad() -> None:
    more = [user("e", "gone too"), reply("f", "e")]
    assert [(f.severity, f.lines) for f in found(*GAP, *more)] == [(Severity.ERROR, (3,)), (Severity.ERROR, (5,))]


def test_a_gap_on_another_branch_is_good_to_know() -> None:
    other = [user("x", "gone"), reply("y", "x")]
    assert one(*other, user("a", None), reply("b", "a")).severity is Severity.INFO


def test_a_gap_before_a_compaction_is_good_to_know() -> None:
    boundary = link("system/compact_boundary", "e", None, compactMetadata={}, logicalParentUuid="d")
    summary = user("f", "e", isCompactSummary=True)
    assert one(*GAP, boundary, summary, reply("g", "f")).severity is Severity.INFO


def test_a_first_record_without_its_parent_loses_nothing() -> None:
    finding = one(user("a", "gone"), reply("b", "a"))
    assert (finding.severity, finding.can_mend) == (Severity.WARNING, True)


def test_the_first_record_of_a_subagent_hangs_in_the_main_file() -> None:
    side: dict[str, Any] = {"isSidechain": True}
    assert found(user("a", "gone", **side), reply("b", "a", **side)) == []


def test_copies_that_say_different_things_are_not_mended() -> None:
    finding = one(user("a", None), reply("b", "a"), user("a", None, "other"))
    assert (finding.code, finding.can_mend) == ("duplicate_uuid", False)
    assert "line 3" in finding.effect


def test_a_circle_of_all_records_loses_nothing() -> None:
    finding = one(user("a", "b"), reply("b", "a"))
    assert (finding.code, finding.lines, finding.severity) == ("cycle", (1, 2), Severity.WARNING)


def test_a_circle_below_others_loses_them() -> None:
    finding = one(user("a", None), reply("b", "a"), user("c", "d"), reply("d", "c"))
    assert (finding.code, finding.lines, finding.severity) == ("cycle", (3, 4), Severity.ERROR)
    assert "the 2 messages above are not sent" in finding.effect


def test_parallel_calls_of_which_one_has_no_result() -> None:
    calls = [reply("b", "a", use("t1"), message="m"), reply("c", "b", use("t2"), message="m")]
    finding = one(user("a", None), *calls, result("d", "c", "t2"), reply("e", "d"))
    assert (finding.code, finding.lines) == ("tool_use_without_result", (2,))
    assert finding.effect == "The client leaves the call out, since it has no result."


def test_calls_on_one_line_of_which_one_has_no_result() -> None:
    call = reply("b", "a", use("t1"), use("t2"))
    finding = one(user("a", None), call, result("d", "b", "t2"), reply("e", "d"))
    assert finding.effect == "The client makes an error up as the result of the call."


def test_a_call_at_the_end_ends_in_an_error() -> None:
    assert "makes an error up" in one(user("a", None), reply("b", "a", use("t1"))).effect


def test_a_last_prompt_that_names_an_older_branch() -> None:
    last = {"type": "last-prompt", "leafUuid": "b"}
    finding = one(user("r", None), user("a", "r"), reply("b", "a"), last, user("c", "r"), reply("d", "c"))
    assert (finding.code, finding.severity, finding.lines) == ("stale_last_prompt", Severity.ERROR, (4,))
    assert "2 messages up to line 6 are not sent" in finding.effect


def test_a_last_prompt_behind_the_branch_that_it_left_is_meant() -> None:
    last = {"type": "last-prompt", "leafUuid": "b"}
    assert found(user("r", None), user("a", "r"), reply("b", "a"), user("c", "r"), reply("d", "c"), last) == []


def picture(width: int, height: int, more: int = 0) -> Record:
    """An image block of WIDTH by HEIGHT pixels with MORE bytes of data."""
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4) + height.to_bytes(4) + b"\0" * (60 + more)
    data = base64.b64encode(head).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def with_images(*blocks: Record) -> list[Record]:
    return [user("a", None) | {"message": {"role": "user", "content": list(blocks)}}, reply("b", "a")]


@pytest.mark.parametrize(
    ("blocks", "severity"),
    [
        ([picture(8000, 8000)], Severity.INFO),
        ([picture(10, 8001)], Severity.ERROR),
        ([picture(10, 10, 4 << 20)], Severity.ERROR),
        ([picture(2001, 10), *[picture(10, 10)] * 19], Severity.INFO),
        ([picture(2001, 10), *[picture(10, 10)] * 20], Severity.ERROR),
    ],
)
def test_an_image_is_measured_against_the_limits(blocks: list[Record], severity: Severity) -> None:
    finding = one(*with_images(*blocks))
    assert (finding.code, finding.severity) == ("large_image", severity)


def test_images_within_the_limits_are_not_told() -> None:
    assert found(*with_images(*[picture(2000, 2000)] * 30)) == []


def test_an_image_in_a_result_is_measured_too() -> None:
    block = {"type": "tool_result", "tool_use_id": "t", "content": [picture(9000, 1)]}
    prompt, call = user("p", None), reply("q", "p", use("t"))
    answer = user("a", "q") | {"message": {"role": "user", "content": [block]}}
    assert one(prompt, call, answer, reply("b", "a")).code == "large_image"


def test_records_of_another_project() -> None:
    here, there = {"cwd": "/home/dev/demo/sub"}, {"cwd": "/home/dev/other"}
    folder = "projects/-home-dev-demo"
    assert found(user("a", None, **here), reply("b", "a", **here), folder=folder) == []
    some = one(user("a", None, **here), reply("b", "a", **there), folder=folder)
    every = one(user("a", None, **there), reply("b", "a", **there), folder=folder)
    assert [(f.code, f.severity, f.lines) for f in (some, every)] == [
        ("foreign_project", Severity.INFO, (2,)),
        ("foreign_project", Severity.WARNING, (1, 2)),
    ]


def test_a_conversation_that_is_larger_than_the_window() -> None:
    finding = one(user("a", None, "x" * 900_000), reply("b", "a"))
    assert (finding.code, finding.can_mend) == ("context_over_window", False)
    assert "225,001 tokens" in finding.effect


def test_the_size_that_the_api_counted_is_taken() -> None:
    answer = reply("b", "a")
    answer["message"]["usage"] = {"input_tokens": 3, "cache_read_input_tokens": 150_000, "output_tokens": 1}
    assert found(user("a", None, "x" * 900_000), answer, user("c", "b", "more")) == []


def test_a_conversation_that_begins_with_a_reply_is_told() -> None:
    finding = one(reply("a", None), user("b", "a", "more"))
    assert (finding.code, finding.severity, finding.can_mend) == ("begins_with_reply", Severity.WARNING, False)
    assert found(user("a", None, "hi"), reply("b", "a"), user("c", "b", "more")) == []


def test_findings_are_told_worst_first() -> None:
    told = found(*GAP, reply("e", "d", {"type": "text", "text": ""}, {"type": "text", "text": "x"}))
    assert [finding.code for finding in told] == ["dangling_parent", "empty_text_block"]


@given(data=FILES)
@settings(max_examples=100, deadline=None)
def test_any_bytes_can_be_checked(data: bytes) -> None:
    index = Index.of(BytesSource(data, Path(f"{SESSION}.jsonl")))
    for finding in findings(index):
        assert finding.code in CODES
        assert finding.effect.endswith(".")
        assert all(0 <= row < len(index) for row in finding.rows)
        assert all(1 <= line <= data.count(b"\n") + 1 for line in finding.lines)
