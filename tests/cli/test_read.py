"""`cc-session read`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.store import FIRST, LATEST, PROJECT, WITH_AGENT, session_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

EVERY_ENTRY = [
    "kind",
    "uuid",
    "offset",
    "block",
    "lines",
    "speaker",
    "starts_turn",
    "time",
    "size",
    "resumed",
]
pytestmark = pytest.mark.usefixtures("claude_dir")


def entries_of(run: Callable[..., Ran], *arguments: str) -> list[dict[str, Any]]:
    """Return what `cc-session read --json` with ARGUMENTS says."""
    found: list[dict[str, Any]] = run("read", "--json", *arguments).json
    return found


def test_every_entry_has_the_documented_fields(run: Callable[..., Ran]) -> None:
    for view in ("context", "history", "file"):
        assert all(list(entry)[: len(EVERY_ENTRY)] == EVERY_ENTRY for entry in entries_of(run, FIRST, "--view", view))


def test_a_call_carries_its_input_and_its_result(run: Callable[..., Ran], claude_dir: Path) -> None:
    calls = [entry for entry in entries_of(run, FIRST) if entry["kind"] == "tool_call"]
    assert [call["name"] for call in calls] == ["Read", "Edit", "Bash", "Bash"]
    failed = calls[3]
    assert failed["input"] == {"command": "false", "description": "fails"}
    assert failed["result"]["is_error"]
    assert failed["result"]["text"] == "Exit code 1"
    lines = session_file(claude_dir, FIRST).read_bytes().split(b"\n")
    use, result = (json.loads(lines[number - 1]) for number in failed["lines"])
    assert use["message"]["content"][0]["id"] == failed["identity"]
    assert result["message"]["content"][0]["tool_use_id"] == failed["identity"]
    assert failed["result"]["line"] == failed["lines"][1]
    assert failed["uuid"] == use["uuid"]


def test_entries_say_whether_a_resume_sends_them(run: Callable[..., Ran]) -> None:
    prompts = [entry for entry in entries_of(run, FIRST) if entry["kind"] == "prompt"]
    assert [(entry["text"][:9], entry["resumed"]) for entry in prompts] == [
        ("fix add i", False),
        ("second qu", False),
        ("after com", True),
    ]


def test_the_context_begins_after_the_compaction(run: Callable[..., Ran]) -> None:
    entries = entries_of(run, FIRST, "--view", "context")
    assert "second question @README.md" not in [entry.get("text") for entry in entries]
    assert next(e for e in entries if e["kind"] == "compaction")["tokens_before"] > 0


def test_the_file_view_has_every_line_in_order(run: Callable[..., Ran], claude_dir: Path) -> None:
    lines = [line for entry in entries_of(run, FIRST, "--view", "file") for line in entry["lines"]]
    count = session_file(claude_dir, FIRST).read_bytes().count(b"\n")
    assert list(dict.fromkeys(lines)) == list(range(1, count + 1))


@pytest.mark.parametrize("reference", [FIRST, FIRST[:5], FIRST.upper()])
def test_a_session_is_named_by_its_id_or_its_beginning(reference: str, run: Callable[..., Ran]) -> None:
    assert entries_of(run, reference) == entries_of(run, FIRST)


def test_a_session_is_named_by_its_path(run: Callable[..., Ran], claude_dir: Path) -> None:
    assert entries_of(run, str(session_file(claude_dir, FIRST))) == entries_of(run, FIRST)


def test_the_latest_session_is_the_one_written_last(run: Callable[..., Ran]) -> None:
    assert entries_of(run, "latest") == entries_of(run, LATEST)
    assert entries_of(run, "latest", "-p", PROJECT) == entries_of(run, LATEST)


def test_the_session_may_be_an_option(run: Callable[..., Ran]) -> None:
    assert run("read", "-s", FIRST, "--json") == run("read", FIRST, "--json")
    assert run("-s", FIRST, "read", "--json") == run("read", FIRST, "--json")


def test_a_subagents_transcript_is_read_by_its_path(run: Callable[..., Ran], claude_dir: Path) -> None:
    (path,) = (claude_dir / "projects" / "-home-dev-demo" / WITH_AGENT / "subagents").glob("*.jsonl")
    assert "prompt" in {entry["kind"] for entry in entries_of(run, str(path))}


def test_text_reads_as_a_conversation(run: Callable[..., Ran]) -> None:
    out = run("read", FIRST).out
    assert out.startswith("fix add in app.py")
    assert "\n▌ You  2026-11-30" in out
    assert "\n▸ Edit\n" in out
    assert "-    return a - b\n        +    return a + b" in out
    assert "  ✗ error\n    Exit code 1" in out
    assert "compacted · 26 → 2,691 tokens · manual" in out
    assert "(left out: " in out
    assert "injected · environment, model" in out


def test_markdown_reads_as_a_document(run: Callable[..., Ran]) -> None:
    out = run("read", FIRST, "--markdown").out
    assert out.startswith("# fix add in app.py")
    assert "\n## You · 2026" in out
    assert "```diff\n@@ -1,2 +1,2 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n```" in out
    assert "Fixed **add**:\n\n```python" in out
    assert "\n\n\n" not in out


def test_what_is_said_cannot_steer_the_terminal_nor_break_json(run: Callable[..., Ran], claude_dir: Path) -> None:
    path = session_file(claude_dir, "hostile")
    text = "\x1b]0;title\x07 \x00 [/bold] 漢字 \ud83d \u202e"
    record = {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": text}}
    path.write_text(json.dumps(record) + "\n" + json.dumps({**record, "uuid": "b", "parentUuid": "a"}) + "\n{cut")
    assert entries_of(run, str(path))[0]["text"] == text.replace("\ud83d", "\ufffd")
    for form in ([], ["--markdown"]):
        out = run("read", str(path), *form).out
        assert not set(out) & {"\x1b", "\x07", "\x00", "\u202e"}
        assert "␛]0;title␇ ␀ [/bold] 漢字 \ufffd ⟨U+202E⟩" in out.replace("\\", "")


def test_a_branch_and_a_gap_are_told_in_every_form(run: Callable[..., Ran], claude_dir: Path) -> None:
    def line(uuid: str, parent: str | None, text: str) -> str:
        message = {"role": "user", "content": text}
        return json.dumps({"type": "user", "uuid": uuid, "parentUuid": parent, "message": message}) + "\n"

    path = session_file(claude_dir, "forked")
    path.write_text(line("a", "gone", "root") + line("b", "a", "left *alone*") + line("c", "a", "taken"))
    fork = next(entry for entry in entries_of(run, str(path)) if entry["kind"] == "fork")
    assert [(b["leaf_line"], b["first_line"], b["active"]) for b in fork["branches"]] == [(2, 2, False), (3, 3, True)]
    assert "⑂ 2 branches\n    ○ left *alone*\n    ● taken" in run("read", str(path)).out
    assert "- other: left \\*alone\\*\n- **this one**: taken" in run("read", str(path), "--markdown").out


def test_images_are_told_by_type_pixels_and_size(run: Callable[..., Ran], claude_dir: Path) -> None:
    path = session_file(claude_dir, "picture")
    data = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAC0lEQVQI12NgQAcAABIAAe+JVKQAAAAASUVORK5CYII="
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    content = [{"type": "text", "text": "look"}, image]
    message = {"role": "user", "content": content}
    path.write_text(json.dumps({"type": "user", "uuid": "a", "parentUuid": None, "message": message}) + "\n")
    (entry,) = entries_of(run, str(path))
    assert entry["images"][0] | {"size": 0} == {
        "media_type": "image/png",
        "size": 0,
        "width": 2,
        "height": 3,
        "line": 1,
    }
    for form in ([], ["--markdown"]):
        assert "▣ image/png · 2×3 · 68 B" in run("read", str(path), *form).out


def test_unknown_records_and_damaged_lines_are_shown(run: Callable[..., Ran], claude_dir: Path) -> None:
    path = session_file(claude_dir, "odd")
    prompt = {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": "hi"}}
    path.write_text(json.dumps(prompt) + '\n{"type":"frobnicate","x":[1]}\n{"type":"us\n')
    unknown, damaged = entries_of(run, str(path), "--view", "file")[1:]
    assert (unknown["kind"], unknown["record"]) == ("unknown", {"type": "frobnicate", "x": [1]})
    assert (damaged["kind"], damaged["data"], damaged["lines"]) == ("damaged", '{"type":"us\n', [3])
    for form in ([], ["--markdown"]):
        out = run("read", str(path), "--view", "file", *form).out
        assert '{"type":"us' in out
        assert '"frobnicate"' in out
