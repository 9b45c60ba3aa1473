"""What a running session does now, as far as its records tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import block_of, members, number, string
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.doing import Activity, Doing, OpenCall
from cc_session_tui.core.transcript.peeks import texts_at, whole
from cc_session_tui.core.transcript.stamps import stamp_at
from cc_session_tui.core.transcript.subjects import first_line, last_line, subject_of
from cc_session_tui.core.transcript.texts import TextKind, command_of, kind_of_text, notification_of, take_apart
from cc_session_tui.core.transcript.turns import last_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.transcript.turns import Turn

__all__ = ["Activity", "Doing", "OpenCall", "activity_of"]

_GO_ON: Final = frozenset({"tool_use", "pause_turn"})
"""Stop reasons after which the client goes on by itself."""
_THOUGHTS: Final = frozenset({"thinking", "redacted_thinking"})


def activity_of(index: Index, *, sidechain: bool = False) -> Activity:
    """What goes on in the session of INDEX, which may be only its end; SIDECHAIN for a subagent's file.

    It looks at the records of the last turn, and decodes a few of them.
    """
    turn = last_turn(index, sidechain=sidechain)
    calls = () if turn.is_over else tuple(_open_calls(index, turn))
    doing, since = _doing(index, turn, calls)
    return Activity(
        doing=doing,
        since=since,
        calls=calls,
        text=_text(index, turn),
        turn=stamp_at(index, turn.prompt).time if turn.prompt >= 0 else "",
        tokens=_tokens(index, sidechain=sidechain),
        note=turn.note,
        queued=turn.queued,
    )


def _open_calls(index: Index, turn: Turn) -> Iterator[OpenCall]:
    """The calls of the last API message that have no result.

    Earlier ones have theirs: the client (2.1.332) asks the model anew only when every call has a result.
    """
    results = index.calls.result
    for row in reversed(turn.answers):
        for at, block in enumerate(index.blocks(row)):
            if block.type == "tool_use" and block.call >= 0 and results[block.call] < 0:
                record = whole(index, row)
                use = block_of(record, at)
                name = string(use.get("name"))
                text, is_path = subject_of(name, use.get("input"))
                yield OpenCall(string(use.get("id")), name, text, string(record.get("timestamp")), is_path)


def _doing(index: Index, turn: Turn, calls: tuple[OpenCall, ...]) -> tuple[Doing, str]:
    """What goes on, and since when."""
    if calls:
        return Doing.TOOL, calls[0].since
    if turn.last < 0:
        return Doing.NOTHING, ""
    last = stamp_at(index, turn.last)
    if index.kind_of(turn.last) != "assistant":
        return (Doing.NOTHING if turn.is_over else Doing.THINKING), last.time
    if turn.is_over or not _goes_on(index, turn.last, last.stop):
        return Doing.REPLIED, last.time
    return Doing.THINKING, stamp_at(index, turn.asked).time if turn.asked >= 0 else last.time


def _goes_on(index: Index, row: int, stop: str) -> bool:
    """Whether more follows the line of an API message at ROW, the last one there is."""
    if index.flags[row] & Flag.API_ERROR:
        return False
    return stop in _GO_ON or all(block.type in _THOUGHTS for block in index.blocks(row))


def _text(index: Index, turn: Turn) -> str:
    """What was last said in TURN, else what was asked."""
    said = [text for text in texts_at(index, turn.said) if text] if turn.said >= 0 else []
    if said and (line := last_line(said[-1])):
        return line
    asked = [text for text in texts_at(index, turn.prompt) if text] if turn.prompt >= 0 else []
    return next((line for text in asked if (line := _asked_line(text))), "")


def _asked_line(text: str) -> str:
    text = take_apart(text).text
    match kind_of_text(text):
        case TextKind.COMMAND:
            return first_line(command_of(text).text)
        case TextKind.NOTIFICATION:
            return first_line(notification_of(text))
        case _:
            return first_line(text)


def _tokens(index: Index, *, sidechain: bool) -> int:
    """Tokens of context after the last API message, or compaction, that tells them."""
    passed = int(Flag.API_ERROR) | (0 if sidechain else int(Flag.SIDECHAIN))
    rows = (row for row in range(len(index) - 1, -1, -1) if not index.flags[row] & passed)
    return next((tokens for row in rows if (tokens := _tokens_at(index, row))), 0)


def _tokens_at(index: Index, row: int) -> int:
    match index.kind_of(row):
        case "assistant":
            return stamp_at(index, row).context
        case "system/compact_boundary":
            return max(number(members(whole(index, row).get("compactMetadata")).get("postTokens")), 0)
        case _:
            return 0
