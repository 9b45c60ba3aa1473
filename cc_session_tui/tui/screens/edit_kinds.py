"""A list of what can be pruned at once, with sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import on
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.messages import Failed
from cc_session_tui.tui.presentation.words import count_words, size_words, token_words
from cc_session_tui.tui.screens.edit_commands import CHOOSER_COMMANDS
from cc_session_tui.tui.screens.edit_work import Step
from cc_session_tui.tui.screens.work import Ticket, in_thread
from cc_session_tui.tui.widgets.choices import Choices
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.tui.screens.edit_choice import Offer
    from cc_session_tui.tui.screens.edit_state import Edits

_LABEL: Final = 36
_COUNT: Final = 13
_SIZE: Final = 8


class KindsScreen(ModalScreen[Step | None]):
    """What can be pruned at once; the answer is the step that does it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CHOOSER_COMMANDS)
    CSS_PATH = stylesheet("editing.tcss")

    @dataclass
    class _Found(Message):
        """What there is was looked up."""

        offers: list[Offer]

    def __init__(self, path: Path, edits: Edits | None, shown: Index, row: int) -> None:
        """A list for the session at PATH with its EDITS, around ROW of the index that is SHOWN."""
        super().__init__()
        self._path, self._edits, self._shown, self._row = path, edits, shown, row
        self._offers: list[Offer] = []

    def compose(self) -> ComposeResult:
        """One list."""
        with Vertical(id="kinds", classes="dialog"):
            yield Choices(markup=False, id="kinds-list")

    def on_mount(self) -> None:
        """Look what there is."""
        box = self.query_one("#kinds")
        box.border_title, box.border_subtitle = "Prune", "↵ prunes · esc back"
        self.query_one(Choices).loading = True
        in_thread(self, "edit", self._look)

    def _look(self, ticket: Ticket) -> None:
        from cc_session_tui.core.editing.draft import Draft  # noqa: PLC0415 - in the thread
        from cc_session_tui.tui.screens.edit_choice import offers, row_in  # noqa: PLC0415
        from cc_session_tui.tui.screens.edit_state import State  # noqa: PLC0415

        state = self._edits.now if self._edits is not None else State(Draft.open(self._path))
        row = row_in(self._shown, state.draft.index, self._row)
        ticket.post(self._Found(offers(state, row)))

    @on(_Found)
    def _show(self, message: _Found) -> None:
        self._offers = message.offers
        options = self.query_one(Choices)
        options.loading = False
        options.add_options([self._line(offer) for offer in self._offers])
        options.highlighted = 0 if self._offers else None
        options.focus()

    def _line(self, offer: Offer) -> Text:
        palette = palette_of(self)
        facts = f"{count_words(offer.records, 'record'):>{_COUNT}}  {size_words(offer.size):>{_SIZE}}"
        return Text.assemble(
            (f"{offer.label:<{_LABEL}}", palette.text),
            (facts, palette.dim),
            (f"  ~{token_words(offer.tokens)} tokens", palette.dim),
            no_wrap=True,
        )

    @on(Choices.OptionSelected)
    def _choose(self, message: Choices.OptionSelected) -> None:
        message.stop()
        self.dismiss(Step(self._offers[message.option_index].change))

    @on(Failed)
    def _fail(self, message: Failed) -> None:
        self.notify(message.text, severity="error", markup=False)
        self.dismiss(None)

    def action_close(self) -> None:
        """Go back without a prune."""
        self.dismiss(None)
