"""What the tree says of what runs: the mark, the state and its time, the line below a session, its subagents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from cc_session_tui.tui.presentation.live_words import State, now_of, spawned_by
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.widgets.session_tree_look import Parts
from cc_session_tui.tui.widgets.session_tree_names import subagent_title
from cc_session_tui.tui.widgets.session_tree_running import ClientState, client_of, runs, since, state_of
from cc_session_tui.tui.widgets.session_tree_sort import age, seconds, span
from cc_session_tui.tui.widgets.status_parts import cut

if TYPE_CHECKING:
    from rich.style import Style

    from cc_session_tui.core.store.models import RunningClient, Session, Subagent
    from cc_session_tui.tui.presentation.live_words import Now
    from cc_session_tui.tui.widgets.session_tree_look import Styled, TreeLook

_STATUS_CELLS: Final = 8
_LEAST_FOR_WORDS: Final = 32
"""Cells of a tree in which a title has sixteen beside `waits 59s`."""
_MINUTE: Final = 60
_INDENT: Final = 5
_DEEPEST: Final = 4
_MARKS: Final = {
    ClientState.WAITING: "◆",
    ClientState.WORKING: "●",
    ClientState.SHELL: "○",
    ClientState.IDLE: "○",
}


def mark_of(client: RunningClient, look: TreeLook) -> Styled:
    """The mark of what CLIENT does."""
    return _MARKS[state_of(client)], ink_of(client, look)


def ink_of(client: RunningClient, look: TreeLook) -> Style:
    """The colour of what CLIENT does: that of what is to be looked at, where it waits for the user."""
    return look.palette.structure if state_of(client) is ClientState.WAITING else look.palette.live


def state_words(client: RunningClient, look: TreeLook) -> Styled:
    """What CLIENT does, and for how long, where that is known; in a narrow tree only the latter, on all lines alike.

    Seconds are told where something goes on; of what is idle they would only distract.
    """
    state, ago = state_of(client), look.now - since(client)
    ink = ink_of(client, look) if state.is_going else look.palette.dim
    word = "waits" if state is ClientState.WAITING else cut(one_line(client.status), _STATUS_CELLS)
    if client.updated_ms <= 0:
        return word, ink
    if look.width < _LEAST_FOR_WORDS:
        return (span(ago) if state.is_going else age(since(client), look.now)), ink
    return (f"{word} {span(ago)}".lstrip() if state.is_going or ago >= _MINUTE else word), ink


def live_parts(session: Session, look: TreeLook) -> Parts:
    """What goes on in SESSION: what it waits for, the tool that runs, the end of the last reply."""
    palette, time = look.palette, ""
    client, live = client_of(session, look.lives), look.lives.get(session.file.name)
    text = [(one_line(client.waiting_for) if client is not None else "", palette.dim)]
    if client is not None and live is not None:
        spawned = spawned_by(session.subagents, look.lives)
        now = now_of(live._replace(client=client), session.meta.cwd or client.cwd, look.home, spawned)
        if now.state is State.WORKING:
            text = [(now.what, palette.tool if now.is_call else palette.dim), (f" {now.about}", palette.dim)]
            time = span(look.now - now.since) if now.since - since(client) >= 1 else ""
        else:
            text = [(_rest(now, client, look.width - _INDENT - 2), palette.dim)]
    return Parts(head=[(" " * _INDENT, palette.dim)], text=text, right=(time, palette.dim), is_searched=False)


def _rest(now: Now, client: RunningClient, room: int) -> str:
    """What CLIENT waits for, or said last; of the former only what is asked, where there is no room for both."""
    what = one_line(client.waiting_for) or now.what
    both = " · ".join(filter(None, (what, now.about)))
    is_cut = now.state is State.WAITING and cell_len(both) > room
    return (now.about if is_cut else both) or what or "nothing was said yet"


def subagent_parts(subagent: Subagent, depth: int, look: TreeLook) -> Parts:
    """SUBAGENT: while it runs, for how long, else how long ago it ended."""
    palette, indent = look.palette, " " * (_INDENT + 2 * min(depth, _DEEPEST))
    if runs(subagent, look.lives):
        begun = seconds(subagent.started)
        right = span(look.now - begun) if begun else ""
        return Parts(
            head=[(indent, palette.dim), ("◐ ", palette.live)],
            text=[(subagent_title(subagent), palette.dim)],
            right=(right, palette.live),
        )
    return Parts(
        head=[(f"{indent}↳ ", palette.faint)],
        text=[(subagent_title(subagent), palette.dim)],
        right=(age(subagent.file.mtime_ns / 1e9, look.now), palette.dim),
    )
