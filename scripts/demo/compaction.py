"""A compaction: the boundary, the summary, and what is injected again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import injected

if TYPE_CHECKING:
    from .session import Fields, Session

_OPENING = "This session goes on from an earlier conversation that ran out of context. Its summary:\n\n"


def compact(session: Session, summary: str, *, before: int, after: int) -> None:
    """Compact the conversation up to here; BEFORE and AFTER are tokens of the context."""
    kept = session.leaf
    session.wait(14)
    anchor_at = len(session.lines)
    session.chain(_boundary(session, before, after), parent=None)
    anchor = session.chain(_summary(session, summary), {"rowSource": "local"})
    session.lines[anchor_at] = (
        session.lines[anchor_at].replace(b"ANCHOR", anchor.encode()).replace(b"KEPT", str(kept).encode())
    )
    session.bill.context = after
    injected.listings(session)
    injected.start_hook(session, "on main, 2 files changed", source="compact")


def _boundary(session: Session, before: int, after: int) -> Fields:
    segment = {"headUuid": "KEPT", "anchorUuid": "ANCHOR", "tailUuid": "KEPT"}
    preserved = {"anchorUuid": "ANCHOR", "uuids": ["KEPT"], "allUuids": ["KEPT"]}
    metadata: Fields = {"trigger": "auto", "preTokens": before, "durationMs": 13_870, "preservedSegment": segment}
    metadata |= {"preservedMessages": preserved, "postTokens": after, "cumulativeDroppedTokens": before - after}
    head: Fields = {"logicalParentUuid": session.leaf, "type": "system", "subtype": "compact_boundary"}
    head |= {"content": "Conversation compacted", "isMeta": False, "level": "info"}
    return head | {"compactMetadata": metadata}


def _summary(session: Session, summary: str) -> Fields:
    message = {"role": "user", "content": _OPENING + summary}
    head: Fields = {"promptId": session.prompt_id, "type": "user", "message": message}
    return head | {"isVisibleInTranscriptOnly": True, "isCompactSummary": True}
