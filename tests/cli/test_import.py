from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.paths import get_project_dir
from tests.cli.writing import contents, give, records, session_paths

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]

CALL = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {"file_path": "a"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "text"}
MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "read a"},
    {"role": "assistant", "content": [CALL], "stop_reason": "tool_use"},
    {"role": "user", "content": [RESULT]},
    {"role": "assistant", "content": "It says text.", "stop_reason": "max_tokens"},
]
OTHER_NAMES = [
    {"role": "user", "content": "read a"},
    {
        "role": "assistant",
        "content": [{"type": "toolCall", "id": "toolu_1", "name": "Read", "input": {"file_path": "a"}}],
        "finish_reason": "function_call",
    },
    {"role": "user", "content": [{"type": "function_response", "toolCallId": "toolu_1", "content": "text"}]},
    {"role": "assistant", "content": "It says text.", "finish_reason": "length"},
]


@pytest.mark.parametrize("data", [MESSAGES, {"messages": MESSAGES, "model": "x"}, OTHER_NAMES])
def test_messages_become_a_session(data: Any, tmp_path: Path, claude_dir: Path, run: Run) -> None:
    file = tmp_path / "messages.json"
    file.write_text(json.dumps(data))
    ran = run("import", file, "-p", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    session_id = ran.out.strip()
    assert (get_project_dir(tmp_path) / f"{session_id}.jsonl").is_file()
    assert contents(claude_dir, session_id) == [
        "read a",
        [CALL],
        [RESULT],
        [{"type": "text", "text": "It says text."}],
    ]
    replies = [record["message"] for record in records(claude_dir, session_id) if record["type"] == "assistant"]
    assert [reply["stop_reason"] for reply in replies] == ["tool_use", "max_tokens"]


def test_messages_are_read_from_stdin_into_the_current_folder(
    claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, b"\xef\xbb\xbf" + json.dumps(MESSAGES[:2]).encode())
    told = run("import", "-", "--json").json
    assert told["project"] == str(Path.cwd())
    assert Path(told["path"]).parent == get_project_dir(Path.cwd())
    *_, [result] = contents(claude_dir, told["id"])
    assert (result["tool_use_id"], result["is_error"]) == ("toolu_1", True)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{", "JSON"),
        ("3", "array"),
        ("[]", "no messages"),
        ('{"messages": null}', "array"),
        ('["hello"]', "message 0"),
        ('[{"role": "system", "content": "x"}]', "'system'"),
        ('[{"role": "user", "content": []}]', "content"),
        ('[{"role": "user"}]', "content"),
        ('[{"role": "user", "content": "x", "n": 1e400}]', "1e400"),
    ],
)
def test_what_is_no_conversation_is_one_line_and_writes_nothing(
    data: str, words: str, tmp_path: Path, claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = session_paths(claude_dir)
    give(monkeypatch, data.encode())
    ran = run("import", "-", "-p", tmp_path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("cc-session: stdin: ")
    assert words in ran.err
    assert session_paths(claude_dir) == before


def test_a_file_that_is_not_there_is_told(run: Run) -> None:
    assert run("import", "gone.json") == (1, "", "cc-session: cannot read gone.json: No such file or directory\n")
