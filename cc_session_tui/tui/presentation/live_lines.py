"""The lines over a transcript that runs: what its session does now, and each subagent that does something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.store.live import is_about_call
from cc_session_tui.core.transcript.doing import Doing
from cc_session_tui.tui.presentation.live_words import State, elapsed_words, now_of, seconds_of, spawned_by
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import WAITS, token_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.core.store.models import Session, Subagent
    from cc_session_tui.tui.presentation.live_words import Now

_UNDER_WAY: Final = frozenset({Doing.THINKING, Doing.TOOL})
"""What a turn does that is not over: after it a client may work on something else, a compaction say."""
_NEARLY: Final = 2.0
"""Seconds that a turn must differ from what goes on to be told beside that."""


class LiveLine(NamedTuple):
    """One line: a session, or a subagent, and what it does."""

    name: str
    """Name of its file."""
    now: Now
    title: str = ""
    """What it is called; empty for the session, whose title stands above."""
    depth: int = 0
    """0 for the session, 1 for its subagents, more for theirs."""
    turn: float = 0.0
    """When its turn began, in seconds since 1970; 0 where unknown, or nothing runs."""
    tokens: int = 0
    """Tokens in its context that are to be told; 0 for none."""
    queued: int = 0
    """Prompts that wait."""
    is_open: bool = False
    """Whether it is a subagent, and the one that is read."""
    more: int = 0
    """Of the session: its subagents that have no line."""

    @property
    def elapsed_since(self) -> float:
        """Since when goes on what is told, in seconds since 1970; 0 where nothing does."""
        return 0.0 if self.now.state is State.IDLE else self.now.since


def live_lines(
    session: Session, opened: str, lives: Mapping[str, Live], home: str = "", most: int = 4
) -> tuple[LiveLine, ...]:
    """The lines for SESSION, of which the file OPENED is shown, by what LIVES tells; none where it does not run.

    Of its subagents the newest MOST have one, as in the tree, and the one that is open; they stand below the one that
    spawned them. Of the session, the tokens are told where no gauge shows them.
    """
    live = lives.get(session.file.name)
    if live is None:
        return ()
    cwd, activity = session.meta.cwd or live.client.cwd, live.activity
    spawned = spawned_by(session.subagents, lives)
    now = now_of(live, cwd, home, spawned)
    goes_on = now.state is not State.IDLE
    running = [agent for agent in session.subagents if agent.file.name in lives]
    told = _told(running, opened, most)
    first = LiveLine(
        session.file.name,
        now,
        turn=seconds_of(activity.turn) if goes_on and activity.doing in _UNDER_WAY else 0.0,
        tokens=activity.tokens if opened != session.file.name else 0,
        queued=activity.queued if goes_on else 0,
        more=len(running) - len(told),
    )
    lines = [first]
    for agent, depth in _nested(_by_parent(session, {agent.file.name for agent in told}, told)):
        found = lives[agent.file.name]
        doing = now_of(found, cwd, home, spawned)
        turn, tokens, is_open = seconds_of(found.activity.turn), found.activity.tokens, agent.file.name == opened
        lines.append(LiveLine(agent.file.name, doing, agent_title(agent), depth, turn, tokens, is_open=is_open))
    return tuple(lines)


def _told(running: Sequence[Subagent], opened: str, most: int) -> Sequence[Subagent]:
    """The newest MOST of the subagents RUNNING, and before them the one that is OPENED, in place of the oldest."""
    newest = running[-most:]
    apart = [agent for agent in running[:-most] if agent.file.name == opened]
    return [*apart, *newest[len(apart) :]]


def _by_parent(session: Session, names: Collection[str], told: Sequence[Subagent]) -> dict[str, list[Subagent]]:
    """The subagents TOLD, whose files are NAMES, by the nearest one above that is told; by "" where none is."""
    agents = {agent.agent_id: agent for agent in session.subagents}
    found: dict[str, list[Subagent]] = {}
    for agent in told:
        above, seen = agents.get(agent.parent_agent_id), {agent.agent_id}
        while above is not None and above.file.name not in names:
            seen.add(above.agent_id)
            above = agents.get(above.parent_agent_id) if above.parent_agent_id not in seen else None
        found.setdefault(above.agent_id if above is not None else "", []).append(agent)
    return found


def _nested(below: Mapping[str, list[Subagent]]) -> Iterator[tuple[Subagent, int]]:
    """Each subagent with its depth, and what is BELOW it before what comes after it."""
    todo = [(agent, 1) for agent in reversed(below.get("", []))]
    while todo:
        agent, depth = todo.pop()
        yield agent, depth
        if agent.agent_id:
            todo += ((one, depth + 1) for one in reversed(below.get(agent.agent_id, [])))


def agent_title(agent: Subagent) -> str:
    """`Explore · look around`; its id where neither type nor task is known."""
    return one_line(" · ".join(part for part in (agent.agent_type, agent.description) if part) or agent.agent_id)


def running_calls(session: Session, opened: str, lives: Mapping[str, Live], now: float) -> dict[str, str]:
    """What is said, NOW, of the calls in the file OPENED of SESSION that run, by tool_use id: `running 14s`."""
    live = lives.get(opened)
    found: dict[str, str] = {}
    if live is not None and (live.is_subagent or live.client.status in {"busy", "waiting"}):
        for number, call in enumerate(live.activity.calls):
            waits = not live.is_subagent and is_about_call(live.client) and not number
            found[call.tool_use_id] = WAITS if waits else running_words(now - seconds_of(call.since))
    for agent in session.subagents:
        if agent.tool_use_id and agent.file.name in lives:
            turn = seconds_of(lives[agent.file.name].activity.turn)
            found.setdefault(agent.tool_use_id, running_words(now - turn))
    return found


def running_words(seconds: float) -> str:
    """`running 4s`, `running 2m 05s`."""
    return f"running {elapsed_words(seconds)}"


def right_words(line: LiveLine, now: float) -> str:
    """The facts of LINE: prompts that wait, tokens, how long the turn goes on, unless that is said beside it."""
    parts = [f"{line.queued} queued" if line.queued else "", f"{token_words(line.tokens)} tok" if line.tokens else ""]
    if line.turn and abs(line.turn - line.now.since) > _NEARLY:
        parts.append(f"turn {elapsed_words(now - line.turn)}")
    return " · ".join(part for part in parts if part)
