"""The browser: tree, transcript and inspector side by side, or one at a time where there is no room."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.containers import Horizontal

from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.commands import BROWSER_COMMANDS, bindings
from cc_session_tui.tui.heap import give_back
from cc_session_tui.tui.messages import Failed, RowWanted
from cc_session_tui.tui.presentation.warming import warm
from cc_session_tui.tui.screens.paned import PanedScreen
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.registry import COMMANDS
from cc_session_tui.tui.screens.target import Target, agent_of, target_of
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.screens.work import in_thread
from cc_session_tui.tui.widgets.header import Header
from cc_session_tui.tui.widgets.session_tree import SessionTree
from cc_session_tui.tui.widgets.status import Reading, StatusLine
from cc_session_tui.tui.widgets.status_footer import Footer
from cc_session_tui.tui.widgets.status_parts import palette_of
from cc_session_tui.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from cc_session_tui.tui.screens.setting import Setting

SETTLE_SECONDS: Final = 0.12
"""How long the cursor rests on a session before it is opened."""
_CLOCK_SECONDS: Final = 5.0
_REST_SECONDS: Final = 0.7
"""How long after a session was read what that took is given back."""
_ABOUT_SESSION: Final = frozenset(
    {"toggle_inspector", "next_view", "set_detail", "toggle_follow", "copy_session_id", "open_pictures"}
)


class BrowserScreen(PanedScreen):
    """The screen on which everything happens; the panes own their state, this one connects them."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(BROWSER_COMMANDS)
    AUTO_FOCUS = ""

    def __init__(self, setting: Setting, open_session: Path | None = None) -> None:
        """A browser in SETTING that opens OPEN_SESSION first; None for the newest session."""
        super().__init__(setting)
        self._setting = setting
        self._first = open_session
        self.status = StatusLine(id="status")
        """What is said of what is read."""
        self._settling: Timer | None = None
        self._is_warm = self._is_settled = False
        self.is_waiting = False
        """Whether nothing is opened until there is a session to follow."""

    def compose(self) -> ComposeResult:
        """Top line, panes, bottom lines."""
        setting = self._setting
        yield Header("cc-sessions", setting.store, id="header")
        with Horizontal(id="panes"):
            yield self.tree_pane
            yield self.reading_pane
        yield self.status
        yield Footer(COMMANDS, id="footer")
        self.is_reading = self._first is not None or self.is_waiting
        self.arrange_panes()

    def arrange_panes(self) -> None:
        """Show the panes that there is room for, and say nothing of a transcript that is not shown."""
        super().arrange_panes()
        self.status.is_hidden = self.tree_pane.display and not self.reading_pane.display

    def on_mount(self) -> None:
        """Show the time, read the store, open what was asked for."""
        self._tick()
        self.set_interval(_CLOCK_SECONDS, self._tick)
        self.reading_pane.tell_moves(self._tell_reading)
        if self._first is None:
            self.go_to(self.reading_pane.transcript if self.is_waiting else self.tree_pane.session_tree)
            if self.is_waiting:
                self.reading_pane.announce("Waiting for the first session…")
            self.tree_pane.read()
        else:
            self.go_to(self.reading_pane.transcript)
            self.reading_pane.open(Target(self._first))

    def _tick(self) -> None:
        """Show the time; the ages in the tree follow."""
        clock, header = self._setting.clock().strftime("%H:%M"), self.query_one(Header)
        if clock != header.clock:
            header.clock = clock
            self.tree_pane.session_tree.refresh()
        else:
            self.tree_pane.session_tree.tick()

    # the tree

    @on(TreePane.Counted)
    def _count(self, message: TreePane.Counted) -> None:
        self.query_one(Header).counts = message.counts

    @on(SessionTree.RowHighlighted)
    def _settle(self, message: SessionTree.RowHighlighted) -> None:
        """Open the session once the cursor rests on it: with a key held down, only the last is opened."""
        if self._settling is not None:
            self._settling.stop()
        target = target_of(message.row)
        is_chosen = not self.is_waiting or self.focused is self.tree_pane.session_tree
        if target is not None and is_chosen and not self.is_narrow:
            self._settling = self.set_timer(SETTLE_SECONDS, lambda: self._open(target))

    @on(SessionTree.RowOpened)
    def _open_now(self, message: SessionTree.RowOpened) -> None:
        """Open the session, and read it."""
        if self._settling is not None:
            self._settling.stop()
        self._open(target_of(message.row))
        self.go_to(self.reading_pane.transcript)

    def _open(self, target: Target | None) -> None:
        """Open TARGET, unless it is open, or cannot be."""
        opened, session = self.reading_pane.target, target.session if target is not None else None
        if session is not None and session.meta.state is SessionState.UNREADABLE:
            self.notify(session.meta.error, severity="warning", markup=False)
        elif target is not None and (opened is None or opened.path != target.path):
            self.reading_pane.open(target)

    @on(TreePane.Listed)
    def _know_better(self) -> None:
        """The store knows more of what is open than it did; at the start, open what the cursor is on."""
        reading, row = self.reading_pane, self.tree_pane.session_tree.row
        is_free = reading.target is None and not self.is_waiting and not self.is_narrow
        if is_free and row is not None and self.tree_pane.is_in_order:
            self._open(target_of(row))
            self.tree_pane.session_tree.select(row.identity)
        elif reading.target is not None:
            reading.know(self.tree_pane.session_of(reading.target.path))

    # the transcript

    def _tell_reading(self, reading: Reading) -> None:
        """Show what is read, and where."""
        if self.status.reading is None:
            self.refresh_bindings()
        self.status.reading = reading
        self._inspect()

    @on(ReadingPane.Painted)
    def _warm(self) -> None:
        """What was asked for is painted: now the tree, and what the next pages need."""
        self._read_tree()
        if not self._is_warm:
            self._is_warm = True
            gc.freeze()  # what was imported stays: looking at it again at each full collection costs a frame of 70 ms
            palette = palette_of(self)
            in_thread(self, "warm", lambda _: warm(palette))

    def _read_tree(self) -> None:
        """Read the tree, if that has waited for the session of the command line."""
        if self._first is not None:
            self.tree_pane.read(self._first)
            self._first = None

    @on(ReadingPane.Whole)
    def _count_session(self, message: ReadingPane.Whole) -> None:
        """Now that the session was read, what it holds can be counted cheaply."""
        self.tree_pane.count(message.target)
        self.set_timer(_REST_SECONDS, self._give_back)

    def _give_back(self) -> None:
        """Give back the memory that reading and counting took; what was loaded meanwhile stays, as above."""
        if not self._is_settled:
            self._is_settled = True
            gc.freeze()
        in_thread(self, "heap", lambda _: give_back())

    @on(Transcript.AgentOpened)
    def _open_agent(self, message: Transcript.AgentOpened) -> None:
        """Open the transcript of the subagent that a call started."""
        target = self.reading_pane.target
        found = agent_of(target, message.tool_use_id) if target is not None else None
        if found is None:
            self.notify("The transcript of this subagent is not there.", severity="warning")
        else:
            self._turn_to(found)

    def _turn_to(self, target: Target) -> None:
        """Open TARGET, and select it in the tree."""
        self.reading_pane.open(target)
        self.tree_pane.session_tree.select(str(target.path))

    @on(Failed)
    def _tell_failure(self, message: Failed) -> None:
        """Something could not be read: say so, unless that stands in its place, and go on."""
        if message.is_shown:
            self.status.reading = None
            self.refresh_bindings()
        else:
            self.notify(message.text, severity="error", markup=False)
        self._read_tree()

    # the inspector

    def _inspect(self) -> None:
        """Show the selected record in the inspector, while that is open."""
        document, entry = self.reading_pane.document, self.reading_pane.entry
        if self.is_inspecting and self.inspector_pane is not None and document is not None and entry is not None:
            self.inspector_pane.inspect(document, entry)

    @on(RowWanted)
    def _go_to_row(self, message: RowWanted) -> None:
        if self.inspector_pane is not None:
            self.inspector_pane.want(message.row)
        self.reading_pane.go_to_row(message.row)

    # commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is about the session that is open is for when one is, and could be read."""
        _ = parameters
        pane = self.reading_pane
        return action not in _ABOUT_SESSION or (pane.target is not None and not pane.failure)

    async def action_toggle_inspector(self) -> None:
        """Show or hide the record's JSON."""
        await super().action_toggle_inspector()
        self._inspect()

    def action_go_back(self) -> None:
        """Go back by one: out of the inspector, out of the subagent, out of the transcript."""
        target, transcript = self.reading_pane.target, self.reading_pane.transcript
        if self.inspector_pane is not None and self.focused is self.inspector_pane.inspector:
            self.is_inspecting = False
            self.go_to(transcript)
        elif self.focused is transcript and target is not None and target.subagent is not None and target.parent:
            self._turn_to(target.parent)
        else:
            self.go_to(self.tree_pane.session_tree)

    def action_next_view(self) -> None:
        """Context, history, file, and again."""
        views = list(ViewName)
        self.action_set_view(views[(views.index(self.reading_pane.wanted.view) + 1) % len(views)])

    def action_set_view(self, name: str) -> None:
        """Show the view NAME."""
        pane = self.reading_pane
        pane.set_wanted(pane.wanted._replace(view=ViewName(name)))

    def action_set_detail(self, detail: int) -> None:
        """Show as much as DETAIL says: 1 prompts, 2 the conversation, 3 all."""
        pane = self.reading_pane
        pane.set_wanted(pane.wanted._replace(detail=detail))

    def action_toggle_follow(self) -> None:
        """Follow the session that is open to its end, wherever the focus is; or stop following it."""
        transcript = self.reading_pane.transcript
        if not self.reading_pane.display:
            self.go_to(transcript)
            transcript.follow = False
        transcript.action_toggle_follow()

    def action_next_running(self) -> None:
        """Go to the next running session, those that wait for the user first."""
        if not self.tree_pane.go_to_running():
            self.notify("No session is running.", timeout=2)
        elif self.is_narrow:
            self.go_to(self.tree_pane.session_tree)

    def action_reload(self) -> None:
        """Read the store and the session again."""
        self.tree_pane.read()
        self.reading_pane.reload()

    def action_copy_session_id(self) -> None:
        """Copy the id of the session that is open."""
        target = self.reading_pane.target
        if target is not None:
            self.app.copy_to_clipboard(target.session_id)
            self.notify(f"Copied {target.session_id}", timeout=2, markup=False)

    def action_open_pictures(self) -> None:
        """Open the pictures of the selected entry."""
        self.reading_pane.open_pictures()

    def action_press_key(self, key: str) -> None:
        """Do what KEY does: for clicks on the footer."""
        self.app.simulate_key(key)
