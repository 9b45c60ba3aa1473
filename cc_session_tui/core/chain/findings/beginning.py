"""The finding about how the conversation begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.model import Severity
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.chain.sending import SENT_ATTACHMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding


def beginning_finding(ground: Ground) -> Iterator[Finding]:
    """Whether what a resume sends begins with a reply; where messages above it are lost, that is the finding."""
    first = next((row for row in ground.loaded if ground.graph.is_talk(row) or _is_attachment(ground, row)), -1)
    if first < 0 or ground.lost_above(first) or not _may_be_reply(ground, first):
        return
    sent = resumed_blocks(ground.index)
    if sent and sent[0].role == "assistant" and sent[0].row >= 0:
        effect = "The client sends a conversation that begins with a reply; the API wants a message of the user first."
        yield ground.finding("begins_with_reply", Severity.WARNING, [sent[0].row], effect, can_mend=False)


def _is_attachment(ground: Ground, row: int) -> bool:
    kind, _, sub = ground.index.kind_of(row).partition("/")
    return kind == "attachment" and sub in SENT_ATTACHMENTS


def _may_be_reply(ground: Ground, row: int) -> bool:
    """Whether ROW, the first, is a reply, or a tool_result without its call, which is left out."""
    return ground.index.kind_of(row) == "assistant" or row in ground.index.calls.result
