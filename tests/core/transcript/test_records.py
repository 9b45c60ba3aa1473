"""Entries for system records, progress, session-level records, and for what nothing here knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.transcript.entries import Kind, Raw, Run, Text
from cc_session_tui.core.transcript.natures import nature_of
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, kinds, use

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def script() -> Script:
    """Return a session with one prompt."""
    script = Script()
    script.user("go")
    return script


@pytest.mark.parametrize(
    ("subtype", "fields", "said", "is_error"),
    [
        (
            "api_error",
            {"error": {"status": 529}, "retryInMs": 500, "retryAttempt": 1, "maxRetries": 10},
            "529 · retry 1 of 10 in 0.5 s",
            True,
        ),
        ("api_error", {"error": {"error": {"message": "Overloaded"}}}, "Overloaded", True),
        ("turn_duration", {"durationMs": 12_345}, "12.3 s", False),
        ("informational", {"content": "take note", "level": "info"}, "take note", False),
        ("informational", {"content": "oh no", "level": "error"}, "oh no", True),
        ("away_summary", {"content": "while you were away"}, "while you were away", False),
        ("model_refusal_fallback", {"originalModel": "a", "fallbackModel": "b"}, "a → b", False),
        ("api_refusal", {"apiRefusalCategory": "x"}, "apiRefusalCategory: x", True),
        (
            "microcompact_boundary",
            {"microcompactMetadata": {"tokensSaved": 21000, "compactedToolIds": ["t1"], "clearedAttachmentUUIDs": []}},
            "tool results cleared: 1 · 21,000 tokens saved",
            False,
        ),
        ("microcompact_boundary", {}, "tool results cleared: 0", False),
    ],
)
def test_a_system_record_reads_well(
    script: Script, tmp_path: Path, subtype: str, fields: dict[str, Any], said: str, is_error: bool
) -> None:
    script.system(subtype, **fields)
    entry = script.history(tmp_path)[1]
    assert isinstance(entry, Text)
    assert (entry.kind, entry.label, entry.text, entry.is_error) == (Kind.SYSTEM, subtype, said, is_error)


def test_a_system_record_without_a_subtype_is_a_notice(script: Script, tmp_path: Path) -> None:
    script.add({"type": "system", "content": "Running hook", "level": "info"})
    entry = script.history(tmp_path)[1]
    assert (entry.kind, entry.label, entry.text) == (Kind.SYSTEM, "system", "Running hook")


def test_a_local_command_is_a_command_like_the_older_echo(script: Script, tmp_path: Path) -> None:
    script.system("local_command", content="<command-name>/model</command-name><command-args>opus</command-args>")
    script.system("local_command", content="<local-command-stdout>Set model</local-command-stdout>")
    _, echo, output = script.history(tmp_path)
    assert [(e.kind, e.label, e.text) for e in (echo, output)] == [
        (Kind.COMMAND, "/model", "/model opus"),
        (Kind.COMMAND, "output", "Set model"),
    ]


def test_stop_hooks_are_a_hook_line_that_is_an_error_when_one_failed(script: Script, tmp_path: Path) -> None:
    script.system("stop_hook_summary", hookInfos=[{"command": "lint"}], hookErrors=[], preventedContinuation=False)
    script.reply("Done.")
    script.system("stop_hook_summary", hookInfos=[{"command": "lint"}], hookErrors=["exit 1"])
    _, fine, _, failed = script.history(tmp_path)
    assert (fine.kind, fine.text, fine.is_error) == (Kind.HOOK, "$ lint", False)
    assert (failed.kind, failed.text, failed.is_error) == (Kind.HOOK, "$ lint\nexit 1", True)


def test_progress_is_folded_and_hidden_among_prompts(script: Script, tmp_path: Path) -> None:
    script.reply(use("t1", "Task"))
    script.progress("agent_progress", message={"type": "user"}, normalizedMessages=[1])
    script.progress("bash_progress", output="1\n2", fullOutput="1\n2\n3")
    script.result("t1")
    document = script.open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    _, _, run = entries(view)
    assert (run.label, run.kind, [p.label for p in run.parts]) == (
        "progress", Kind.SYSTEM, ["agent_progress", "bash_progress"],
    )  # fmt: skip
    assert view.text(2) == 'agent_progress\n{\n  "type": "user"\n}\n\nbash_progress\n1\n2\n3'
    assert kinds(entries(document.view(ViewName.HISTORY, 1))) == [Kind.PROMPT]
    assert document.view(ViewName.HISTORY, 1).hidden == {"messages": 2, "progress": 2}


@pytest.mark.parametrize(
    ("kind", "data", "said", "entry_kind"),
    [
        ("hook_progress", {"hookName": "Stop", "command": "lint"}, "Stop\nlint", Kind.HOOK),
        ("mcp_progress", {"status": "started", "serverName": "db"}, "status: started\nserverName: db", Kind.SYSTEM),
        ("agent_progress", {"prompt": "look"}, "look", Kind.SYSTEM),
        ("brand_new", {"x": 1}, "x: 1", Kind.SYSTEM),
    ],
)
def test_a_progress_record_alone_says_what_it_is(
    script: Script, tmp_path: Path, kind: str, data: dict[str, Any], said: str, entry_kind: Kind
) -> None:
    script.progress(kind, **data)
    script.reply("Done.")
    run = script.history(tmp_path, detail=3)[1]
    assert isinstance(run, Run)
    assert (run.kind, run.label, run.text) == (entry_kind, kind, said)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"type": "custom-title", "customTitle": "My session"}, "My session"),
        ({"type": "ai-title", "aiTitle": "Fix add"}, "Fix add"),
        ({"type": "summary", "summary": "Old title", "leafUuid": "x"}, "Old title"),
        ({"type": "last-prompt", "lastPrompt": "go", "leafUuid": "u1"}, "go"),
        ({"type": "mode", "mode": "plan", "sessionId": "s"}, "plan"),
        ({"type": "permission-mode", "permissionMode": "default"}, "default"),
        ({"type": "agent-name", "agentName": "bob"}, "bob"),
        ({"type": "queue-operation", "operation": "enqueue", "content": "later"}, "enqueue\nlater"),
        ({"type": "queue-operation", "operation": "dequeue"}, "dequeue"),
        ({"type": "file-history-snapshot", "snapshot": {"trackedFileBackups": {"a.py": {}, "b.py": {}}}}, "a.py\nb.py"),
        ({"type": "file-history-delta", "trackingPath": "a.py"}, "a.py"),
        ({"type": "pr-link", "prUrl": "https://example.com/1", "prNumber": 1}, "https://example.com/1"),
        ({"type": "tools-used", "tools": ["Read", "Bash"]}, "Read, Bash"),
        ({"type": "cost-state", "totalCostUSD": 1.5, "modelUsage": {}}, "totalCostUSD: 1.5\nmodelUsage: {}"),
        ({"type": "relocated", "relocatedCwd": "/new"}, "/new"),
        ({"type": "worktree-state", "worktreeSession": None}, "worktreeSession: null"),
        (
            {"type": "api-request-blob", "message": {"role": "user", "content": [{"type": "text", "text": "x"}]}},
            "user\nx",
        ),
        (
            {
                "type": "api-request-shape",
                "shape": {"system": [{"type": "text", "text": "Be"}], "tools": [{"name": "A"}]},
            },
            "Be\ntools: A",
        ),
        ({"type": "atis-latch", "atis": ""}, "atis: "),
    ],
)
def test_a_session_level_record_stands_in_the_file_view_and_reads_well(
    script: Script, tmp_path: Path, record: dict[str, Any], said: str
) -> None:
    script.loose(record)
    document = script.open(tmp_path)
    state = document.view(ViewName.FILE, 3).entry(1)
    assert isinstance(state, Run)
    assert (state.kind, state.label, state.text) == (Kind.STATE, record["type"], said)
    assert document.view(ViewName.HISTORY, 3).hidden == {"session records": 1}


@pytest.mark.parametrize("chained", [True, False], ids=["with a uuid", "without"])
def test_a_record_of_an_unknown_type_is_shown_where_it_stands(script: Script, tmp_path: Path, chained: bool) -> None:
    script.reply("Done.")
    last = script.last
    record = {"type": "frobnicate", "x": [1]}
    if chained:
        script.add(record)
    else:
        script.loose(record)
    script.user("again", under=last)
    found = script.history(tmp_path)
    assert kinds(found) == [Kind.PROMPT, Kind.REPLY, Kind.UNKNOWN, Kind.PROMPT]
    unknown = found[2]
    assert isinstance(unknown, Raw)
    assert (unknown.label, unknown.data, unknown.resumed) == ("frobnicate", script.lines[2], False)
    assert unknown.record is not None
    assert unknown.record["x"] == [1]


def test_an_unknown_record_on_another_branch_is_not_shown_but_counted(script: Script, tmp_path: Path) -> None:
    root = script.last
    script.user("one way")
    script.add({"type": "frobnicate"})
    script.user("the other way", under=root)
    script.reply("Done.")
    view = script.open(tmp_path).view(ViewName.HISTORY, 2)
    assert kinds(entries(view)) == [Kind.PROMPT, Kind.FORK, Kind.PROMPT, Kind.REPLY]
    assert view.hidden == {"other branches": 1, "unknown records": 1}


def test_an_unknown_system_subtype_is_an_unknown_record(script: Script, tmp_path: Path) -> None:
    script.system("brand_new", content="?")
    unknown = script.history(tmp_path)[1]
    assert isinstance(unknown, Raw)
    assert (unknown.kind, unknown.label) == (Kind.UNKNOWN, "system/brand_new")


def test_a_record_without_a_type_is_unknown(script: Script, tmp_path: Path) -> None:
    script.loose({"display": "x"})
    script.loose({"type": 5, "sessionId": "s"})
    assert [entry.label for entry in script.history(tmp_path)[1:]] == ["no type", "no type"]


@pytest.mark.parametrize(
    ("line", "label"),
    [
        (b'{"type":"user","uu\n', "damaged line"),
        (b"[1, 2]\n", "no record: JSON array"),
        (b'"text"\n', "no record: JSON string"),
        (b"5\n", "no record: JSON number"),
        (b"null\n", "no record: JSON null"),
        (b'{"type":"user","uuid":"x', "line without an end"),
    ],
)
def test_a_damaged_line_is_shown_where_it_stands(script: Script, tmp_path: Path, line: bytes, label: str) -> None:
    script.lines.append(line)
    damaged = script.history(tmp_path)[1]
    assert isinstance(damaged, Raw)
    assert (damaged.kind, damaged.label, damaged.data, damaged.record) == (Kind.DAMAGED, label, line, None)


def test_a_fragment_and_the_record_glued_to_it_are_two_entries(script: Script, tmp_path: Path) -> None:
    script.reply("whole")
    script.lines[1] = b'{"type":"pr-link","prNu' + script.lines[1]
    _, fragment, reply = script.history(tmp_path)
    assert (fragment.kind, fragment.label, fragment.data) == (
        Kind.DAMAGED, "fragment on a line with a record", b'{"type":"pr-link","prNu',
    )  # fmt: skip
    assert reply.text == "whole"


def test_blank_lines_and_nul_bytes_are_in_the_file_view_alone(script: Script, tmp_path: Path) -> None:
    script.lines += [b"\n", bytes(4096)]
    document = script.open(tmp_path)
    assert [entry.label for entry in entries(document.view(ViewName.FILE, 2))[1:]] == ["blank line", "4,096 NUL bytes"]
    assert document.view(ViewName.HISTORY, 2).hidden == {"blank lines": 2}


def test_at_most_64_kilobytes_of_a_damaged_line_are_held(script: Script, tmp_path: Path) -> None:
    script.lines.append(b"x" * 100_000 + b"\n")
    damaged = script.history(tmp_path)[1]
    assert (len(damaged.data), damaged.size) == (65_536, 100_001)


def test_a_record_nested_deeper_than_the_stack_is_kept_as_bytes(script: Script, tmp_path: Path) -> None:
    deep = b"[" * 20_000 + b"]" * 20_000
    script.lines.append(b'{"type":"frobnicate","uuid":"x","deep":' + deep + b"}\n")
    (entry,) = entries(script.open(tmp_path).view(ViewName.FILE, 3))[1:]
    assert isinstance(entry, Raw)
    assert entry.data.startswith(b'{"type":"frobnicate"')


@pytest.mark.parametrize(
    "kind", ["user", "assistant", "attachment/file", "system/api_error", "progress/x", "mode", "?/?"]
)
def test_every_kind_of_record_has_a_nature(kind: str) -> None:
    assert nature_of(kind).label
