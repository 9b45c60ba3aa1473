"""cc-session-io 0.3.2 and this library, side by side."""

from __future__ import annotations

import json
import random
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui import (
    create_session,
    get_project_dir,
    open_session,
    parse_jsonl,
    project_path_to_hash,
    read_session,
    repair_tool_pairing,
    serialize_jsonl,
)
from tests.core.editing.sessions import chain

if TYPE_CHECKING:
    from tests.node.conftest import Node

NUMBER = 1000
NAMES = (
    "work",
    "my.app",
    "with space",
    "über",
    "u\u0308ber",
    "日本",
    "🎉",
    "🎉🎉",
    "a_b",
    "-",
    "..",
    "x" * 60,
    "\ud800",
    "é" * 40,
    "C:\\x",
)
SESSIONS = sorted(Path("tests/data/sessions").glob("*/projects/*/*.jsonl"))
MESSAGES: list[Any] = [
    {"role": "user", "content": "hello \u2028 \ud800 🎉"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Read", "input": {"n": 1.5}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "x", "is_error": True}]},
    {"role": "assistant", "content": [{"type": "text", "text": "yes"}]},
    {"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "u"}}]},
]  # fmt: skip


def paths() -> list[str]:
    """Generated project paths, short and long."""
    made = random.Random(1)  # noqa: S311
    return ["/" + "/".join(made.choices(NAMES, k=made.randint(0, 9))) for _ in range(NUMBER)]


def conversations() -> list[list[Any]]:
    """Generated conversations in which calls and results are often not paired."""
    made = random.Random(2)  # noqa: S311
    return [[message(made) for _ in range(made.randint(0, 7))] for _ in range(NUMBER)]


def message(made: random.Random) -> dict[str, Any]:
    role = made.choice(["user", "user", "assistant"])
    if made.random() < 0.25:
        return {"role": role, "content": made.choice(["", "text"])}
    return {"role": role, "content": [block(made) for _ in range(made.randint(0, 4))]}


def block(made: random.Random) -> dict[str, Any]:
    identity = made.choice("abc")
    blocks: list[dict[str, Any]] = [
        {"type": "tool_use", "id": identity, "name": "Read", "input": {}},
        {"type": "tool_result", "tool_use_id": identity, "content": "x"},
        {"type": "tool_result", "tool_use_id": identity, "content": [], "is_error": made.choice([True, False])},
        {"type": "text", "text": identity},
    ]
    return made.choice(blocks)


def test_a_thousand_paths_have_the_same_folder_names(node: Node) -> None:
    made = paths()
    assert len({len(project_path_to_hash(path)) > 200 for path in made}) == 2
    assert [project_path_to_hash(path) for path in made] == node("names", paths=made)


def test_a_decomposed_path_is_composed_first_by_cc_session_io_and_not_by_clients_from_2_1_197_on(
    node: Node, tmp_path: Path
) -> None:
    project = tmp_path / "cafe\u0301"
    project.mkdir()
    theirs = Path(node("write", projectPath=str(project), messages=MESSAGES)["file"]).parent
    composed = unicodedata.normalize("NFC", str(project))
    assert theirs.name == project_path_to_hash(composed)
    assert get_project_dir(project).name == project_path_to_hash(str(project)) != theirs.name


def test_a_thousand_conversations_are_repaired_alike(node: Node) -> None:
    made = conversations()
    ours = [repair_tool_pairing(conversation) for conversation in made]
    assert ours != made
    assert ours == node("repairs", conversations=made)


def test_what_this_library_writes_is_read_by_the_other(node: Node, tmp_path: Path) -> None:
    session = create_session(project_path=tmp_path)
    session.import_messages(MESSAGES, attachments=[{"after_index": 0, "attachment": {"type": "file"}}])
    session.save()
    read = node("read", file=str(session.jsonl_path))
    assert (read["sessionId"], read["projectPath"]) == (session.session_id, session.project_path)
    assert read["records"] == session.records
    assert read["messages"] == session.messages


def test_what_the_other_writes_is_read_by_this_library(node: Node, tmp_path: Path) -> None:
    attributes = {"gitBranch": "b", "version": "2.1.99", "model": "m"}
    written = node("write", projectPath=str(tmp_path), messages=MESSAGES, attributes=attributes)
    session = open_session(session_id=written["sessionId"], project_path=tmp_path)
    assert session.jsonl_path == Path(written["file"])
    assert [record["message"]["content"] for record in session.messages] == [m["content"] for m in MESSAGES]  # type: ignore[call-overload,index]
    assert session.records == node("read", file=written["file"])["records"]
    uuid = session.add_user_message("and")
    session.save()
    last = session.messages[-1]
    assert (last["gitBranch"], last["version"], session.envelope.model) == ("b", "2.1.99", "m")
    assert chain(session.jsonl_path)[-1] == uuid
    assert len(chain(session.jsonl_path)) == len(MESSAGES) + 1


def test_both_append_to_one_session_in_turn(node: Node, tmp_path: Path) -> None:
    session = create_session(project_path=tmp_path)
    session.import_messages(MESSAGES)
    session.save()
    for number in (2, 3):
        node("append", sessionId=session.session_id, projectPath=str(tmp_path), messages=MESSAGES)
        session.import_messages(MESSAGES)
        session.save()
        assert len(chain(session.jsonl_path)) == len(MESSAGES) * (2 * number - 1)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: f"{path.parts[-4]}-{path.stem[:4]}")
def test_real_sessions_are_read_alike(node: Node, path: Path) -> None:
    theirs, ours = node("read", file=str(path.resolve())), read_session(path)
    assert ours.records == theirs["records"]
    assert ours.messages == theirs["messages"]


def test_lines_are_parsed_and_serialized_alike(node: Node) -> None:
    values: list[Any] = [0, -1, 1.5, None, True, [{}]]
    text = serialize_jsonl({"type": "x", "n": value, "text": "\u2028\ud800🎉\x00"} for value in values)
    assert node("parse", text=text + "\n  \n") == text
    assert serialize_jsonl(parse_jsonl(text)) == text
    assert json.loads(text.splitlines()[0].split("\u2028")[0] + '"}')["n"] == 0
