"""The findings of the session that is open, looked for once it was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.chain.findings.found import Look
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
    look: Look
    """What found them."""


def check(ticket: Ticket, document: Document, *, claude_dir: Path) -> None:
    """Check the session of DOCUMENT, and post what was found; one that grows meanwhile is checked when it rests."""
    from cc_session_tui.core.store.checking import look_of  # noqa: PLC0415 - not needed for the first frames

    index = document.index
    found = document.unless_extended(look_of(index.path, claude_dir))
    if found is not None:
        ticket.post(Checked(index.path, index, found))


def ask(ticket: Ticket, path: Path, draft: Draft | None, claude_dir: Path) -> None:
    """Check DRAFT, that of the session at PATH; None where it has none."""
    from cc_session_tui.core.editing.draft import Draft  # noqa: PLC0415 - not needed for the first frames
    from cc_session_tui.core.store.checking import look_of  # noqa: PLC0415

    draft, look = draft or Draft.open(path), look_of(path, claude_dir)
    ticket.post(Asked(draft, look(draft.index), look))
