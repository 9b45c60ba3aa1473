"""`cc-session preview`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

CASES = Path("tests/data/resume").resolve()
pytestmark = pytest.mark.usefixtures("claude_dir")


def test_json_gives_the_blocks_that_are_sent(run: Callable[..., Ran]) -> None:
    blocks = run("preview", "--json", str(CASES / "compact" / "session.jsonl")).json
    assert [block["text"] for block in blocks] == ["SUMMARY-TEXT", "A-after", "Q5", "A5"]
    assert {block["role"] for block in blocks} == {"user", "assistant"}


def test_a_person_reads_what_is_sent_and_why_the_rest_is_not(run: Callable[..., Ran]) -> None:
    out = run("preview", str(CASES / "compact" / "session.jsonl")).out
    assert "user       SUMMARY-TEXT" in out
    assert "sent: 4 blocks of 4 records" in out
    assert "It stands before a compaction: the summary is sent instead." in out


def test_a_call_without_a_result_is_answered_by_an_error(run: Callable[..., Ran], tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t", "name": "Read", "input": {}}
    records = [
        {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": "Q"}},
        {"type": "assistant", "uuid": "b", "parentUuid": "a", "message": {"id": "m", "content": [call]}},
    ]
    path = tmp_path / "00000000-0000-4000-8000-000000000000.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    assert [block["missing"] for block in run("preview", "--json", str(path)).json] == [False, False, True]
    assert "no result was recorded" in run("preview", str(path)).out


def test_what_cannot_be_resumed_ends_with_3_and_the_reason(run: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "00000000-0000-4000-8000-000000000000.jsonl"
    path.write_text('{"type":"mode","mode":"plan"}\n')
    ran = run("preview", "--json", str(path))
    assert ran.code == 3
    assert ran.out == ""
    assert "nothing can be resumed: it holds no message" in ran.err
