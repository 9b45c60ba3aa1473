"""The findings of the session that is open, looked for once it was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.chain.findings.model import Finding
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.document import Document
    from cc_session_tui.tui.screens.work import Ticket

MOST_CHECKED: Final = 20 << 20
"""Bytes of a session up to which it is checked without being asked for."""


@dataclass
class Checked(Message):
    """The findings of a session are known."""

    path: Path
    index: Index
    found: tuple[Finding, ...]

    @property
    def serious(self) -> int:
        """How many are errors or warnings."""
        return sum(1 for finding in self.found if finding.severity != "info")

    @property
    def has_errors(self) -> bool:
        """Whether something is lost to a resume."""
        return any(finding.severity == "error" for finding in self.found)


@dataclass
class Asked(Message):
    """A draft was checked since the user asked for it."""

    draft: Draft
    found: tuple[Finding, ...]


def check(ticket: Ticket, document: Document, *, at_work: bool) -> None:
    """Check the session of DOCUMENT, and post what was found; one that grows meanwhile is checked when it rests.

    A call that its client is AT_WORK on lacks nothing.
    """
    from cc_session_tui.core.chain.findings import findings  # noqa: PLC0415 - not needed for the first frames

    index = document.index
    found = document.unless_extended(_of_a_turn if at_work else findings)
    if found is not None:
        ticket.post(Checked(index.path, index, found))


def _of_a_turn(index: Index) -> tuple[Finding, ...]:
    """The findings of INDEX, whose last turn goes on: its calls get their results."""
    from cc_session_tui.core.chain.findings import findings  # noqa: PLC0415 - not needed for the first frames
    from cc_session_tui.core.transcript.turns import last_turn  # noqa: PLC0415 - for a session that runs

    turn, unanswered = last_turn(index, sidechain=False), "tool_use_without_result"
    awaited = frozenset(() if turn.is_over else turn.answers)
    return tuple(found for found in findings(index) if found.code != unanswered or not awaited.issuperset(found.rows))


def ask(ticket: Ticket, path: Path, draft: Draft | None) -> None:
    """Check DRAFT, that of the session at PATH; None where it has none."""
    from cc_session_tui.core.chain.findings import findings  # noqa: PLC0415 - not needed for the first frames
    from cc_session_tui.core.editing.draft import Draft  # noqa: PLC0415

    draft = draft or Draft.open(path)
    ticket.post(Asked(draft, findings(draft.index)))
