"""Findings about what a message or a compact boundary holds: empty text, thinking, half characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.model import Severity
from cc_session_tui.core.format.blocks import items, members, string
from cc_session_tui.core.format.surrogates import has_lone_surrogate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding
    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.lines import JSON


def content_findings(ground: Ground, row: int, record: Object) -> Iterator[Finding]:
    """What is wrong with the content of RECORD, which is at ROW and of the conversation."""
    kind = record.get("type")
    if ground.graph.is_boundary(row):
        yield from _boundary(ground, row, record)
    elif kind in {"user", "assistant"}:
        content = members(record.get("message")).get("content")
        yield from _message(ground, row, content)
        if kind == "assistant":
            yield from _thinking(ground, row, content)


def surrogate_finding(ground: Ground, row: int) -> Iterator[Finding]:
    """Whether ROW, which the fast decoder refused, holds a lone surrogate."""
    if has_lone_surrogate(ground.index.raw(row)):
        effect = "The client sends U+FFFD in its place; other programs fail to read the line."
        yield ground.finding("lone_surrogate", Severity.WARNING, [row], effect)


def is_empty_text(block: JSON) -> bool:
    """Whether BLOCK is text without anything to read in it."""
    return isinstance(block, dict) and block.get("type") == "text" and not string(block.get("text")).strip()


def is_hollow(block: JSON) -> bool:
    """Whether BLOCK is signed thinking without its text."""
    return _is_thinking(block) and not members(block).get("thinking") and bool(members(block).get("signature"))


def is_unsigned(block: JSON) -> bool:
    """Whether BLOCK is thinking without a signature."""
    return _is_thinking(block) and not members(block).get("signature")


def _is_thinking(block: JSON) -> bool:
    return isinstance(block, dict) and block.get("type") == "thinking"


def _where(ground: Ground, row: int, severity: Severity) -> Severity:
    """SEVERITY, or less where a resume does not come by ROW."""
    return severity if ground.is_in_context(row) else Severity.INFO


def _message(ground: Ground, row: int, content: JSON) -> Iterator[Finding]:
    if isinstance(content, str) and not content.strip():
        effect = "The client sends it as empty text, which the API refuses."
        is_user = ground.index.kind_of(row) == "user"
        if not is_user:
            effect = "The client leaves the message out; an older one sends it, and the API refuses that."
        yield ground.finding(
            "empty_message", _where(ground, row, Severity.ERROR if is_user else Severity.WARNING), [row], effect
        )
    elif not content:
        effect = "The client leaves the record out, since it has no content."
        yield ground.finding("empty_message", _where(ground, row, Severity.WARNING), [row], effect)
    elif any(map(is_empty_text, items(content))):
        effect = "The client leaves the empty text out; an older one sends it, and the API refuses that."
        yield ground.finding("empty_text_block", _where(ground, row, Severity.WARNING), [row], effect)


def _thinking(ground: Ground, row: int, content: JSON) -> Iterator[Finding]:
    if any(map(is_hollow, items(content))):
        effect = "The client sends the thinking without its text; the API may refuse it, for it is not what was signed."
        yield ground.finding("hollow_thinking", _where(ground, row, Severity.WARNING), [row], effect)
    if any(map(is_unsigned, items(content))):
        effect = "The client sends the thinking without a signature, which the API refuses."
        yield ground.finding("unsigned_thinking", _where(ground, row, Severity.ERROR), [row], effect)


def _boundary(ground: Ground, row: int, record: Object) -> Iterator[Finding]:
    if not isinstance(record.get("compactMetadata"), dict):
        effect = "A resume works; older clients, and others that read it, fail at the next compaction."
        yield ground.finding("boundary_missing_metadata", Severity.WARNING, [row], effect)
    if isinstance(record.get("parentUuid"), str):
        effect = "The client stops at the boundary all the same; other readers go on to what was compacted."
        yield ground.finding("boundary_with_parent", Severity.WARNING, [row], effect)
