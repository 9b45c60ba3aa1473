"""Records of every kind with fields of any type, and files of them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from tests.core.format.strategies import FILES, ODD, SCRAPS, encode


def words(text: str) -> list[str]:
    """Return the words of TEXT."""
    return text.split()


ATTACHMENTS = words(
    "agent_listing_delta auto_mode budget_usd command_permissions compact_file_reference date date_change"
    " deferred_tools_delta diagnostics dynamic_skill edited_text_file environment file goal_status hook_success"
    " hook_additional_context hook_system_message hook_blocking_error hook_non_blocking_error async_hook_response"
    " hook_cancelled instructions invoked_skills mcp_instructions_delta mcp_resource model nested_memory"
    " pdf_reference plan_file_reference plan_mode plan_mode_exit prompt_snapshot queued_command relevant_memories"
    " session_context silent_turn_reminder skill_listing task_reminder todo_reminder total_tokens_reminder brand_new"
)
SYSTEMS = words(
    "api_error api_refusal away_summary compact_boundary error informational local_command microcompact_boundary"
    " model_refusal_fallback stop_hook_summary turn_duration brand_new"
)
PROGRESS = words("bash_progress hook_progress agent_progress mcp_progress waiting_for_task query_update")
STATES = words(
    "file-history-snapshot file-history-delta summary last-prompt queue-operation pr-link atis-latch mode ai-title"
    " permission-mode agent-name worktree-state custom-title result frame-link cost-state api-request"
    " api-request-shape api-request-blob tools-used brand-new"
)
FIELDS = words(
    "content text stdout stderr exitCode command hookName blockingError message decision response filename displayPath"
    " path snippet file files skills memories addedLines addedBlocks addedNames removedNames removedTypes snapshot"
    " context systemPrompt tools prompt newDate planContent diagnostics uri contents error status retryAttempt"
    " maxRetries retryInMs durationMs microcompactMetadata compactMetadata hookInfos hookErrors stopReason"
    " customTitle aiTitle summary lastPrompt operation prUrl shape system trackedFileBackups originalModel name"
    " type base64 cells source compactedToolIds preTokens status severity range start line level fullOutput output"
    " rendered origin kind usage output_tokens model toolUseResult timestamp logicalParentUuid isCompactSummary isMeta"
)
TEXTS = st.sampled_from(
    [
        "a prompt",
        "",
        " \n",
        "<system-reminder>be careful</system-reminder>",
        "<system-reminder>be careful</system-reminder>a prompt",
        "<system-reminder>never closed",
        "a prompt <ide_selection>x</ide_selection> with <system-reminder> a tag",
        "<command-name>/clear</command-name><command-args>now</command-args>",
        "<command-name>/clear",
        "<local-command-stdout>out</local-command-stdout>",
        "<local-command-stdout></local-command-stdout>",
        "<bash-stdout>x</bash-stdout><bash-stderr>y</bash-stderr>",
        "<local-command-caveat>Caveat</local-command-caveat>",
        "[Request interrupted by user]",
        "<task-notification><summary>done</summary></task-notification>",
        "\ud800 [/] \x1b[31m",
    ]
)
FIELD_VALUES: st.SearchStrategy[Any] = st.recursive(
    ODD | TEXTS | st.integers(0, 3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.sampled_from(FIELDS), FIELD_VALUES, max_size=6)
UUIDS = st.sampled_from(["u1", "u2", "u3", "u4", "u5", "u6"])
CALLS = st.sampled_from(["toolu_1", "toolu_2"])
BLOCKS = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, TEXTS | ODD),
    st.builds(
        lambda call, field: {"type": "tool_use", "id": call, "name": "Bash", "input": field}, CALLS, FIELD_VALUES
    ),
    st.builds(lambda call, field: {"type": "tool_result", "tool_use_id": call, "content": field}, CALLS, FIELD_VALUES),
    st.builds(lambda text: {"type": "thinking", "thinking": text, "signature": "s"}, TEXTS | ODD),
    st.builds(
        lambda kind, field: {"type": kind, "source": field, "data": field},
        st.sampled_from(["image", "document", "redacted_thinking", "server_tool_use", "brand_new"]),
        FIELD_VALUES,
    ),
    ODD,
)
CONTENTS = TEXTS | st.lists(BLOCKS, max_size=3) | ODD
HEADS = st.fixed_dictionaries(
    {"uuid": UUIDS | ODD, "parentUuid": UUIDS | st.none() | st.just("gone")},
    optional={
        "timestamp": ODD,
        "isMeta": st.booleans(),
        "isCompactSummary": st.booleans(),
        "isSidechain": ODD,
        "isApiErrorMessage": st.booleans(),
        "leafUuid": UUIDS,
        "toolUseResult": FIELD_VALUES,
        "content": FIELD_VALUES,
        "rendered": FIELD_VALUES,
        "compactMetadata": FIELD_VALUES,
    },
)


def _message(type_: str, head: dict[str, Any], content: Any, number: str) -> dict[str, Any]:
    return {"type": type_, **head, "message": {"id": number, "content": content, "usage": {"output_tokens": 3}}}


def _record(type_: str, key: str, kind: str, head: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    if not key:
        return {**fields, **head, "type": type_, "subtype": kind}
    return {**head, "type": type_, key: {**fields, "type": kind}}


RECORDS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.builds(_message, st.sampled_from(["user", "assistant"]), HEADS, CONTENTS, st.sampled_from(["m1", "m2", ""])),
    st.builds(_message, st.sampled_from(["user", "assistant"]), HEADS, CONTENTS, st.sampled_from(["m1", "m2", ""])),
    st.builds(_record, st.just("attachment"), st.just("attachment"), st.sampled_from(ATTACHMENTS), HEADS, OBJECTS),
    st.builds(_record, st.just("system"), st.just(""), st.sampled_from(SYSTEMS), HEADS, OBJECTS),
    st.builds(_record, st.just("progress"), st.just("data"), st.sampled_from(PROGRESS), HEADS, OBJECTS),
    st.builds(lambda kind, fields: {**fields, "type": kind}, st.sampled_from(STATES), OBJECTS),
)
LINES = st.builds(lambda record, escaped: encode(record, escaped=escaped) + b"\n", RECORDS, st.booleans())
SESSIONS = st.lists(LINES | LINES | LINES | SCRAPS, max_size=14).map(b"".join) | FILES
"""Any session file: records of every kind that hang together, with odd fields, and scraps between them."""


@st.composite
def growing_sessions(draw: st.DrawFn) -> list[bytes]:
    """A session, cut where a writer may have stopped for a moment."""
    data = draw(SESSIONS)
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=5)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def line(record: dict[str, Any]) -> bytes:
    """Return RECORD as a line."""
    return json.dumps(record).encode() + b"\n"
