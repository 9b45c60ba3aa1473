"""What the model is to answer in a conversation with the real client, and the client's side of one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tests.client.terminal import until

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.client.terminal import Terminal


def call(name: str, **given: Any) -> dict[str, Any]:
    """A call of the tool NAME."""
    return {"tool": name, "input": given}


def bash(command: str) -> dict[str, Any]:
    """A call that runs COMMAND."""
    return call("Bash", command=command, description="Run it")


def thinking(text: str) -> dict[str, Any]:
    """A thinking block."""
    return {"type": "thinking", "thinking": text}


def steps(*turns: Any) -> str:
    """A prompt that has the model answer with TURNS."""
    return f"STEPS:{json.dumps(turns)}"


_QUESTION: Final = {
    "question": "Which one?",
    "header": "Pick",
    "multiSelect": False,
    "options": [{"label": "A", "description": "a"}, {"label": "B", "description": "b"}],
}
HOLD: Final = "touch begun; for i in $(seq 1200); do test -e go && break; sleep 0.05; done; echo TOOL-DONE"
"""A command that takes until there is a file `go`, a minute at most; it may not run without being asked about."""
ASK: Final = call("AskUserQuestion", questions=[_QUESTION])


def agent(*turns: Any) -> dict[str, Any]:
    """A call of a subagent that does TURNS; it goes on in the background."""
    prompt = steps(*turns)
    return call("Agent", description="Look around", prompt=prompt, subagent_type="general-purpose")


TOOLS: Final = steps(
    [thinking("let me think"), bash(HOLD)],
    [{"type": "text", "text": "I look."}, call("Read", file_path="notes.md"), bash("ls"), bash("cat notes.md")],
    agent([thinking("as asked"), bash("ls")], bash("cat notes.md"), "AGENT-DONE"),
    ASK,
    "ALL-DONE",
)
"""Waits, for permission to run HOLD; is busy with that; waits, for an answer. A subagent ends meanwhile."""


async def converse(terminal: Terminal, until_all: Callable[..., Awaitable[None]]) -> None:
    """Use tools, a subagent and a compaction, then end the client.

    UNTIL_ALL waits until all who tell the status of the client tell a certain one, and what it does, if they tell that;
    and until something is true.
    """
    project = terminal.client.project
    await until_all("idle", "OK")
    await terminal.enter(TOOLS)
    await until_all("waiting", "Bash touch begun")
    await terminal.accept()
    await until_all("busy", "Bash touch begun", (project / "begun").exists)
    (project / "go").touch()
    await until_all("waiting", "Which one?", lambda: has_heard_of_subagent(terminal))
    await terminal.accept()
    await until_all("idle", "ALL-DONE", lambda: has_replied(terminal, "ALL-DONE"))
    await terminal.enter("/compact")
    await until(lambda: has_compacted(terminal) and terminal.status == "idle")
    await terminal.enter(steps("LAST-REPLY"))
    await until_all("idle", "LAST-REPLY", lambda: has_replied(terminal, "LAST-REPLY"))
    await terminal.enter("/exit")
    await until(lambda: terminal.has_ended)


def has_replied(terminal: Terminal, text: str) -> bool:
    """Whether the model's reply TEXT is in the session."""
    return any(block.get("text") == text for block in _blocks(terminal))


def has_heard_of_subagent(terminal: Terminal) -> bool:
    """Whether the end of a subagent was told to the session."""
    queued = (record for record in terminal.records if record["type"] == "queue-operation")
    return any("<task-notification>" in record.get("content", "") for record in queued)


def has_compacted(terminal: Terminal) -> bool:
    """Whether the session was compacted."""
    return any(record.get("subtype") == "compact_boundary" for record in terminal.records)


def block_types(terminal: Terminal) -> set[str]:
    """The types of the blocks of the assistant's messages, and the names of the tools that were called."""
    return {block.get("name", block["type"]) for block in _blocks(terminal)}


def _blocks(terminal: Terminal) -> list[dict[str, Any]]:
    said = (record["message"]["content"] for record in terminal.records if record["type"] == "assistant")
    return [block for content in said for block in content]
