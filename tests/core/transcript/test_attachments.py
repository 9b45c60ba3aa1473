"""What attachments say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.transcript.entries import Kind, Raw, Run
from cc_session_tui.core.transcript.making.attachments import attachment_said
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script
from tests.core.transcript.test_messages import DOT

if TYPE_CHECKING:
    from pathlib import Path

APP = {"filePath": "/home/dev/app.py", "content": "def add(): ...\n", "numLines": 2, "startLine": 1, "totalLines": 2}
HOOK = {"hookName": "PostToolUse:Bash", "hookEvent": "PostToolUse", "toolUseID": "t1"}
SAID: list[tuple[dict[str, Any], str, str]] = [
    (
        {
            "type": "file",
            "filename": "/home/dev/app.py",
            "content": {"type": "text", "file": APP},
            "displayPath": "app.py",
        },
        "file app.py",
        "def add(): ...\n",
    ),
    (
        {
            "type": "file",
            "filename": "/x.png",
            "content": {"type": "image", "file": {"base64": DOT, "type": "image/png"}},
        },
        "file /x.png",
        "image/png · 2 x 3 · 29 bytes",
    ),
    (
        {"type": "file", "filename": "/a.pdf", "content": {"type": "pdf", "file": {"base64": "JVBERi0x"}}},
        "file /a.pdf",
        "pdf · 6 bytes",
    ),
    (
        {
            "type": "file",
            "filename": "/n.ipynb",
            "content": {"type": "notebook", "file": {"cells": [{"source": "a = 1"}, {"source": ["b\n", "c"]}]}},
        },
        "file /n.ipynb",
        "a = 1\n\nb\nc",
    ),
    ({"type": "file"}, "file", ""),
    ({"type": "directory", "path": "/src", "content": "a.py\nb.py"}, "directory /src", "a.py\nb.py"),
    (
        {"type": "compact_file_reference", "filename": "/a.py", "displayPath": "a.py"},
        "file a.py",
        "filename: /a.py\ndisplayPath: a.py",
    ),
    ({"type": "pdf_reference", "filename": "/a.pdf", "pageCount": 2}, "PDF /a.pdf", "filename: /a.pdf\npageCount: 2"),
    ({"type": "edited_text_file", "filename": "/a.py", "snippet": "2\tx = 1"}, "edited /a.py", "2\tx = 1"),
    ({"type": "opened_file_in_ide", "filename": "/a.py"}, "opened /a.py", "filename: /a.py"),
    (
        {**HOOK, "type": "hook_success", "command": "make fmt", "stdout": "done\n", "stderr": "", "exitCode": 0},
        "PostToolUse:Bash",
        "$ make fmt\ndone",
    ),
    ({**HOOK, "type": "hook_success", "content": "hello", "stdout": ""}, "PostToolUse:Bash", "hello"),
    ({**HOOK, "type": "hook_additional_context", "content": ["one", "two"]}, "PostToolUse:Bash", "one\ntwo"),
    ({**HOOK, "type": "hook_system_message", "content": "be careful"}, "PostToolUse:Bash", "be careful"),
    ({"type": "hook_permission_decision", "decision": "allow"}, "hook_permission_decision", "allow"),
    (
        {"type": "async_hook_response", "hookName": "Stop", "response": {"systemMessage": "late"}},
        "Stop",
        "systemMessage: late",
    ),
    (
        {"type": "total_tokens_reminder", "text": "<total_tokens>5 left</total_tokens>"},
        "total_tokens_reminder",
        "<total_tokens>5 left</total_tokens>",
    ),
    (
        {"type": "deferred_tools_delta", "addedNames": ["A"], "addedLines": ["A: does a"], "removedNames": ["B", "C"]},
        "deferred_tools_delta",
        "A: does a\nremoved: B, C",
    ),
    ({"type": "agent_listing_delta", "addedTypes": ["x"], "addedLines": ["- x: y"]}, "agent_listing_delta", "- x: y"),
    (
        {"type": "mcp_instructions_delta", "addedNames": ["db"], "addedBlocks": ["## db"]},
        "mcp_instructions_delta",
        "## db",
    ),
    ({"type": "skill_listing", "content": "- a: b", "skillCount": 1}, "skill_listing", "- a: b"),
    (
        {
            "type": "task_reminder",
            "content": [
                {"subject": "first", "status": "completed"},
                {"subject": "second", "status": "in_progress"},
                {"subject": "third", "status": "pending"},
            ],
        },
        "task_reminder",
        "☑ first\n◐ second\n☐ third",
    ),
    ({"type": "todo_reminder", "content": [{"content": "a", "status": "pending"}]}, "todo_reminder", "☐ a"),
    (
        {
            "type": "nested_memory",
            "path": "/sub/CLAUDE.md",
            "content": {"path": "/sub/CLAUDE.md", "content": "be brief"},
        },
        "nested_memory",
        "/sub/CLAUDE.md\nbe brief",
    ),
    (
        {"type": "invoked_skills", "skills": [{"name": "review", "path": "/r", "content": "Look."}]},
        "invoked_skills",
        "review\nLook.",
    ),
    ({"type": "instructions", "files": [{"path": "/CLAUDE.md", "content": "x"}]}, "instructions", "/CLAUDE.md\nx"),
    ({"type": "relevant_memories", "memories": [{"path": "/m", "content": "x"}]}, "relevant_memories", "/m\nx"),
    (
        {
            "type": "diagnostics",
            "files": [
                {
                    "uri": "file:///a.py",
                    "diagnostics": [
                        {"message": "no such name", "severity": "Error", "range": {"start": {"line": 4}}},
                        {"message": "odd"},
                    ],
                }
            ],
        },
        "diagnostics",
        "file:///a.py\n  5: Error: no such name\n  odd",
    ),
    ({"type": "date_change", "newDate": "2026-02-02"}, "date_change", "2026-02-02"),
    ({"type": "date", "date": "2026-02-01"}, "date", "2026-02-01"),
    ({"type": "auto_mode", "reminderType": "full"}, "auto_mode", "reminderType: full"),
    ({"type": "plan_mode", "planFilePath": "/p.md"}, "plan_mode", "planFilePath: /p.md"),
    ({"type": "plan_file_reference", "planContent": "1. do"}, "plan_file_reference", "1. do"),
    (
        {"type": "command_permissions", "allowedTools": ["Read", "Bash"]},
        "command_permissions",
        "allowedTools: Read, Bash",
    ),
    (
        {"type": "goal_status", "condition": "tests pass", "met": False},
        "goal_status",
        "condition: tests pass\nmet: false",
    ),
    ({"type": "task_status", "taskId": "b1", "status": "running"}, "task_status", "taskId: b1\nstatus: running"),
    ({"type": "budget_usd", "used": 1.5, "total": 5}, "budget_usd", "used: 1.5\ntotal: 5"),
    (
        {"type": "environment", "snapshot": {"platform": "linux", "isGitRepo": True}},
        "environment",
        "platform: linux\nisGitRepo: true",
    ),
    ({"type": "model", "identity": {"modelId": "m"}, "text": "You are m."}, "model", "You are m."),
    ({"type": "session_context", "context": {"gitStatus": "clean"}}, "session_context", "clean"),
    (
        {"type": "prompt_snapshot", "systemPrompt": ["Be", "brief."], "tools": [{"name": "Read"}, {"name": "Bash"}]},
        "prompt_snapshot",
        "Be\nbrief.\ntools: Read, Bash",
    ),
    ({"type": "mcp_resource", "content": {"contents": [{"type": "text", "text": "r"}]}}, "mcp_resource", "r"),
]


@pytest.mark.parametrize(("attachment", "label", "said"), SAID, ids=[str(item[0]["type"]) for item in SAID])
def test_an_attachment_reads_well(attachment: dict[str, Any], label: str, said: str) -> None:
    assert attachment_said({"attachment": attachment})[:2] == (said, label)


@pytest.mark.parametrize(
    ("attachment", "said"),
    [
        ({**HOOK, "type": "hook_blocking_error", "blockingError": {"blockingError": "no", "command": "x"}}, "no"),
        ({**HOOK, "type": "hook_blocking_error", "blockingError": "no"}, "no"),
        ({**HOOK, "type": "hook_non_blocking_error", "stderr": "oops", "exitCode": 1}, "oops"),
        ({**HOOK, "type": "hook_stopped_continuation", "message": "enough"}, "enough"),
        ({**HOOK, "type": "hook_success", "stdout": "x", "exitCode": 2}, "x"),
    ],
)
def test_a_hook_that_failed_is_an_error(attachment: dict[str, Any], said: str) -> None:
    assert attachment_said({"attachment": attachment}) == (said, "PostToolUse:Bash", True)


def test_what_the_client_sent_is_shown_where_the_type_says_nothing(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach(
        "remote_session_change", url=None, rendered="<system-reminder>\nAttribution: none\n</system-reminder>"
    )
    _, run = script.history(tmp_path)
    assert (run.kind, run.text, run.label) == (Kind.INJECTED, "Attribution: none", "remote_session_change")


def test_an_attached_file_is_a_line_of_its_own(tmp_path: Path) -> None:
    script = Script()
    script.user("look at @app.py")
    script.attach("environment", snapshot={"platform": "linux"})
    script.attach("file", filename="/app.py", displayPath="app.py", content={"type": "text", "file": APP})
    script.attach("date", date="2026-01-05")
    script.attach("model", text="You are m.")
    _, environment, file, folded = script.history(tmp_path)
    assert [environment.label, file.label] == ["environment", "file app.py"]
    assert [part.label for part in folded.parts] == ["date", "model"]


def test_an_attachment_of_an_unknown_type_is_shown_as_it_is(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach("brand_new", z=1)
    _, unknown = script.history(tmp_path)
    assert isinstance(unknown, Raw)
    assert (unknown.kind, unknown.label) == (Kind.UNKNOWN, "attachment/brand_new")
    assert unknown.record is not None
    assert unknown.record["attachment"] == {"type": "brand_new", "z": 1}


def test_what_is_injected_is_folded_with_its_size_and_nothing_decoded(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach("environment", snapshot={})
    script.user("read me", isMeta=True)
    script.attach("hook_success", **HOOK, stdout="x")
    script.attach("skill_listing", content="- a")
    document = script.open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    before = document.index.decoded
    run = view.entry(1)
    assert document.index.decoded == before
    assert isinstance(run, Run)
    assert [part.label for part in run.parts] == ["environment", "meta", "hook_success", "skill_listing"]
    assert run.size == sum(part.size for part in run.parts) == sum(len(line) for line in script.lines[1:])
    assert run.kind is Kind.INJECTED


def test_a_run_of_hooks_alone_is_a_hook(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach("hook_success", **HOOK, stdout="x")
    script.attach("hook_additional_context", **HOOK, content=["y"])
    _, run = script.history(tmp_path)
    assert (run.kind, len(run.parts)) == (Kind.HOOK, 2)


def test_a_hook_that_blocked_is_a_line_of_its_own(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach("hook_success", **HOOK, stdout="x")
    script.attach("hook_blocking_error", **HOOK, blockingError="no")
    _, run, blocked = script.history(tmp_path)
    assert (run.is_error, blocked.is_error, blocked.kind, blocked.text) == (False, True, Kind.HOOK, "no")


def test_in_detail_three_each_of_them_is_a_line_of_its_own(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach("date", date="2026-01-05")
    script.attach("model", text="You are m.")
    found = script.history(tmp_path, detail=3)
    assert [entry.text for entry in found] == ["go", "2026-01-05", "You are m."]
