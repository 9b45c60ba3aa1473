"""A finding: its code, how bad it is, where it stands, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    """Something of the conversation is lost to a resume, or the API refuses it."""
    WARNING = "warning"
    """A resume works, but something is left out or changed, or breaks with an older client or the next record."""
    INFO = "info"
    """Good to know; a resume is not touched by it."""


CODES: Final[dict[str, str]] = {
    "torn_last_line": "a last line that was cut",
    "missing_final_newline": "a last record without its newline",
    "glued_lines": "several records on one line",
    "nul_run": "NUL bytes, as a crash leaves them",
    "not_strict_json": "a record that is no strict JSON",
    "damaged_line": "a line that is no record",
    "lone_surrogate": "half of a surrogate pair in a text",
    "duplicate_uuid": "a uuid that stands twice",
    "self_parent": "a record that is its own parent",
    "cycle": "records that are each other's parents",
    "unknown_type_in_chain": "a record of an unknown type between others",
    "dangling_parent": "a parent that is not in the file",
    "tool_use_without_result": "a tool call without a result",
    "tool_result_without_use": "a result without its tool call",
    "repeated_tool_use_id": "a tool_use id that stands twice",
    "empty_text_block": "a text block without text",
    "empty_message": "a message without content",
    "hollow_thinking": "signed thinking whose text was not stored",
    "unsigned_thinking": "thinking without a signature",
    "boundary_missing_metadata": "a compact boundary without compactMetadata",
    "boundary_with_parent": "a compact boundary with a parent",
    "begins_with_reply": "a conversation that begins with a reply",
    "stale_last_prompt": "a last-prompt that no longer names the newest conversation",
    "large_image": "an image over the API's limits",
    "foreign_session_id": "records of another session",
    "file_name_mismatch": "a file that is not named by its session id",
    "foreign_project": "records of another project",
    "odd_timestamp": "a timestamp that is missing or no time",
    "hidden_from_picker": "a session that the client's own list hides",
    "context_over_window": "a conversation that is larger than the model's context window",
}
"""Every code, in the order in which findings are mended, and what it is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, or odd, in a session. Rows are those of the index that was checked."""

    code: str
    """One of CODES."""
    severity: Severity
    rows: tuple[int, ...]
    """The rows that it concerns, in file order; a repair works on these."""
    lines: tuple[int, ...]
    """Their line numbers, from 1."""
    effect: str
    """What it does to a resume, in one sentence."""
    can_mend: bool
    """Whether `core.editing.repairs` has a repair for it."""
