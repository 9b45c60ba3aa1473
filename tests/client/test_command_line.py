"""What `cc-session` writes, resumed by the real client."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.client import harness


def run(*arguments: str | Path) -> str:
    """Run `cc-session` with ARGUMENTS; return what it prints."""
    command = [sys.executable, "-m", "cc_session_tui.cli.main", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=True, timeout=60, text=True).stdout.strip()


def marks(client: harness.Client, session: str) -> list[str]:
    """Return the words MARK... in what the client sends when it resumes SESSION, in order."""
    return re.findall(r"MARK\w+", json.dumps(client.resume(session).messages))


def test_what_is_added_is_resumed(client: harness.Client) -> None:
    where = ("--claude-dir", client.config, "-p", client.project)
    client.project.mkdir(parents=True)
    (client.project / "notes.md").write_text("MARKfile\n")
    session = run("create", *where)
    add = (*where, "-s", session, "add")
    run(*add, "user", "MARKprompt")
    run(*add, "attachment", client.project / "notes.md")
    run(*add, "tool", "Bash", "--input", '{"command":"MARKcall"}', "--result", "MARKresult", "--error")
    run(*add, "assistant", "MARKreply")
    # the client puts what is attached to a prompt in front of it
    assert marks(client, session) == ["MARKfile", "MARKprompt", "MARKcall", "MARKresult", "MARKreply"]


def test_what_is_imported_copied_and_renamed_is_resumed(client: harness.Client) -> None:
    where = ("--claude-dir", client.config, "-p", client.project)
    client.project.mkdir(parents=True)
    call = {"type": "toolCall", "id": "t", "name": "Bash", "arguments": '{"command":"MARKcall"}'}
    messages = [
        {"role": "user", "content": "MARKprompt"},
        {"role": "assistant", "content": [call], "finish_reason": "function_call"},
        {"role": "user", "content": [{"type": "toolResult", "toolCallId": "t", "content": "MARKresult"}]},
    ]
    (client.folder / "messages.json").write_text(json.dumps(messages))
    session = run("import", client.folder / "messages.json", *where)
    copy = run("copy", session, "--claude-dir", client.config)
    run("rename", copy, "Shop talk", "--claude-dir", client.config)
    run("delete", session, *where)
    assert marks(client, session) == []
    assert marks(client, "Shop talk") == ["MARKprompt", "MARKcall", "MARKresult"]
