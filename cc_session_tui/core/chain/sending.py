"""The records that a resume loads, as the content blocks that the client then sends.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON

# fmt: off
SENT_ATTACHMENTS: Final = frozenset((
    "agent_listing_delta", "auto_mode", "batching_reminder_sent", "budget_usd", "command_permissions",
    "compact_file_reference", "date", "date_change", "deferred_tools_delta", "dynamic_skill",
    "edited_text_file", "environment", "file", "goal_status", "hook_additional_context", "hook_blocking_error",
    "hook_non_blocking_error", "hook_success", "invoked_skills", "mcp_instructions_delta", "model",
    "nested_memory", "plan_mode", "plan_mode_exit", "queued_command", "read_truncation_notice",
    "remote_session_change", "session_context", "silent_turn_reminder", "skill_listing", "task_reminder",
    "task_status", "todo_reminder", "total_tokens_reminder", "ultra_effort_enter", "ultra_effort_exit",
))
# fmt: on
"""Attachments that reach the model; a kind that the client does not know is not sent."""
SYNTHETIC_MODEL: Final = "<synthetic>"
"""The model that the client names in messages that it makes up."""
_RENAMED: Final = {"Task": "Agent"}
_THINKING: Final = ("thinking", "redacted_thinking")


@dataclass(frozen=True, slots=True)
class Sent:
    """A content block that a resume sends to the model."""

    row: int
    """Row of the record that it comes from; -1 for a block that the client adds."""
    block: int
    """Its number among the record's blocks; -1 for an attachment."""
    role: str
    """`user` or `assistant`."""
    type: str
    """`text`, `thinking`, `tool_use`, `tool_result`, `image`, `attachment`, or another block type."""
    value: dict[str, JSON]
    """The block; for an attachment, the attachment."""
    missing: bool = False
    """A tool_result that the client makes up for a call without one."""


def sent_blocks(index: Index, rows: list[int]) -> list[Sent]:
    """The blocks of ROWS that the client sends, in order, before it merges messages and pairs calls."""
    blocks = [block for row in rows for block in _blocks_of(index, row)]
    return _without_dead_calls(index, _without_bare_thinking(index, blocks))


def _blocks_of(index: Index, row: int) -> list[Sent]:
    kind, _, sub = index.kind_of(row).partition("/")
    record = index.record(row) or {}
    if kind == "attachment":
        return _attachment(row, record) if sub in SENT_ATTACHMENTS else []
    if (kind, sub) == ("system", "local_command"):
        return [Sent(row, 0, "user", "text", {"type": "text", "text": str(record.get("content", ""))})]
    if kind == "user":
        return _user(row, record)
    return _assistant(row, record) if kind == "assistant" else []


def _attachment(row: int, record: dict[str, JSON]) -> list[Sent]:
    attachment = record.get("attachment")
    return [Sent(row, -1, "user", "attachment", attachment)] if isinstance(attachment, dict) else []


def _user(row: int, record: dict[str, JSON]) -> list[Sent]:
    """The blocks of a user record, less text blocks of white space; a string is sent whatever it holds."""
    content = _content(record)
    if isinstance(content, str):
        return [Sent(row, 0, "user", "text", {"type": "text", "text": content})]
    return [block for block in _numbered(row, "user", content) if not is_blank(block)]


def _assistant(row: int, record: dict[str, JSON]) -> list[Sent]:
    """The blocks of an assistant record, less empty text; none of one that holds only white space, or an API error."""
    content = _content(record)
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = _numbered(row, "assistant", content)
    if all(is_blank(block) for block in blocks) or _is_api_error(record):
        return []
    return [block for block in blocks if block.type != "text" or block.value.get("text") != ""]


def _is_api_error(record: dict[str, JSON]) -> bool:
    message = record.get("message")
    model = message.get("model") if isinstance(message, dict) else None
    return record.get("isApiErrorMessage") is True and model in {SYNTHETIC_MODEL, None}


def _content(record: dict[str, JSON]) -> JSON:
    message = record.get("message")
    return message.get("content") if isinstance(message, dict) else None


def _numbered(row: int, role: str, content: JSON) -> list[Sent]:
    blocks = content if isinstance(content, list) else []
    return [_sent(row, number, role, block) for number, block in enumerate(blocks) if isinstance(block, dict)]


def _sent(row: int, number: int, role: str, block: dict[str, JSON]) -> Sent:
    kind, name = str(block.get("type", "")), block.get("name")
    if kind == "tool_use" and isinstance(name, str) and name in _RENAMED:
        block = {**block, "name": _RENAMED[name]}
    return Sent(row, number, role, kind, block)


def is_blank(sent: Sent) -> bool:
    """Whether SENT is text of nothing but white space."""
    text = sent.value.get("text")
    return sent.type == "text" and isinstance(text, str) and not text.strip()


def _without_bare_thinking(index: Index, blocks: list[Sent]) -> list[Sent]:
    """BLOCKS without the messages that hold nothing but thinking."""
    spoken = {message_of(index, b) for b in blocks if b.type not in _THINKING}
    return [b for b in blocks if b.type not in _THINKING or message_of(index, b) in spoken]


def message_of(index: Index, sent: Sent) -> tuple[int, int]:
    """What SENT shares with the other blocks of its API message: the number of its id; its row where it has none."""
    number = index.message[sent.row] if sent.row >= 0 else -1
    return (number, -1) if number >= 0 else (-1, sent.row)


def _without_dead_calls(index: Index, blocks: list[Sent]) -> list[Sent]:
    """BLOCKS without the records all of whose calls were never answered; those of a turn that is still open stay."""
    answered = {call_id(b) for b in blocks if b.type == "tool_result"}
    calls = [b for b in blocks if b.type == "tool_use"]
    live = {b.row for b in calls if call_id(b) in answered}
    dead = {b.row for b in calls} - live - _open_rows(index, blocks)
    return [b for b in blocks if b.row not in dead]


def _open_rows(index: Index, blocks: list[Sent]) -> set[int]:
    """Rows since the last prompt, if the conversation stops at a call or at a result; else none."""
    talk = [b for b in blocks if b.type != "attachment"]
    if not talk:
        return set()
    last = message_of(index, talk[-1])
    ends = [b for b in talk if message_of(index, b) == last]
    if not any(b.type in {"tool_use", "tool_result"} for b in ends):
        return set()
    results = {b.row for b in talk if b.type == "tool_result"}
    rows: set[int] = set()
    for block in reversed(talk):
        if block.role == "user" and block.row not in results:
            break
        rows.add(block.row)
    return rows


def call_id(block: Sent) -> str:
    """The tool_use id that a tool_use or tool_result is about."""
    return str(block.value.get("tool_use_id" if block.type == "tool_result" else "id"))
