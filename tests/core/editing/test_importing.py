from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui import EditError, repair_tool_pairing, repair_with_origin
from tests.core.editing.sessions import chain, new, records

if TYPE_CHECKING:
    from pathlib import Path

MISSING = "[no tool result recorded]"
FILE: dict[str, Any] = {"type": "file", "filename": "a"}


def use(*ids: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": i, "name": "Read", "input": {}} for i in ids]}


def result(*ids: str, text: str = "") -> dict[str, Any]:
    blocks: list[dict[str, Any]] = [{"type": "tool_result", "tool_use_id": i, "content": f"of {i}"} for i in ids]
    return {"role": "user", "content": [*blocks, *([{"type": "text", "text": text}] if text else [])]}


def said(text: str, role: str = "user") -> dict[str, Any]:
    return {"role": role, "content": text}


def short(message: Any) -> str:
    """The role's letter, and a word for each block."""
    content = message["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return f"{message['role'][0]}: {' '.join(map(_word, blocks))}"


def _word(block: dict[str, Any]) -> str:
    if block["type"] == "text":
        return str(block["text"])
    if block["type"] == "tool_use":
        return f"use-{block['id']}"
    return f"{'missing' if block.get('is_error') and block['content'] == MISSING else 'result'}-{block['tool_use_id']}"


CASES: dict[str, tuple[list[Any], list[str], list[int | None]]] = {
    "nothing to repair": ([said("q"), use("a"), result("a")], ["u: q", "a: use-a", "u: result-a"], [0, 1, 2]),
    "no result at the end": ([use("a", "b")], ["a: use-a use-b", "u: missing-a missing-b"], [0, None]),
    "no result before text": ([use("a"), said("q")], ["a: use-a", "u: missing-a q"], [0, 1]),
    "one result of two": ([use("a", "b"), result("b")], ["a: use-a use-b", "u: missing-a result-b"], [0, 1]),
    "two assistants": ([use("a"), use("b"), result("b")],
                       ["a: use-a", "u: missing-a", "a: use-b", "u: result-b"], [0, None, 1, 2]),
    "an orphan alone": ([said("q"), result("x"), said("r", "assistant")], ["u: q", "a: r"], [0, 2]),
    "an orphan at the start": ([result("x"), said("r", "assistant")],
                               ["u: [orphaned tool result removed]", "a: r"], [None, 1]),
    "an orphan with text": ([said("q"), result("x", text="t")], ["u: q", "u: t"], [0, 1]),
    "a result too late": ([use("a"), said("q"), result("a")], ["a: use-a", "u: missing-a q"], [0, 1]),
    "an empty text": ([use("a"), said("")], ["a: use-a", "u: missing-a"], [0, 1]),
    "a result of no id": ([use("a"), {"role": "user", "content": [{"type": "tool_result", "tool_use_id": ["a"]}]}],
                          ["a: use-a", "u: missing-a"], [0, 1]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_calls_are_paired(case: tuple[list[Any], list[str], list[int | None]]) -> None:
    messages, repaired, origin = case
    assert [short(message) for message in repair_tool_pairing(messages)] == repaired
    assert repair_with_origin(messages).origin == origin


def test_what_is_paired_is_passed_on_as_it_is() -> None:
    messages = [said("q"), use("a"), result("a", text="t"), said("r", "assistant")]
    assert repair_tool_pairing(messages) == messages


def shown(path: Path) -> list[str]:
    """The records as words, in file order."""
    found = (record.get("attachment") or record["message"] for record in records(path) if "uuid" in record)
    return [item["filename"] if "filename" in item else short(item) for item in found]


def test_results_and_other_blocks_become_two_records(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.import_messages([said("q"), use("a"), result("a", text="t"), said("r", "assistant")])
    session.save()
    assert shown(session.jsonl_path) == ["u: q", "a: use-a", "u: result-a", "u: t", "a: r"]
    assert len(chain(session.jsonl_path)) == 5


def test_attachments_come_after_their_message_wherever_the_repair_put_it(tmp_path: Path) -> None:
    session = new(tmp_path)
    messages = [said("q"), result("lost"), use("a"), use("b"), result("b", text="t")]
    places = [(4, "end"), (0, "start"), (1, "dropped"), (2, "between"), (0, "too")]
    attachments: list[Any] = [
        {"after_index": at, "attachment": {"type": "file", "filename": name}} for at, name in places
    ]
    session.import_messages(messages, attachments=attachments)
    session.save()
    assert shown(session.jsonl_path) == [
        "u: q", "start", "too", "a: use-a", "between", "u: missing-a", "a: use-b", "u: result-b", "u: t", "end",
    ]  # fmt: skip
    assert len(chain(session.jsonl_path)) == 10


@pytest.mark.parametrize("index", [1, 99, -1, None, "0", True])
def test_an_attachment_out_of_range_is_left_out_with_a_warning(tmp_path: Path, index: Any) -> None:
    session = new(tmp_path)
    with pytest.warns(UserWarning, match="left out") as caught:
        session.import_messages([said("q")], attachments=[{"after_index": index, "attachment": FILE}])
    assert caught[0].filename == __file__
    assert session.attachments == []


@pytest.mark.parametrize(
    "message",
    [
        {"content": "x"},
        {"role": "system", "content": "x"},
        {"role": ["user"], "content": "x"},
        {"role": "user"},
        {"role": "user", "content": []},
        {"role": "assistant", "content": [1]},
    ],
)
def test_what_is_no_message_is_refused_and_nothing_is_added(tmp_path: Path, message: Any) -> None:
    session = new(tmp_path)
    with pytest.raises(EditError, match="message 1"):
        session.import_messages([said("q"), message])
    assert session.records == []


def test_an_attachment_without_a_type_is_refused_and_nothing_is_added(tmp_path: Path) -> None:
    session = new(tmp_path)
    with pytest.raises(EditError, match="needs a type"):
        session.import_messages([said("q")], attachments=[{"after_index": 0, "attachment": {}}])
    assert session.records == []
