"""What fills the context of a resume: its heaviest records, to go to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import size_words, token_words
from cc_session_tui.tui.screens.edit_commands import CHOOSER_COMMANDS
from cc_session_tui.tui.widgets.choices import Choices
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.document import Document
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.screens.work import Ticket

_MOST: Final = 200
"""Records that are listed."""


class Heavy(NamedTuple):
    """A record that a resume sends."""

    row: int
    kind: str
    size: int
    """Bytes of what is sent of it."""
    tokens: int
    """An estimate."""


@dataclass
class Weighed(Message):
    """What a resume sends was weighed."""

    size: int
    tokens: int
    heaviest: tuple[Heavy, ...]


def weigh(ticket: Ticket, document: Document) -> None:
    """Weigh what a resume of DOCUMENT sends, and post it."""
    while ticket.valid:
        weighed = document.unless_extended(_weighed)
        if weighed is not None:
            ticket.post(weighed)
            return


def _weighed(index: Index) -> Weighed:
    from cc_session_tui.core.chain.resume import resumed_blocks  # noqa: PLC0415 - not needed for the first frames
    from cc_session_tui.core.chain.weights import weights  # noqa: PLC0415

    found = weights(resumed_blocks(index))
    heaviest = tuple(Heavy(w.row, index.kind_of(w.row), w.size, w.tokens) for w in found[:_MOST])
    return Weighed(sum(w.size for w in found), sum(w.tokens for w in found), heaviest)


class WeightsScreen(ModalScreen["int | None"]):
    """The heaviest records of a resume; the answer is a row to go to."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(CHOOSER_COMMANDS)

    def __init__(self, weighed: Weighed) -> None:
        """What was WEIGHED."""
        super().__init__()
        self._weighed = weighed

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(id="weights", classes="dialog -tall"):
            yield Choices(markup=False, id="weights-list")

    def on_mount(self) -> None:
        """Fill it."""
        box, palette, weighed = self.query_one("#weights"), palette_of(self), self._weighed
        tokens = token_words(weighed.tokens)
        box.border_title = f"A resume sends about {tokens} tokens · {size_words(weighed.size)}"
        box.border_subtitle = "↵ go to the record · esc back"
        options = self.query_one(Choices)
        options.add_options([_line(heavy, palette) for heavy in weighed.heaviest])
        options.highlighted = 0 if weighed.heaviest else None
        options.focus()

    @on(Choices.OptionSelected)
    def _go_there(self, message: Choices.OptionSelected) -> None:
        message.stop()
        self.dismiss(self._weighed.heaviest[message.option_index].row)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)


def _line(heavy: Heavy, palette: Palette) -> Text:
    """One record: what it costs, which it is."""
    return Text.assemble(
        (f"{token_words(heavy.tokens):>7} tokens  ", palette.strong),
        (f"record {heavy.row + 1:,} · {one_line(heavy.kind)}", palette.text),
        (f"   {size_words(heavy.size)}", palette.dim),
    )
