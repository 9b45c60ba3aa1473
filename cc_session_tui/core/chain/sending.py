"""The records that a resume loads, as the content blocks that the client then sends: cleaned, and every call paired.

The rules are those of client 2.1.332, each measured by resuming files in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.index import Flag

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
    """The blocks that the client sends for ROWS, in order."""
    blocks = [block for row in rows for block in _blocks_of(index, row)]
    return _paired(_without_bare_thinking(index, blocks))


def _blocks_of(index: Index, row: int) -> list[Sent]:
    kind, _, sub = index.kind_of(row).partition("/")
    record = index.record(row) or {}
    if kind == "attachment":
        return _attachment(row, record) if sub in SENT_ATTACHMENTS else []
    if (kind, sub) == ("system", "local_command"):
        return [Sent(row, 0, "user", "text", {"type": "text", "text": str(record.get("content", ""))})]
    if kind == "user":
        return _message_blocks(row, "user", record)
    if kind == "assistant" and not index.flags[row] & Flag.API_ERROR:
        return _assistant(row, record)
    return []


def _attachment(row: int, record: dict[str, JSON]) -> list[Sent]:
    attachment = record.get("attachment")
    return [Sent(row, -1, "user", "attachment", attachment)] if isinstance(attachment, dict) else []


def _assistant(row: int, record: dict[str, JSON]) -> list[Sent]:
    """The blocks of an assistant record; one whose text is only white space is left out whole."""
    blocks = _message_blocks(row, "assistant", record)
    return [] if all(_is_blank(block) for block in blocks) else blocks


def _message_blocks(row: int, role: str, record: dict[str, JSON]) -> list[Sent]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    return [_sent(row, number, role, block) for number, block in enumerate(content) if isinstance(block, dict)]


def _sent(row: int, number: int, role: str, block: dict[str, JSON]) -> Sent:
    kind, name = str(block.get("type", "")), block.get("name")
    if kind == "tool_use" and isinstance(name, str) and name in _RENAMED:
        block = {**block, "name": _RENAMED[name]}
    return Sent(row, number, role, kind, block)


def _is_blank(sent: Sent) -> bool:
    text = sent.value.get("text")
    return sent.type == "text" and isinstance(text, str) and not text.strip()


def _without_bare_thinking(index: Index, blocks: list[Sent]) -> list[Sent]:
    """BLOCKS without the messages that hold nothing but thinking."""
    spoken = {_message(index, b) for b in blocks if b.type not in _THINKING}
    return [b for b in blocks if b.type not in _THINKING or _message(index, b) in spoken]


def _message(index: Index, sent: Sent) -> tuple[int, int]:
    """What tells SENT's message from others: its number, or the row of a message without an id."""
    number = index.message[sent.row]
    return (number, -1) if number >= 0 else (-1, sent.row)


def _paired(blocks: list[Sent]) -> list[Sent]:
    """BLOCKS with one tool_use for each tool_result and the other way round."""
    blocks = _without_repeats(blocks)
    answered = {_identity(b) for b in blocks if b.type == "tool_result"}
    rows_answered = {b.row for b in blocks if b.type == "tool_use" and _identity(b) in answered}
    last = max((n for n, b in enumerate(blocks) if b.type != "attachment"), default=-1)
    paired: list[Sent] = []
    for _number, block in enumerate(blocks):
        open_call = block.type == "tool_use" and _identity(block) not in answered
        if open_call and blocks[last].row != block.row and block.row not in rows_answered:
            continue
        paired.append(block)
        if open_call:
            paired.append(_missing(block))
    return paired


def _without_repeats(blocks: list[Sent]) -> list[Sent]:
    """BLOCKS without a second tool_use or tool_result of an id, and without results that no call precedes."""
    used: set[str] = set()
    answered: set[str] = set()
    kept = []
    for block in blocks:
        if block.type == "tool_use":
            if _identity(block) in used:
                continue
            used.add(_identity(block))
        if block.type == "tool_result":
            if _identity(block) not in used or _identity(block) in answered:
                continue
            answered.add(_identity(block))
        kept.append(block)
    return kept


def _identity(block: Sent) -> str:
    return str(block.value.get("tool_use_id" if block.type == "tool_result" else "id"))


def _missing(call: Sent) -> Sent:
    """The error result that the client makes up for CALL."""
    value: dict[str, JSON] = {"type": "tool_result", "tool_use_id": _identity(call), "content": "", "is_error": True}
    return Sent(-1, -1, "user", "tool_result", value, missing=True)
