"""Fields of a type that no client writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cc_session_tui import read_session
from cc_session_tui.cli.main import main
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.pruning import prune

if TYPE_CHECKING:
    from pathlib import Path

_PROMPT = {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "hi"}}
_CALL = {
    "type": "assistant",
    "uuid": "u2",
    "parentUuid": "u1",
    "message": {"role": "assistant", "id": "m1", "content": [{"type": "tool_use", "id": "t1", "name": "Bash"}]},
}


def written(folder: Path, *records: object) -> Path:
    """A session of RECORDS."""
    path = folder / "0b1e5a3c-0000-4000-8000-000000000001.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_a_timestamp_of_four_hundred_digits_is_an_odd_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, {**_PROMPT, "timestamp": 10**400})

    assert main(["check", str(path), "--claude-dir", str(tmp_path)]) == 1
    assert "odd_timestamp" in capsys.readouterr().out


def test_messages_pass_over_a_record_whose_type_is_a_list(tmp_path: Path) -> None:
    path = written(tmp_path, {"type": []}, _PROMPT)

    assert [record["uuid"] for record in read_session(path).messages] == ["u1"]


@pytest.mark.parametrize(
    "other",
    [
        {"type": "file-history-snapshot", "messageId": ["u2"], "snapshotMessageId": {}},
        {
            "type": "system",
            "subtype": "compact_boundary",
            "uuid": "u3",
            "parentUuid": None,
            "compactMetadata": {
                "preservedSegment": {"headUuid": [], "anchorUuid": {}, "tailUuid": "u1"},
                "preservedMessages": {"uuids": [["u2"], "u1"]},
            },
        },
        {"type": "progress", "uuid": "u3", "parentUuid": "u1", "toolUseID": [], "parentToolUseID": {}},
    ],
)
def test_a_record_that_names_others_by_no_text_does_not_stop_a_prune(tmp_path: Path, other: object) -> None:
    path = written(tmp_path, _PROMPT, _CALL, other)

    done = prune(Draft.open(path), [1])

    assert b"".join(done.draft.chunks()).splitlines()[1:] == [json.dumps(other).encode()]


def test_a_block_whose_type_is_a_list_does_not_stop_a_repair(tmp_path: Path) -> None:
    blocks = [{"type": "thinking", "thinking": "so"}, {"type": []}, {"type": "text", "text": "ho"}]
    reply = {**_CALL, "message": {"role": "assistant", "id": "m1", "content": blocks}}
    path = written(tmp_path, _PROMPT, reply)

    main(["check", str(path), "--fix", "unsigned_thinking", "--claude-dir", str(tmp_path)])

    assert json.loads(path.read_text().splitlines()[1])["message"]["content"] == blocks[1:]
