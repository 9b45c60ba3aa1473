"""Entries of all kinds, for tests of what draws them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.transcript.entries import (
    Branch,
    Compaction,
    Entry,
    ForkPoint,
    Image,
    Key,
    Kind,
    Part,
    Raw,
    Result,
    Run,
    Speaker,
    Text,
    ToolCall,
)

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON

_rows = count()

MORNING = "2026-11-30T13:02:11.120Z"
LATER = "2026-11-30T13:02:11.420Z"
IMAGE = Image(media_type="image/png", size=84_213, width=1280, height=720, row=0)

MARKDOWN = """\
Fixed: **add** subtracted. See [the guide](https://example.org/guide) and `cart.py`:

```python
def total(items):
    return sum(i.price for i in items) or None
```

## What is left

1. run the *whole* suite
2. ask about ~~rounding~~ currencies
   - in the cart
   - on the invoice
- [x] add
- [ ] total

> quoted, and
> quoted again

| name | calls | 日本語 |
|:-----|------:|:------:|
| add  | 1,204 | はい |
| a much longer name than the others have | 7 | いいえ |

---
The end.
"""

PATCH: JSON = [
    {
        "oldStart": 1,
        "oldLines": 2,
        "newStart": 1,
        "newLines": 2,
        "lines": [" def add(a, b):", "-    return a - b", "+    return a + b"],
    }
]


def _place() -> dict[str, Any]:
    """The key and the row of an entry that no other has."""
    row = next(_rows)
    return {"key": Key(1000 * row, 0), "rows": (row,), "time": MORNING}


def prompt(text: str = "fix add in app.py", **fields: Any) -> Text:
    """Something that a person typed."""
    defaults: dict[str, Any] = {"kind": Kind.PROMPT, "speaker": Speaker.USER, "starts_turn": True}
    return Text(**(_place() | defaults | {"text": text} | fields))


def reply(text: str = "Fixed: add subtracted.", **fields: Any) -> Text:
    """Something that Claude said."""
    defaults: dict[str, Any] = {"kind": Kind.REPLY, "speaker": Speaker.ASSISTANT, "model": "claude-opus-5-5"}
    return Text(**(_place() | defaults | {"text": text} | fields))


def thinking(text: str = "The function subtracts.\nIt should add.", **fields: Any) -> Text:
    """What Claude thought."""
    return reply(text, **({"kind": Kind.THINKING, "signed": True} | fields))


def result(text: str = "", **fields: Any) -> Result:
    """What a tool gave back."""
    defaults: dict[str, Any] = {"row": 0, "text": text, "time": LATER}
    return Result(**(defaults | fields))


def tool_call(name: str = "Read", input: JSON = None, answer: Result | None = None, **fields: Any) -> ToolCall:
    """A tool_use and what came back."""
    defaults: dict[str, Any] = {"kind": Kind.TOOL_CALL, "speaker": Speaker.ASSISTANT, "identity": "toolu_01"}
    own = {"name": name, "input": input, "result": answer}
    return ToolCall(**(_place() | defaults | own | fields))


def edit(old: str = "a - b", new: str = "a + b", data: JSON = None, **fields: Any) -> ToolCall:
    """An Edit of app.py."""
    given: JSON = {"file_path": "/home/dev/demo/app.py", "old_string": old, "new_string": new}
    return tool_call("Edit", given, result("The file has been updated.", data=data), **fields)


def bash(command: str = "make test", output: str = "ok", **fields: Any) -> ToolCall:
    """A Bash call and its output."""
    is_error = fields.pop("is_error", False)
    return tool_call("Bash", {"command": command}, result(output, is_error=is_error), **fields)


def run(*labels: str, kind: Kind = Kind.INJECTED, **fields: Any) -> Run:
    """Records folded into one line."""
    parts = tuple(Part(label, number, 3500) for number, label in enumerate(labels))
    return Run(**(_place() | {"kind": kind, "parts": parts, "size": 3500 * len(parts)} | fields))


def notice(text: str, label: str = "", kind: Kind = Kind.SYSTEM, **fields: Any) -> Text:
    """A system line, a command or a hook's words."""
    return Text(**(_place() | {"kind": kind, "text": text, "label": label} | fields))


def compaction(**fields: Any) -> Compaction:
    """A compact boundary with its summary."""
    own: dict[str, Any] = {"trigger": "auto", "tokens_before": 168_000, "tokens_after": 12_000, "summary": MARKDOWN}
    return Compaction(**(_place() | {"kind": Kind.COMPACTION} | own | fields))


def fork(*branches: Branch, **fields: Any) -> ForkPoint:
    """A record with several branches below it."""
    own = branches or (Branch(9, 4, "go on", 6, True), Branch(7, 5, "try a decorator instead", 2, False))
    return ForkPoint(**(_place() | {"kind": Kind.FORK, "branches": own} | fields))


def gap(**fields: Any) -> Entry:
    """A missing parent."""
    return Entry(**(_place() | {"kind": Kind.GAP} | fields))


def unknown(label: str = "frobnicate", record: dict[str, JSON] | None = None, **fields: Any) -> Raw:
    """A record of a kind that is not known."""
    own: dict[str, Any] = {"kind": Kind.UNKNOWN, "label": label, "data": b"{}", "record": record or {"type": label}}
    return Raw(**(_place() | own | {"resumed": False} | fields))


def damaged(data: bytes = b'{"type":"user","mess\x00\xff', label: str = "no JSON", **fields: Any) -> Raw:
    """Bytes that are no record."""
    own: dict[str, Any] = {"kind": Kind.DAMAGED, "label": label, "data": data, "size": len(data), "resumed": False}
    return Raw(**(_place() | own | fields))


def tool_calls() -> list[ToolCall]:
    """A call of each tool that is drawn in a way of its own, and of one that is not."""
    path = "/home/dev/demo/app.py"
    todos: JSON = [
        {"content": "Read the code", "status": "completed", "activeForm": "Reading"},
        {"content": "Fix add", "status": "in_progress", "activeForm": "Fixing add"},
        {"content": "Run the tests", "status": "pending", "activeForm": "Running"},
    ]
    question: JSON = {
        "question": "Which currency?",
        "header": "Currency",
        "options": [{"label": "Euro", "description": "as before"}, {"label": "Yen", "description": "new"}],
    }
    agent: JSON = {"subagent_type": "Explore", "description": "look around", "prompt": "Look around in `src`."}
    return [
        tool_call("Read", {"file_path": path}, result("1\tdef add(a, b):\n2\t    return a - b\n3\t")),
        tool_call("Read", {"file_path": "/home/dev/shot.png"}, result("", images=(IMAGE,))),
        tool_call("Read", {"file_path": "/nowhere"}, result("File does not exist.", is_error=True)),
        edit(data={"structuredPatch": PATCH}),
        edit("one\ntwo\nthree", "one\n2\nthree"),
        tool_call("Write", {"file_path": path, "content": "hello\nworld\n"}, result("ok", data={"type": "create"})),
        tool_call(
            "MultiEdit",
            {
                "file_path": path,
                "edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": ""}],
            },
            result("ok"),
        ),
        bash("python3 -c 'import app; print(app.add(2, 1))'", "3"),
        bash("make test", "Exit code 2\n" + "\n".join(f"line {n}" for n in range(40)), is_error=True),
        bash("cat <<'EOF'\nhello\nEOF", "\x1b[31mred\x1b[0m \x1b[1;32mgreen\x1b[0m \x1b]0;title\x07 plain"),
        bash("true", ""),
        tool_call("Grep", {"pattern": "add", "path": path}, result("app.py", data={"numFiles": 12})),
        tool_call("Glob", {"pattern": "**/*.py"}, result("app.py", data={"numFiles": 1, "truncated": True})),
        tool_call("WebFetch", {"url": "https://example.org"}, result("Hello", data={"code": 200, "bytes": 84_213})),
        tool_call("WebSearch", {"query": "yen rounding"}, result("Links", data={"durationSeconds": 1.25})),
        tool_call("TodoWrite", {"todos": todos}, result("ok")),
        tool_call("TaskCreate", {"subject": "Fix add", "description": "It subtracts."}, result("Task #1 created")),
        tool_call("TaskUpdate", {"taskId": "1", "status": "completed"}, result("Updated task #1")),
        tool_call("Agent", agent, result("I saw two files", data={"status": "completed", "totalTokens": 2600})),
        tool_call("Agent", agent, result("Async agent launched", data={"status": "async_launched", "isAsync": True})),
        tool_call(
            "AskUserQuestion",
            {"questions": [question]},
            result("answered", data={"answers": {"Which currency?": "Yen"}}),
        ),
        tool_call("ExitPlanMode", {"plan": MARKDOWN}, result("User has approved your plan.")),
        tool_call("mcp__github__search", {"query": "add", "page": 2, "deep": {"a": [1, None]}}, result("found")),
        tool_call("Frobnicate", {"thing": "x" * 500}),
        tool_call("", None, result("orphan result"), kind=Kind.TOOL_RESULT, resumed=False),
    ]


def entries() -> list[Entry]:
    """An entry of each kind, and the kinds that look different, in an order that could be a session's."""
    return [
        prompt("The totals are wrong: add() gives 1 for 2 and 1. Fix it and *prove it*."),
        run("environment", "model", "skill_listing", "agent_listing_delta", "meta", "meta", "date", "session_context"),
        thinking(starts_turn=True, tokens=1_200),
        *tool_calls(),
        reply(MARKDOWN),
        notice("Done in 14 s", "turn_duration"),
        notice("", "stop_hook_summary"),
        fork(),
        compaction(),
        prompt("Now the same for `total()`, please. @cart.py", images=(IMAGE,)),
        run("file", label="file cart.py", text="import app\n" * 64),
        notice("/cost", "/cost", Kind.COMMAND, speaker=Speaker.USER),
        notice("Total cost: \x1b[32m$0.12\x1b[0m\nTotal duration: 4 s", "local_command", Kind.COMMAND),
        run("hook_success", kind=Kind.HOOK, label="PreToolUse:Bash", text="checked\nfine"),
        run("hook_blocking_error", kind=Kind.HOOK, label="Stop", text="not yet", is_error=True),
        thinking("", starts_turn=True, resumed=False),
        reply("API Error: 529 overloaded", label="API error", is_error=True, resumed=False),
        gap(),
        Text(kind=Kind.IMAGE, key=Key(1, 1), rows=(1,), speaker=Speaker.USER, text="", images=(IMAGE,)),
        run("last-prompt", kind=Kind.STATE, text='{"type": "last-prompt"}', resumed=False),
        unknown(),
        damaged(),
        prompt("日本語のREADMEを書く 👩\u200d💻 [/] [bold]not bold[/bold] \x1b[31m\x00", label="typed while working"),
    ]
