"""What a running session does now, in few words.

The client's status counts for more than the records: what an idle client's records leave open does not run.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.store.live import is_about_call
from cc_session_tui.core.transcript.doing import Activity, Doing
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tools_other import tool_words
from cc_session_tui.tui.presentation.words import WAITS, count_words, path_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import RunningClient, Subagent
    from cc_session_tui.core.transcript.doing import OpenCall

_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86_400
_MOST: Final = 300
"""Characters of a line that are looked at."""
_ASKING: Final = frozenset({"AskUserQuestion", "ExitPlanMode"})
"""Tools that ask the user: what they ask says more than their name."""

_INTERRUPTED: Final = "interrupted"
_FAILING: Final = ("retry", "API error")
"""Notes on a request that failed: the model does not think until it is made again."""


class State(Enum):
    """What the client of a session does, or a subagent."""

    WAITING = auto()
    """It waits for the user."""
    WORKING = auto()
    IDLE = auto()
    """Nothing goes on, but for a shell in the background, which may go on for days."""


class Now(NamedTuple):
    """What a session does now."""

    state: State
    what: str
    """`thinking`, `waits for you: permission prompt`, the name of a tool; empty where the last reply says it all."""
    about: str = ""
    """The command, the file, the question, what was last said."""
    since: float = 0.0
    """When it began, in seconds since 1970; 0 where unknown, or nothing runs."""

    @property
    def is_call(self) -> bool:
        """Whether it is the name of a tool, with what it is used on."""
        return self.state is State.WORKING and bool(self.about)

    def __str__(self) -> str:
        """All of it on one line."""
        gap = " " if self.state is State.WORKING else " · "
        return gap.join(part for part in (self.what, self.about) if part)


def now_of(live: Live, cwd: str = "", home: str = "", spawned: Collection[str] = ()) -> Now:
    """What goes on in LIVE; paths below CWD are shown without it, those below HOME with `~`.

    Calls of which subagents run that have lines of their own, by their tool_use ids SPAWNED, are only counted.
    """
    activity, client = _without(live.activity, spawned), live.client
    if live.is_subagent:
        return _agent_now(activity, cwd, home)
    since = client.updated_ms / 1000
    match client.status:
        case "waiting":
            asked = [_asked(call, cwd, home) for call in activity.calls[:1] if is_about_call(client)]
            return Now(State.WAITING, _waiting(client), "".join(asked), since)
        case "busy":
            return _busy_now(activity, since, cwd, home)
        case "idle" | "shell":
            rest = "a shell runs" if client.status == "shell" else ""
            return _idle_now(activity, rest or ("new session" if activity == Activity() else ""), since)
        case status:
            return Now(State.IDLE, one_line(status, _MOST) or "starting", _said(activity))


def spawned_by(subagents: Iterable[Subagent], lives: Mapping[str, Live]) -> set[str]:
    """The tool_use ids of those of SUBAGENTS that run by what LIVES tells."""
    return {agent.tool_use_id for agent in subagents if agent.tool_use_id and agent.file.name in lives}


def state_words(client: RunningClient) -> str:
    """What CLIENT is: `busy`, `idle`, `shell`, `waiting: permission prompt`, or whatever it wrote."""
    waiting_for = one_line(client.waiting_for, _MOST)
    status = one_line(client.status, _MOST) or "starting"
    return f"{status}: {waiting_for}" if client.status == "waiting" and waiting_for else status


def elapsed_words(seconds: float) -> str:
    """`3s`, `1m 05s`, `2h 04m`, `3d 01h`; whole units, as a clock that runs shows them."""
    whole = max(0, int(seconds))
    if whole < _MINUTE:
        return f"{whole}s"
    if whole < _HOUR:
        return f"{whole // _MINUTE}m {whole % _MINUTE:02}s"
    if whole < _DAY:
        return f"{whole // _HOUR}h {whole % _HOUR // _MINUTE:02}m"
    return f"{whole // _DAY}d {whole % _DAY // _HOUR:02}h"


def seconds_of(time: str) -> float:
    """TIME of a record in seconds since 1970; 0 where it is none."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def _waiting(client: RunningClient) -> str:
    waiting_for = one_line(client.waiting_for, _MOST)
    return f"{WAITS}: {waiting_for}" if waiting_for else WAITS


def _busy_now(activity: Activity, since: float, cwd: str, home: str) -> Now:
    if activity.doing in {Doing.TOOL, Doing.THINKING}:
        return _agent_now(activity, cwd, home)
    return Now(State.WORKING, "working", "", since)  # on what its records do not tell: a hook, a compaction


def _idle_now(activity: Activity, what: str, since: float = 0.0) -> Now:
    """What was said last; of a turn that was interrupted that, since its last text may be the prompt.

    Of an interruption before the first word the client writes nothing (2.1.332): then it rests SINCE a time after it
    was asked.
    """
    is_left = activity.doing in {Doing.THINKING, Doing.TOOL} and 0 < seconds_of(activity.since) < since
    if is_left or activity.note == _INTERRUPTED:
        return Now(State.IDLE, " · ".join(filter(None, (what, _INTERRUPTED))))
    return Now(State.IDLE, what, _said(activity))


def _agent_now(activity: Activity, cwd: str, home: str) -> Now:
    """What goes on by the records alone."""
    since = seconds_of(activity.since)
    match activity.doing:
        case Doing.TOOL if not activity.calls:
            return Now(State.WORKING, one_line(activity.note, _MOST), "", since)
        case Doing.TOOL:
            return Now(State.WORKING, *_calls(activity.calls, cwd, home), since)
        case Doing.THINKING:
            note = one_line(activity.note, _MOST)
            what = note if note.startswith(_FAILING) else " · ".join(filter(None, ("thinking", note)))
            return Now(State.WORKING, what, "", since)
        case _:
            return _idle_now(activity, "")


def _without(activity: Activity, spawned: Collection[str]) -> Activity:
    """ACTIVITY without the calls that are SPAWNED; where it has only such, their number is the note."""
    rest = tuple(call for call in activity.calls if call.tool_use_id not in spawned)
    left_out = len(activity.calls) - len(rest)
    if not left_out:
        return activity
    return activity._replace(calls=rest, note=activity.note if rest else count_words(left_out, "subagent"))


def _calls(calls: tuple[OpenCall, ...], cwd: str, home: str) -> tuple[str, str]:
    """Name and subject of one call; the number of several, and each."""
    if len(calls) == 1:
        return tool_words(calls[0].name), _subject(calls[0], cwd, home)
    each = (f"{tool_words(call.name)} {_subject(call, cwd, home)}".strip() for call in calls)
    return count_words(len(calls), "call"), ", ".join(each)


def _asked(call: OpenCall, cwd: str, home: str) -> str:
    subject = _subject(call, cwd, home)
    return subject if call.name in _ASKING and subject else f"{tool_words(call.name)} {subject}".strip()


def _subject(call: OpenCall, cwd: str, home: str) -> str:
    return path_in(call.text, cwd, home) if call.is_path else one_line(call.text, _MOST)


def _said(activity: Activity) -> str:
    return one_line(activity.text, _MOST)
