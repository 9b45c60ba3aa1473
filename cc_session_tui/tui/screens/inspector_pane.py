"""The right pane: the record under the cursor, as it stands in the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical
from textual.message import Message

from cc_session_tui.tui.screens.work import Ticket, in_thread, patiently
from cc_session_tui.tui.widgets.inspector import Inspector
from cc_session_tui.tui.widgets.inspector_facts import RecordFacts, facts_of
from cc_session_tui.tui.widgets.status_parts import NoteLine

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from cc_session_tui.core.transcript.document import Document
    from cc_session_tui.core.transcript.entries import Entry


class InspectorPane(Vertical):
    """Which record of the entry, and the inspector; it owns what is inspected."""

    @dataclass
    class _Known(Message):
        """The facts about a record were read."""

        facts: RecordFacts

    def __init__(self, *, id: str | None = None) -> None:
        """An empty pane."""
        super().__init__(id=id)
        self.inspector = Inspector(id="inspector")
        """The inspector."""
        self._note = NoteLine(id="inspector-note")
        self._document: Document | None = None
        self._entry: Entry | None = None
        self._number = 0
        self._wanted = -1

    def compose(self) -> ComposeResult:
        """Note, inspector."""
        yield self._note
        yield self.inspector

    def inspect(self, document: Document, entry: Entry) -> None:
        """Show the records of ENTRY, of DOCUMENT: that which was wanted, or was shown, else the first."""
        shown = self.inspector.facts.row if self.inspector.facts is not None else -1
        row = next((row for row in (self._wanted, shown) if row in entry.rows), entry.rows[0] if entry.rows else -1)
        self._document, self._entry, self._wanted = document, entry, -1
        self._number = entry.rows.index(row) if row >= 0 else 0
        self._read()

    def want(self, row: int) -> None:
        """Show ROW, once the entry that it belongs to is inspected."""
        self._wanted = row

    def _read(self) -> None:
        document, entry = self._document, self._entry
        if document is None or entry is None or not entry.rows:
            return
        row = entry.rows[self._number]

        def work(ticket: Ticket) -> None:
            if row < len(document.index):  # else it was read anew, and what is shown is inspected next
                ticket.post(self._Known(facts_of(document, row, resumed=entry.resumed)))

        in_thread(self, "inspect", patiently(work))

    @on(_Known)
    def _show(self, message: _Known) -> None:
        message.stop()
        self.inspector.show(message.facts)
        count = len(self._entry.rows) if self._entry is not None else 0
        which = f" · {self._number + 1} of {count}  ← →" if count > 1 else ""
        self._note.note = f"record {message.facts.row + 1:,}{which}"

    @on(Inspector.RecordWanted)
    def _step(self, message: Inspector.RecordWanted) -> None:
        """Go to another record of the entry."""
        message.stop()
        if self._entry is not None:
            self._number = max(0, min(self._number + message.step, len(self._entry.rows) - 1))
            self._read()
