"""Work off the event loop: in a daemon thread, so that quitting never waits for a big file to be read.

A Textual worker waits for the thread, which gives groups, exclusiveness and cancelling; a cancelled worker's thread
goes on to its next look at the ticket, and what it posts then is dropped.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError, SessionError
from cc_session_tui.tui.messages import Failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message import Message
    from textual.message_pump import MessagePump
    from textual.widget import Widget
    from textual.worker import Worker


_PATIENCE: Final = 1.0
"""Seconds for which a file may be shorter than it was."""
_PAUSE: Final = 0.05


class Ticket:
    """Whether work is still wanted, and where its news go."""

    def __init__(self, node: MessagePump) -> None:
        """A valid ticket for work whose news go to NODE."""
        self.valid = True
        """Whether anybody still wants it. Look at it between steps."""
        self._node = node

    def post(self, message: Message) -> None:
        """Post MESSAGE, if the work is still wanted."""
        if self.valid and self._node.is_running:
            with suppress(RuntimeError):  # the app ends this very moment
                self._node.post_message(message)


def patiently(work: Callable[[Ticket], None]) -> Callable[[Ticket], None]:
    """WORK, tried again for a second where a file cannot be read: one that is written anew is short for a moment."""

    def trying(ticket: Ticket) -> None:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return work(ticket)
            except ReadError:
                if not ticket.valid or time.monotonic() > until:
                    raise
            time.sleep(_PAUSE)

    return trying


def in_thread(node: Widget, group: str, work: Callable[[Ticket], None]) -> Worker[None]:
    """Run WORK in a thread; what ran in GROUP of NODE is no longer wanted. What goes wrong is posted as `Failed`."""
    ticket = Ticket(node)

    async def waiting() -> None:
        done = asyncio.get_running_loop().create_future()
        threading.Thread(target=_guarded, args=(work, ticket, done), name=group, daemon=True).start()
        try:
            await done
        finally:
            ticket.valid = False

    return node.run_worker(waiting, group=group, exclusive=True, exit_on_error=False)


def _guarded(work: Callable[[Ticket], None], ticket: Ticket, done: asyncio.Future[None]) -> None:
    """Run WORK, tell what went wrong, and resolve DONE."""
    try:
        work(ticket)
    except SessionError as error:
        ticket.post(Failed(str(error)))
    except Exception as error:  # noqa: BLE001 - the one boundary: whatever it is, the app goes on
        ticket.post(Failed(f"{type(error).__name__}: {error}"))
    with suppress(RuntimeError):  # the app has ended
        done.get_loop().call_soon_threadsafe(_resolve, done)


def _resolve(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)
