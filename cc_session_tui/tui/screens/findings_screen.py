"""What is wrong with the session that is open: go there, see what a repair makes of the conversation, mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import on
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from cc_session_tui.core.chain.findings import CODES, Severity
from cc_session_tui.core.editing.repairs import mend, repair_of
from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.messages import Failed
from cc_session_tui.tui.presentation.words import count_words, token_words
from cc_session_tui.tui.screens.edit_commands import FINDINGS_COMMANDS
from cc_session_tui.tui.screens.edit_state import edited_by
from cc_session_tui.tui.screens.edit_work import Step
from cc_session_tui.tui.screens.review import talk_of
from cc_session_tui.tui.screens.review_text import conversation_lines, heading
from cc_session_tui.tui.screens.work import Ticket, in_thread
from cc_session_tui.tui.widgets.choices import Choices
from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.chain.findings.found import Look
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.screens.review import Talk

_MOST_LINES: Final = 6
_FRAME: Final = 8


class FindingsScreen(ModalScreen["int | Step | None"]):
    """The findings of a draft; the answer is a row to go to, or the step that mends."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(FINDINGS_COMMANDS)

    @dataclass
    class _Previewed(Message):
        """What a repair makes of the conversation."""

        finding: Finding
        talk: Talk

    def __init__(self, draft: Draft, found: tuple[Finding, ...], look: Look) -> None:
        """FOUND in DRAFT by LOOK."""
        super().__init__()
        self._draft, self._found, self._look = draft, found, look
        self._previews: dict[Finding, Talk] = {}

    def compose(self) -> ComposeResult:
        """The list, and under it what a repair would do."""
        with Vertical(id="findings", classes="dialog -tall"):
            yield Choices(markup=False, id="findings-list")
            with VerticalScroll(id="findings-preview", can_focus=False):
                yield Static(id="findings-text")

    def on_mount(self) -> None:
        """List them."""
        box, palette = self.query_one("#findings"), palette_of(self)
        box.border_title = count_words(len(self._found), "finding")
        box.border_subtitle = "↵ go to the line · a mend it · A mend all · esc back"
        options = self.query_one(Choices)
        options.add_options([finding_text(finding, palette) for finding in self._found])
        options.highlighted = 0 if self._found else None
        options.focus()

    @property
    def finding(self) -> Finding | None:
        """The finding under the cursor."""
        at = self.query_one(Choices).highlighted
        return self._found[at] if at is not None else None

    @on(Choices.OptionHighlighted)
    def _preview(self, message: Choices.OptionHighlighted) -> None:
        """Work out what the repair does, off the event loop."""
        message.stop()
        finding = self._found[message.option_index]
        repair, draft = repair_of(finding), self._draft
        if finding in self._previews or repair is None:
            self._show(finding)
            return

        def work(ticket: Ticket) -> None:
            ticket.post(self._Previewed(finding, talk_of(draft, repair(draft))))

        in_thread(self, "preview", work)

    @on(_Previewed)
    def _keep(self, message: _Previewed) -> None:
        self._previews[message.finding] = message.talk
        self._show(message.finding)

    def on_resize(self) -> None:
        """Lay the preview out for the new width."""
        if self.finding is not None and self.finding in self._previews:
            self._show(self.finding)

    def _show(self, finding: Finding) -> None:
        if finding != self.finding:
            return
        palette, width = palette_of(self), max(20, self.query_one("#findings").size.width - 2)
        text = Text("\n").join(self._lines(finding, palette, width))
        self.query_one("#findings-text", Static).update(text)
        self.query_one("#findings-preview").scroll_home(animate=False)

    def _lines(self, finding: Finding, palette: Palette, width: int) -> list[Text]:
        talk = self._previews.get(finding)
        if talk is None:
            return [heading("Nothing mends this by itself", "", "", palette, width)]
        tokens = f"{token_words(talk.before)} → {token_words(talk.after)} tokens"
        title = heading("What Claude Code will load, once mended", "", tokens, palette, width)
        return [title, Text(), *conversation_lines(talk, palette, width)]

    @on(Choices.OptionSelected)
    def _go_there(self, message: Choices.OptionSelected) -> None:
        message.stop()
        rows = self._found[message.option_index].rows
        self.dismiss(rows[0] if rows else None)

    @on(Failed)
    def _fail(self, message: Failed) -> None:
        self.notify(message.text, severity="error", markup=False)

    def action_mend(self) -> None:
        """Mend the finding in the draft."""
        finding = self.finding
        repair = repair_of(finding) if finding is not None else None
        if finding is None or repair is None:
            self.notify("Nothing mends this by itself.", timeout=3)
            return
        words = f"mend {CODES[finding.code]}"
        self.dismiss(Step(lambda state: edited_by(state, repair, words)))

    def action_mend_all(self) -> None:
        """Mend whatever can be."""
        look = self._look
        if any(finding.can_mend for finding in self._found):
            words = "mend all findings"
            self.dismiss(Step(lambda state: edited_by(state, lambda draft: mend(draft, look=look).draft, words)))
        else:
            self.notify("Nothing mends these by itself.", timeout=3)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)


def finding_text(finding: Finding, palette: Palette) -> Text:
    """FINDING in two lines: what and where, then what it does."""
    mark, style = {
        Severity.ERROR: ("✗", palette.wrong),
        Severity.WARNING: ("!", palette.structure),
        Severity.INFO: ("·", palette.dim),
    }[finding.severity]
    lines = ", ".join(f"{line:,}" for line in finding.lines[:_MOST_LINES])
    more = f" and {len(finding.lines) - _MOST_LINES:,} more" if len(finding.lines) > _MOST_LINES else ""
    text = Text()
    text.append(f"{mark} ", style)
    text.append(CODES[finding.code], palette.strong)
    noun = "line" if len(finding.lines) == 1 else "lines"
    text.append(f"   {noun} {lines}{more}" if lines else "", palette.dim)
    text.append("   can be mended" if finding.can_mend else "", palette.live)
    return text.append(f"\n{finding.effect}", palette.dim)
