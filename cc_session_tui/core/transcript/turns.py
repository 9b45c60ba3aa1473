"""The last turn of a session, looked for from the end of the file backwards.

A client appends, and its turns follow each other: the last turn is what stands behind the last prompt, in file order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.blocks import members, number, string
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.peeks import texts_at, whole
from cc_session_tui.core.transcript.texts import TextKind, kind_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.index import Index

_TELLING: Final = frozenset(
    {
        "assistant",
        "user",
        "queue-operation",
        "system/api_error",
        "system/compact_boundary",
        "system/local_command",
        "system/turn_duration",
    }
)
_PROMPTS: Final = frozenset({TextKind.PROMPT, TextKind.NOTIFICATION})
_PRINTED: Final = frozenset({TextKind.OUTPUT, TextKind.EMPTY})
_NOTIFICATION: Final = "<task-notification>"


class Turn(NamedTuple):
    """Rows of the last turn; -1 where there is none."""

    prompt: int = -1
    """What began it: a prompt, a command that asks the model, the news of a background task."""
    asked: int = -1
    """What the model is to answer, or answered last: a tool_result, the prompt, the summary of a compaction."""
    answers: tuple[int, ...] = ()
    """The lines of the last API message, newest first."""
    said: int = -1
    """The last text of the assistant; the client's note of an API error stands in its place."""
    last: int = -1
    """The newest of all these."""
    is_over: bool = False
    """Whether the client wrote that it has ended, was interrupted, or failed."""
    note: str = ""
    """What is out of the ordinary: `retry 2 of 10`, `API error`, `interrupted`, `compacted`."""
    queued: int = 0
    """Prompts that were typed meanwhile, and wait."""


def last_turn(index: Index, *, sidechain: bool) -> Turn:
    """The last turn of INDEX, which may be only the end of a file; SIDECHAIN for a subagent's."""
    walk = _Walk(index)
    for row in _rows(index, sidechain=sidechain):
        if walk.take(row):
            break
    return walk.turn()


def _rows(index: Index, *, sidechain: bool) -> Iterator[int]:
    """The rows that tell of a turn, from the end backwards."""
    telling = {code for code, kind in enumerate(index.kinds) if kind in _TELLING}
    passed = 0 if sidechain else int(Flag.SIDECHAIN)
    kinds, flags = index.kind, index.flags
    return (row for row in range(len(index) - 1, -1, -1) if kinds[row] in telling and not flags[row] & passed)


class _Walk:
    """What was found on the way back from the end."""

    def __init__(self, index: Index) -> None:
        """Nothing yet, in INDEX."""
        self._index = index
        self._found = Turn()
        self._answers: list[int] = []
        self._operations: list[int] = []
        self._printed = 0  # outputs of commands whose echo was not met yet
        self._summary = -1

    def turn(self) -> Turn:
        """The turn."""
        return self._found._replace(answers=tuple(self._answers), queued=_queued(self._index, self._operations))

    def take(self, row: int) -> bool:
        """Take ROW; tell whether the turn begins with it."""
        match self._index.kind_of(row):
            case "assistant":
                self._take_answer(row)
            case "user":
                return self._take_user(row)
            case "queue-operation":
                self._operations.append(row)
            case "system/local_command":
                self._take_local(kind_of_text(string(whole(self._index, row).get("content"))))
            case kind if self._found.last < 0:
                self._take_system(row, kind)
        return False

    def _take_answer(self, row: int) -> None:
        index, found = self._index, self._found
        failed = bool(index.flags[row] & Flag.API_ERROR)
        if found.last < 0:
            note = "API error" if failed else found.note
            self._found = found = found._replace(last=row, is_over=found.is_over or failed, note=note)
        if not failed and self._is_of_last_message(row):
            self._answers.append(row)
        if found.said < 0 and any(block.type == "text" for block in index.blocks(row)):
            self._found = found._replace(said=row)

    def _is_of_last_message(self, row: int) -> bool:
        message = self._index.message
        return not self._answers or message[row] == message[self._answers[0]] >= 0

    def _take_user(self, row: int) -> bool:
        blocks, flags = self._index.blocks(row), self._index.flags[row]
        if any(block.type == "tool_result" for block in blocks):
            self._ask(row)
        elif flags & Flag.COMPACT_SUMMARY:
            self._summary = row
        elif not flags & Flag.META:
            return self._take_text(row)
        return False

    def _take_text(self, row: int) -> bool:
        kinds = [kind_of_text(text) for text in texts_at(self._index, row) if text is not None]
        kind = min(kinds, default=TextKind.PROMPT)
        if kind is TextKind.COMMAND and self._printed:
            self._printed -= 1
        elif kind in _PROMPTS or kind is TextKind.COMMAND:
            self._ask(row)
            self._found = self._found._replace(prompt=row)
            return True
        elif kind in _PRINTED:
            self._printed += 1
        elif kind is TextKind.INTERRUPT and self._found.last < 0:
            self._found = self._found._replace(last=row, is_over=True, note="interrupted")
        return False

    def _take_local(self, kind: TextKind) -> None:
        """Take what a command that the client ran itself printed, or its echo (2.1.332 writes that as the user's)."""
        if kind in _PRINTED:
            self._printed += 1
        elif kind is TextKind.COMMAND and self._printed:
            self._printed -= 1

    def _ask(self, row: int) -> None:
        found = self._found
        if found.asked < 0:
            self._found = found._replace(asked=row, last=found.last if found.last >= 0 else row)

    def _take_system(self, row: int, kind: str) -> None:
        """Take what the client wrote after the last message."""
        if kind == "system/turn_duration":
            self._found = self._found._replace(is_over=True)
        elif kind == "system/api_error":
            self._found = self._found._replace(note=self._found.note or _retry(whole(self._index, row)))
        elif self._summary >= 0 and not _is_manual(whole(self._index, row)):
            self._ask(self._summary)
            self._found = self._found._replace(note="compacted")


def _retry(record: Object) -> str:
    attempt, most = number(record.get("retryAttempt")), number(record.get("maxRetries"))
    return f"retry {attempt} of {most}" if attempt and most else "API error"


def _is_manual(record: Object) -> bool:
    return members(record.get("compactMetadata")).get("trigger") == "manual"


def _queued(index: Index, operations: list[int]) -> int:
    """How many prompts wait after OPERATIONS, newest first; news of background tasks are none."""
    waiting = 0
    for row in reversed(operations):
        record = whole(index, row)
        if string(record.get("content")).startswith(_NOTIFICATION):
            continue
        match record.get("operation"):
            case "enqueue":
                waiting += 1
            case "popAll":
                waiting = 0
            case _:
                waiting = max(waiting - 1, 0)
    return waiting
