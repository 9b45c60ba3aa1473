"""What a record is for a reader, by its kind: the table of FORMAT's records, and what to do with any other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from cc_session_tui.core.transcript.entries import Kind


class Shape(IntEnum):
    """How a record is laid out as entries."""

    WHOLE = 0
    """One entry for the record."""
    USER = 1
    """An entry for each content block of a user message."""
    ASSISTANT = 2
    """An entry for each content block of an assistant message."""
    QUEUED = 3
    """A prompt that stands in an attachment."""
    BOUNDARY = 4
    """A compact boundary: one entry with the summary that follows."""


@dataclass(frozen=True, slots=True)
class Nature:
    """What all records of one kind have in common."""

    shape: Shape
    kind: Kind
    """Of its entry, where the shape is WHOLE or BOUNDARY."""
    folds: bool
    """Whether it goes into a run with its neighbours, short of detail 3."""
    label: str
    """The kind in a word: the attachment's type, the system subtype, ..."""
    type: str
    """The record's type."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ATTACHMENTS: Final = _words(
    """
    agent_listing_delta agent_mention auto_mode auto_mode_exit batching_reminder_sent budget_usd command_permissions
    compact_file_reference compaction_reminder companion_intro critical_system_reminder date date_change
    deferred_tools_delta diagnostics dynamic_skill edited_image_file edited_text_file environment goal_status
    instructions invoked_skills mcp_instructions_delta mcp_resource model nested_memory opened_file_in_ide
    output_style output_token_usage plan_file_reference plan_mode plan_mode_exit plan_mode_reentry prompt_snapshot
    read_truncation_notice relevant_memories remote_session_change selected_lines_in_ide session_context
    silent_turn_reminder skill_listing task_reminder task_status todo todo_reminder token_usage total_tokens_reminder
    ultra_effort_enter ultra_effort_exit
    """
)
"""Attachments with context for the model."""
_FILES: Final = _words("file directory pdf_reference already_read_file")
"""Attachments that the user asked for with `@`: each is a line of its own."""
_HOOKS: Final = _words(
    """
    hook_success hook_additional_context hook_system_message hook_permission_decision async_hook_response
    hook_blocking_error hook_non_blocking_error hook_error_during_execution hook_cancelled hook_stopped_continuation
    """
)
HOOK_FAILURES: Final = _words(
    """
    hook_blocking_error hook_non_blocking_error hook_error_during_execution hook_cancelled hook_stopped_continuation
    """
)
"""Attachments that tell of a hook that failed or blocked: each is a line of its own."""
_SYSTEM: Final = _words(
    """
    api_error api_refusal away_summary bridge_status error informational microcompact_boundary
    model_refusal_fallback session_start turn_duration
    """
)
_SYSTEM_FOLDED: Final = _words("turn_duration session_start stop_hook_summary")
_STATES: Final = _words(
    """
    agent-name agent-setting ai-title api-request api-request-blob api-request-shape atis-latch bridge-session
    cost-state custom-title file-history-delta file-history-snapshot frame-link last-prompt mode permission-mode
    pr-link queue-operation relocated result started summary tools-used worktree-state
    """
)
"""Session-level records: they say something about the session, and stand in no chain."""


@lru_cache(4096)
def nature_of(kind: str) -> Nature:
    """What records of KIND (as `Index.kind_of` gives it) are."""
    type_, _, sub = kind.partition("/")
    shape, folds, label = Shape.WHOLE, False, kind or "no type"
    match type_:
        case "user":
            shape, entry = Shape.USER, Kind.PROMPT
        case "assistant":
            shape, entry = Shape.ASSISTANT, Kind.REPLY
        case "attachment":
            shape, entry, folds, label = _attachment(kind, sub)
        case "system":
            shape, entry, folds, label = _system(kind, sub)
        case "progress":
            entry, folds, label = Kind.HOOK if sub == "hook_progress" else Kind.SYSTEM, True, sub or type_
        case "(damaged)" | "(blank)":
            entry = Kind.DAMAGED
        case _:
            entry = Kind.STATE if type_ in _STATES else Kind.UNKNOWN
            folds = entry is Kind.STATE
    return Nature(shape, entry, folds, label, type_)


def _attachment(kind: str, sub: str) -> tuple[Shape, Kind, bool, str]:
    if sub == "queued_command":
        return Shape.QUEUED, Kind.PROMPT, False, sub
    if sub in _HOOKS:
        return Shape.WHOLE, Kind.HOOK, sub not in HOOK_FAILURES, sub
    if sub in _FILES or sub in _ATTACHMENTS:
        return Shape.WHOLE, Kind.INJECTED, sub not in _FILES, sub
    return Shape.WHOLE, Kind.UNKNOWN, False, kind


def _system(kind: str, sub: str) -> tuple[Shape, Kind, bool, str]:
    folds = sub in _SYSTEM_FOLDED
    match sub:
        case "compact_boundary":
            return Shape.BOUNDARY, Kind.COMPACTION, folds, sub
        case "local_command":
            return Shape.WHOLE, Kind.COMMAND, folds, sub
        case "stop_hook_summary":
            return Shape.WHOLE, Kind.HOOK, folds, sub
        case _:
            known = not sub or sub in _SYSTEM
            return Shape.WHOLE, Kind.SYSTEM if known else Kind.UNKNOWN, folds, sub or "system" if known else kind
