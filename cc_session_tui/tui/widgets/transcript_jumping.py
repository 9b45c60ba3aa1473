"""Jumping in the transcript: to the next prompt, error or fork, and to another branch."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import on
from textual.message import Message
from textual.worker import get_current_worker

from cc_session_tui.core.transcript.entries import ForkPoint, Kind, ToolCall
from cc_session_tui.tui.widgets.transcript_reading import ReadingCanvas
from cc_session_tui.tui.widgets.transcript_search import seek

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cc_session_tui.core.transcript.views import View

_AT_ONCE: Final = 0.01
"""Seconds that a jump may search before it goes on in a thread."""
_MAY_FAIL: Final = frozenset({Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.REPLY, Kind.HOOK})


class JumpingCanvas(ReadingCanvas):
    """A canvas on a view, with ways to go far in it."""

    @dataclass
    class BranchChosen(Message, namespace="transcript"):
        """Another branch is to be shown."""

        transcript: JumpingCanvas
        leaf: int
        """Row of the branch's leaf."""

        @property
        def control(self) -> JumpingCanvas:
            """The transcript."""
            return self.transcript

    @dataclass
    class _Sought(Message):
        """A jump that went on in a thread has ended."""

        view: View
        what: str
        at: int | None

    def action_next_prompt(self) -> None:
        """Go to the next prompt."""
        self._jump("prompt", self._is_kind(Kind.PROMPT), 1)

    def action_previous_prompt(self) -> None:
        """Go to the previous prompt."""
        self._jump("prompt", self._is_kind(Kind.PROMPT), -1)

    def action_next_error(self) -> None:
        """Go to the next error."""
        self._jump("error", self._is_error(), 1)

    def action_previous_error(self) -> None:
        """Go to the previous error."""
        self._jump("error", self._is_error(), -1)

    def action_next_fork(self) -> None:
        """Go to the next fork."""
        self._jump("fork", self._is_kind(Kind.FORK), 1)

    def action_previous_fork(self) -> None:
        """Go to the previous fork."""
        self._jump("fork", self._is_kind(Kind.FORK), -1)

    def action_next_branch(self) -> None:
        """Show the next branch of the fork at the cursor, or of the last fork above it."""
        self._choose_branch(1)

    def action_previous_branch(self) -> None:
        """Show the previous branch of the fork at the cursor, or of the last fork above it."""
        self._choose_branch(-1)

    # seeking

    def _jump(self, what: str, wanted: Callable[[int], bool], step: int) -> None:
        """Go to the next entry that is WANTED, upwards where STEP is -1."""
        self.settle()
        view = self.view
        if self.reader is None or view is None:
            return
        order = iter(range(self.cursor + step, len(view) if step > 0 else -1, step))
        until = time.monotonic() + _AT_ONCE
        at = seek(wanted, order, lambda: time.monotonic() > until)
        if at is not None:
            self._arrive(at)
        else:
            work = partial(self._seek_on, view, what, wanted, order)
            self.run_worker(work, thread=True, group="seek", exclusive=True, exit_on_error=False)

    def _seek_on(self, view: View, what: str, wanted: Callable[[int], bool], order: Iterator[int]) -> None:
        """Search the rest of ORDER, in a thread."""
        worker = get_current_worker()
        at = seek(wanted, order, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self._Sought(view, what, at))

    @on(_Sought)
    def _end_seek(self, event: _Sought) -> None:
        event.stop()
        if event.at is None:
            self.notify(f"There is no other {event.what} that way.", timeout=2)
        elif event.view is self.view:
            self._arrive(event.at)

    def _arrive(self, at: int) -> None:
        self.move(lambda reader: reader.jump(at))

    def _is_kind(self, kind: Kind) -> Callable[[int], bool]:
        view = self.view
        return lambda at: view is not None and view.kind(at) is kind

    def _is_error(self) -> Callable[[int], bool]:
        view = self.view
        return lambda at: view is not None and view.kind(at) in _MAY_FAIL and _is_error(view, at)

    # branches

    def _choose_branch(self, step: int) -> None:
        self.settle()
        view, is_fork = self.view, self._is_kind(Kind.FORK)
        at = next((at for at in range(self.cursor, -1, -1) if is_fork(at)), None)
        fork = view.entry(at) if view is not None and at is not None else None
        if at is None or not isinstance(fork, ForkPoint):
            self.notify("There is no fork above.", timeout=2)
            return
        self._arrive(at)
        active = next((number for number, branch in enumerate(fork.branches) if branch.active), 0)
        branch = fork.branches[(active + step) % len(fork.branches)]
        self.post_message(self.BranchChosen(self, branch.leaf))


def _is_error(view: View, at: int) -> bool:
    entry = view.entry(at)
    if isinstance(entry, ToolCall):
        return entry.result is not None and entry.result.is_error
    return bool(getattr(entry, "is_error", False))
