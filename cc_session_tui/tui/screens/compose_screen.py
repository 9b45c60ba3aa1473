"""The composer: messages written and added, or the text of one rewritten."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import SuspendNotSupported
from textual.containers import Vertical
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widgets import Input, TextArea

from cc_session_tui.core.errors import EditError
from cc_session_tui.tui.commands import bindings
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.screens import compose_steps
from cc_session_tui.tui.screens.compose_area import ComposeArea
from cc_session_tui.tui.screens.compose_editor import edited_outside
from cc_session_tui.tui.screens.edit_commands import COMPOSE_COMMANDS
from cc_session_tui.tui.widgets.status_parts import Part, PartsLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.screens.edit_work import Step

_MOST_SHOWN = 6


class Role(StrEnum):
    """What is being written."""

    PROMPT = "You"
    REPLY = "Claude"
    CALL = "Tool call"
    RECORD = "Record"


class Task(NamedTuple):
    """What the composer is for."""

    title: str
    """Such as `Add to the end`."""
    place: compose_steps.Place | None = None
    """Where messages go; None where a text is rewritten."""
    rewrite: Callable[[str], Step] | None = None
    """Makes the step that rewrites."""
    text: str = ""
    is_json: bool = False
    """Whether the text that is rewritten is JSON."""
    cwd: str = ""
    """The session's directory, for `@file`."""


class ComposeStatus(PartsLine):
    """The line under the text: the roles, and whether the JSON is right, or which files may be meant."""

    role: reactive[Role] = reactive(Role.PROMPT)
    verdict: reactive[str] = reactive("")
    """What is wrong with the JSON, or which files may be meant."""
    is_wrong: reactive[bool] = reactive(default=False)

    def __init__(self, *, roles: bool) -> None:
        """A line; ROLES tells whether there is one to choose."""
        super().__init__(id="compose-status")
        self._roles = roles

    def left(self, palette: Palette) -> list[Part]:
        """The roles, the one that is chosen stands out."""
        if not self._roles:
            return [Part(f" {self.verdict}", palette.wrong if self.is_wrong else palette.dim)]
        parts = [
            Part(
                f" {role.value} ", palette.find_current if role is self.role else palette.dim, f"screen.role('{role}')"
            )
            for role in Role
        ]
        return [*parts, Part(f"  {self.verdict}", palette.wrong if self.is_wrong else palette.dim)]


class ComposeScreen(ModalScreen[None]):
    """Where messages are written; each is told to TAKE as a step."""

    CSS_PATH = stylesheet("editing.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMPOSE_COMMANDS)
    AUTO_FOCUS = "#compose-text"
    role: reactive[Role] = reactive(Role.PROMPT, init=False)

    def __init__(self, task: Task, take: Callable[[Step], None]) -> None:
        """A composer for TASK."""
        super().__init__()
        self._job, self._take = task, take
        self._sure = False
        self._added = 0

    def compose(self) -> ComposeResult:
        """Text, the fields of a tool call, the line under them."""
        task = self._job
        with Vertical(id="compose", classes="dialog -tall"):
            yield Input(placeholder="name of the tool, as Bash or mcp__server__tool", id="compose-name", compact=True)
            yield ComposeArea(task.text, is_json=task.is_json, cwd=task.cwd, id="compose-text")
            result = ComposeArea(cwd=task.cwd, id="compose-result")
            result.placeholder = "what the tool gave back"
            yield result
            yield ComposeStatus(roles=task.place is not None)

    def on_mount(self) -> None:
        """Begin to write."""
        self._name_box()
        self.watch_role()
        area = self._area
        area.move_cursor(area.document.start if self._job.is_json else area.document.end)
        area.focus()

    @property
    def _area(self) -> ComposeArea:
        return self.query_one("#compose-text", ComposeArea)

    def _name_box(self) -> None:
        box = self.query_one("#compose")
        adds = self._job.place is not None
        added = f" · {self._added} added" if self._added else ""
        box.border_title = f"{self._job.title}{added}"
        keys = "^↵ or ^j add and go on · ^s add and close · ^t role" if adds else "^s put it into the draft"
        box.border_subtitle = f"{keys} · ^e editor · esc back"

    def watch_role(self) -> None:
        """Show the fields that the role has."""
        is_call = self.role is Role.CALL and self._job.place is not None
        self.query_one("#compose-name").display = self.query_one("#compose-result").display = is_call
        self._area.is_json = self._job.is_json or (
            self._job.place is not None and self.role in {Role.CALL, Role.RECORD}
        )
        self._area.placeholder = "input of the call, as JSON" if is_call else ""
        self.query_one(ComposeStatus).role = self.role
        self._area.refresh()
        self._judge()

    @on(TextArea.Changed)
    @on(TextArea.SelectionChanged)
    def _judge(self) -> None:
        """Say whether the JSON is right, or which files may be meant."""
        status, area = self.query_one(ComposeStatus), self._area
        self._sure = False
        status.is_wrong, status.verdict = False, ""
        if area.is_json and area.text.strip():
            try:
                compose_steps.json_object(area.text)
                status.verdict = "✓ JSON"
            except EditError as error:
                status.is_wrong, status.verdict = True, str(error)
        elif found := area.completions():
            more = f" … {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
            status.verdict = f"tab: {'  '.join(found[:_MOST_SHOWN])}{more}"

    def _step(self) -> Step:
        """What was written, as a step.

        Raises:
            EditError: it cannot be added.
        """
        task, text = self._job, self._area.text
        if task.rewrite is not None:
            return task.rewrite(text)
        if task.place is None or not (text.strip() or self.role is Role.CALL):
            raise EditError("there is no text yet")
        if self.role is Role.CALL:
            name = self.query_one("#compose-name", Input).value
            result = self.query_one("#compose-result", ComposeArea).text
            compose_steps.tool_call(name, text, result, "")  # what is wrong is said here, while it can be mended
            return task.place.step(partial(compose_steps.tool_call, name, text, result), "add a tool call")
        made = {Role.PROMPT: compose_steps.prompt, Role.REPLY: compose_steps.reply, Role.RECORD: compose_steps.record}
        if self.role is Role.RECORD:
            compose_steps.json_object(text)
        return task.place.step(partial(made[self.role], text), f"add a {made[self.role].__name__}")

    def _add(self) -> bool:
        try:
            self._take(self._step())
        except EditError as error:
            self.notify(str(error), severity="warning", markup=False)
            return False
        return True

    def action_add(self) -> None:
        """Add what was written, and go on."""
        if self._job.place is None:
            self.action_finish()
        elif self._add():
            self._added += 1
            self._name_box()
            for area in self.query(ComposeArea):
                area.text = ""
            self._area.focus()
            if self.role in {Role.PROMPT, Role.REPLY}:
                self.role = Role.REPLY if self.role is Role.PROMPT else Role.PROMPT

    def action_finish(self) -> None:
        """Add what was written, if there is anything, and go back."""
        is_empty = self._job.place is not None and not self._area.text.strip() and self.role is not Role.CALL
        if is_empty or self._add():
            self.dismiss(None)

    def action_next_role(self) -> None:
        """Write as the next role."""
        roles = list(Role)
        self.action_role(roles[(roles.index(self.role) + 1) % len(roles)])

    def action_role(self, role: str) -> None:
        """Write as ROLE."""
        if self._job.place is not None:
            self.role = Role(role)

    def action_edit_outside(self) -> None:
        """Edit the text in $EDITOR."""
        focused = self.focused
        area = focused if isinstance(focused, ComposeArea) else self._area
        try:
            area.text = edited_outside(self.app, area.text, ".json" if area.is_json else ".md")
        except SuspendNotSupported:
            self.notify("The terminal cannot be given to another program here.", severity="warning")
        except EditError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_complete(self) -> None:
        """Complete the path after `@`; else go to the next field."""
        focused = self.focused
        if not (isinstance(focused, ComposeArea) and focused.complete()):
            self.focus_next()

    def action_close(self) -> None:
        """Go back; what was written is let go when that is asked for twice."""
        if self._area.text.strip() and self._area.text != self._job.text and not self._sure:
            self._sure = True
            self.notify("What you wrote was not added. esc again lets it go, ^s adds it.", severity="warning")
            return
        self.dismiss(None)
