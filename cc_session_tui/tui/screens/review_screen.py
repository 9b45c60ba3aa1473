"""The review: what a save will change, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import on
from textual.containers import VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.widgets._toast import ToastRack

from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.messages import Failed
from cc_session_tui.tui.presentation.grounds import readable
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import count_words, token_words
from cc_session_tui.tui.screens.edit_commands import REVIEW_COMMANDS
from cc_session_tui.tui.screens.review_text import conversation_lines, file_lines, heading, note_lines, verdict_lines
from cc_session_tui.tui.screens.work import Ticket, in_thread
from cc_session_tui.tui.widgets.status_parts import Part, PartsLine, palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.screens.edit_state import Edits
    from cc_session_tui.tui.screens.review import Reviewed


_BUTTONS: Final = 2
"""Rows of the buttons, and above them."""


class Way(StrEnum):
    """What is to be done with the edits."""

    AS_NEW = "as new"
    IN_PLACE = "in place"
    UNDO = "undo"


class Decision(NamedTuple):
    """What the user decided."""

    way: Way
    draft: Draft | None = None
    """What is to be saved."""


class ReviewHead(PartsLine):
    """The top line: what is reviewed."""

    def __init__(self, title: str, count: int) -> None:
        """A line for the session called TITLE with COUNT edits."""
        super().__init__(id="review-head")
        self._title, self._count = title, count

    def left(self, palette: Palette) -> list[Part]:
        """Title and number of edits."""
        strong = palette.claude + Style(bold=True)
        return [Part(" Review", strong), Part(f"   {self._title} · {count_words(self._count, 'edit')}", palette.dim)]

    def right(self, palette: Palette) -> list[Part]:
        """The way back."""
        return [Part("u undo", palette.dim, "screen.undo"), Part("  ·  esc back ", palette.dim, "screen.close")]


class ReviewButtons(PartsLine):
    """The bottom line: the ways to save; one that is not open is dim."""

    in_place: reactive[bool] = reactive(default=True)
    """Whether the file itself may be written."""

    def __init__(self, *, in_place: bool) -> None:
        """Buttons; IN_PLACE tells whether the file itself may be written."""
        super().__init__(id="review-buttons")
        self.set_reactive(ReviewButtons.in_place, in_place)

    def left(self, palette: Palette) -> list[Part]:
        """Both ways; the one that changes no file of the client's stands out."""
        other = palette.text if self.in_place else palette.faint
        quiet = palette.selected + readable(other, palette.selected.bgcolor, palette)
        return [
            Part("   ", palette.dim),
            Part(" s  Save as a new session ", palette.find_current, "screen.save_new"),
            Part("   ", palette.dim),
            Part(" w  Save in place ", quiet, "screen.save_in_place"),
        ]


class ReviewScreen(ModalScreen[Decision | None]):
    """What a save will change; the answer is how to save."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(REVIEW_COMMANDS)

    @dataclass
    class _Done(Message):
        """The changes were worked out."""

        review: Reviewed
        edits: Edits
        """Those that make them."""

    def __init__(self, edits: Edits, title: str, refusal: str, ready: Callable[[], object]) -> None:
        """A review of EDITS in the session called TITLE; REFUSAL says why it may not be saved in place, if so.

        READY is called whenever all is worked out.
        """
        super().__init__()
        self._ready = ready
        self.is_ready = False
        """Whether all is worked out, and no thread looks at the edits any more."""
        self._edits, self._title, self._refusal = edits, one_line(title), refusal
        self._review: Reviewed | None = None
        self._sure: Way | None = None

    def compose(self) -> ComposeResult:
        """Head, what changes, what is to be known before a save, buttons."""
        yield ReviewHead(self._title, len(self._edits))
        with VerticalScroll(id="review-scroll"):
            yield Static(id="review-text")
        yield Static(id="review-notes")
        yield ReviewButtons(in_place=not self._refusal)

    def on_mount(self) -> None:
        """Work out what changes."""
        self.query_one("#review-text").loading = True
        self.query_one("#review-scroll").focus()
        self._work()

    def renew(self, edits: Edits) -> None:
        """Show what EDITS, the same put onto what their file is now, change in that; at the same place."""
        self._edits = edits
        self._work()

    def _work(self) -> None:
        edits, self.is_ready = self._edits, False

        def work(ticket: Ticket) -> None:
            from cc_session_tui.tui.screens.review import reviewed  # noqa: PLC0415 - in the thread

            ticket.post(self._Done(reviewed(edits), edits))

        in_thread(self, "review", work)

    @on(_Done)
    def _take(self, message: _Done) -> None:
        if message.edits is not self._edits:
            return  # there are others by now
        self._review, self._sure, self.is_ready = message.review, None, True
        self.query_one("#review-text").loading = False
        self._show()
        self._ready()

    @on(Failed)
    def _fail(self, message: Failed) -> None:
        self.notify(message.text, severity="error", markup=False)
        self.dismiss(None)

    def on_resize(self) -> None:
        """Lay out for the new width."""
        self._show()

    def _show(self) -> None:
        if (review := self._review) is None:
            return
        palette, width = palette_of(self), max(20, self.size.width - 3)
        self.query_one("#review-text", Static).update(Text("\n").join(review_lines(review, palette, width)))
        refusals = [words for words in (self._refusal, review.refusal) if words]
        self.query_one(ReviewButtons).in_place = not refusals
        self._show_notes(list(note_lines([*refusals, *review.notes], palette, width)))

    def _show_notes(self, lines: list[Text]) -> None:
        """Show LINES above the buttons; what is told stands above those."""
        notes = self.query_one("#review-notes", Static)
        notes.update(Text("\n").join(lines))
        notes.display = bool(lines)
        self.query_children(ToastRack).set_styles(margin=(0, 0, len(lines) + bool(lines) + _BUTTONS, 0))

    def action_save_new(self) -> None:
        """Save as a new session."""
        self._decide(Way.AS_NEW)

    def action_save_in_place(self) -> None:
        """Save in the session's own file."""
        refusal = self._refusal or (self._review.refusal if self._review is not None else "")
        if refusal:
            self.notify(refusal, severity="warning", markup=False)
        else:
            self._decide(Way.IN_PLACE)

    def _decide(self, way: Way) -> None:
        """Save; what will not resume only when it is asked for twice."""
        review = self._review
        if review is None:
            return
        if not review.core.resumes and self._sure is not way:
            self._sure = way
            self.notify(f"{review.core.problems[0]} Press the key again to save it all the same.", severity="warning")
            return
        self.dismiss(Decision(way, review.draft))

    def action_undo(self) -> None:
        """Take the last edit back, and go back."""
        self.dismiss(Decision(Way.UNDO))

    def action_close(self) -> None:
        """Go back without a save."""
        self.dismiss(None)


def review_lines(review: Reviewed, palette: Palette, width: int) -> list[Text]:
    """REVIEW in lines of WIDTH cells."""
    talk, size = review.talk, review.size
    tokens = f"{token_words(talk.before)} → {token_words(talk.after)} tokens"
    counts = f"{size[0]:,} → {size[1]:,} lines"
    return [
        heading("What Claude Code will load", "by the rules of a resume", tokens, palette, width),
        Text(),
        *conversation_lines(talk, palette, width),
        Text(),
        heading("What changes in the file", "", counts, palette, width),
        Text(),
        *file_lines(review, palette, width),
        Text(),
        *verdict_lines(review, palette, width),
    ]
