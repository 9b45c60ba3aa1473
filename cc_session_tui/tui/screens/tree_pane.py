"""The left pane: the filter, and the tree of the store under it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.message import Message
from textual.widgets import Input, Static

from cc_session_tui.tui.commands import TREE_PANE_COMMANDS, bindings
from cc_session_tui.tui.screens.store_pane import StorePane
from cc_session_tui.tui.screens.store_reading import StoreRead
from cc_session_tui.tui.screens.tree_counting import Uncounted, counts_of, note_of
from cc_session_tui.tui.screens.work import Ticket, in_thread
from cc_session_tui.tui.widgets.filter import FilterLine
from cc_session_tui.tui.widgets.session_tree import SessionTree
from cc_session_tui.tui.widgets.session_tree_rows import (
    Arranged,
    Haystacks,
    Kept,
    Options,
    Row,
    RowKind,
    arrange,
    is_unfolded,
    opened_at_start,
    rows_of,
    running_in,
    toggle,
    unfold_started,
)
from cc_session_tui.tui.widgets.session_tree_running import next_running
from cc_session_tui.tui.widgets.status_parts import NoteLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.store.models import RunningClient
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.widgets.header import Counts


_TURN_SECONDS: Final = 0.3
"""How long after a listing the rest is begun: the session that is opened has its turn first."""
_MANY: Final = 300


class TreePane(StorePane):
    """Filter and tree; it owns how what the store holds is listed."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(TREE_PANE_COMMANDS)

    @dataclass
    class Counted(Message):
        """How much the store holds."""

        counts: Counts

    class Listed(Message):
        """The lines of the tree are others."""

    class Settled(Message):
        """The tree was listed, and the session that is opened first had its turn."""

    @dataclass
    class _Arranged(Message):
        """The sessions were put in order."""

        arranged: Arranged
        options: Options

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """A pane for the store of SETTING, of which nothing was read."""
        super().__init__(setting, id=id)
        self.session_tree = SessionTree(setting.now, str(setting.home), id="tree")
        """The tree."""
        self._filter_line = FilterLine("⌕ filter titles, prompts, paths…", id="filter")
        self._note = NoteLine(3, id="tree-note")
        self.options = Options()
        """How it is listed."""
        self.is_read = False
        """Whether all titles were read, and are listed."""
        self._empty = f"There is no session in {setting.store} yet. They appear here as Claude Code writes them."
        self._first = self._unfolded = ""
        self._titled = False
        self._is_asked = self._is_settled = False
        self._with_running: frozenset[str] = frozenset()
        self._seen: set[RunningClient] = set()
        self._unread = 0
        self._is_filling = False
        self._uncounted = Uncounted()
        self._arranged = Arranged()
        self._haystacks: Haystacks = {}
        self._listed: dict[str, Kept] = {}

    def compose(self) -> ComposeResult:
        """Filter, note, tree."""
        yield self._filter_line
        yield self._note
        yield self.session_tree

    @property
    def is_in_order(self) -> bool:
        """Whether the first session listed is likely the newest: titles and times were read, or would take long."""
        return self.is_read or self._unread > _MANY

    def read(self, first: Path | None = None) -> None:
        """Read the store, from the beginning; the cursor goes to the session in the file FIRST, in sight."""
        self._first = self._unfolded = str(first) if first is not None else ""
        self.read_again()

    def read_again(self) -> None:
        """Read the store once more: something in it changed."""
        self._is_filling = False
        in_thread(self, "load", self._reader.scan)

    def _count_shown(self) -> None:
        """Count what is in the sessions that are listed, so that damage is marked."""
        if wanted := self._uncounted.take(self.session_tree.rows):
            in_thread(self, f"marks {len(self._uncounted)}", lambda ticket: self._reader.count(ticket, wanted))

    @on(StoreRead)
    def _take_store(self, message: StoreRead) -> None:
        """Show what was read."""
        message.stop()
        self.projects, self._unread = message.projects, message.unread
        if not self._titled:
            self._titled = bool(message.projects) and not message.unread
            self.options = self.options._replace(opened=self.options.opened | opened_at_start(message.projects))
        running = running_in(message.projects)
        self.options, self._with_running = unfold_started(self.options, running - self._with_running), running
        if self._unfolded:
            self._unfold(Path(self._unfolded))
        self.post_message(self.Counted(counts_of(message.projects, message.running, message.unread)))
        self._arrange()

    def _unfold(self, path: Path) -> None:
        """Unfold the project of the session at PATH, until it is known which that is: its folder's name tells less."""
        session = self.session_of(path)
        project = next((project for project in self.projects if session in project.sessions), None)
        if session is not None and project is not None:
            opened, folds = self.options.opened | {project.path}, self.options.folds - {project.path}
            self.options = self.options._replace(opened=opened, folds=folds)
            self._unfolded = "" if session.known else self._unfolded

    # how it is listed

    def _arrange(self) -> None:
        """Filter and sort, off the event loop; the rows follow."""
        projects, options = self.projects, self.options

        def work(ticket: Ticket) -> None:
            arranged = arrange(projects, options, self._haystacks, self._listed)
            ticket.post(self._Arranged(arranged, options))

        in_thread(self, "arrange", work)

    @on(_Arranged)
    def _take_arranged(self, message: _Arranged) -> None:
        message.stop()
        self._arranged = message.arranged
        self._show_rows()

    def _show_rows(self) -> None:
        """List what is unfolded."""
        options = self.options
        tree = self.session_tree
        tree.show(rows_of(self._arranged, options), options.query, options.order, at_once=self._is_asked)
        self._is_asked = False
        if self._first and tree.select(self._first):
            self._first = ""
        self._note.note = note_of(self._arranged, options)
        self._tell_empty()
        # Twice: the first refresh may be of the header alone, with what the tree drew still on its way.
        self.call_after_refresh(self.call_after_refresh, self._read_on)

    def _tell_empty(self) -> None:
        """Say that the store holds nothing, as long as it does."""
        told = self.query("#tree-empty")
        if bool(self.projects) == bool(told):
            self.screen.refresh_bindings()
            if told:
                told.remove()
            else:
                self.mount(Static(self._empty, id="tree-empty", markup=False), before=self.session_tree)

    def _read_on(self) -> None:
        """Now that the lines are painted, read what is behind them."""
        self.is_read = not self._unread
        self.post_message(self.Listed())
        if self._unread and not self._is_filling:
            self._is_filling = True
            in_thread(self, "load", self._reader.fill)
        self.set_timer(_TURN_SECONDS, self._begin_rest)

    def _begin_rest(self) -> None:
        """Begin what is not asked for at once."""
        if not self._is_settled:
            self._is_settled = True
            self.post_message(self.Settled())
        if not self._unread:
            self._count_shown()

    def set_options(self, options: Options) -> None:
        """List the sessions in another way."""
        self.options, self._is_asked = options, True
        self._arrange()

    @on(SessionTree.FoldToggled)
    def _fold(self, message: SessionTree.FoldToggled) -> None:
        """Fold or unfold one line."""
        message.stop()
        self.options, self._is_asked = toggle(self.options, message.row), True
        self._show_rows()

    @on(Input.Changed, "#filter")
    def _filter(self, message: Input.Changed) -> None:
        """Filter by what was typed; what was folded in the old list does not count in the new one."""
        message.stop()
        was_empty = not self.options.query
        folds = frozenset() if message.value and not was_empty else self.options.folds
        self.set_options(self.options._replace(query=message.value, folds=folds))

    @on(FilterLine.Left)
    def _leave_filter(self, message: FilterLine.Left) -> None:
        message.stop()
        self.session_tree.focus()

    def action_filter(self) -> None:
        """Type a filter."""
        self.screen.set_focus(self._filter_line)  # at once: what is typed next is for it

    def action_clear_filter(self) -> None:
        """List everything again."""
        self._filter_line.value = ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Clearing the filter is for when there is one."""
        _ = parameters
        return action != "clear_filter" or bool(self.options.query)

    def action_sort(self) -> None:
        """List in the next order."""
        self.set_options(self.options._replace(order=self.options.order.next))

    def action_toggle_hidden(self) -> None:
        """Leave out what is minor, or list it again."""
        self.set_options(self.options._replace(hide=not self.options.hide))

    def action_fold_all(self) -> None:
        """Fold all projects."""
        shut = frozenset(project.path for project in self.projects)
        self.set_options(self.options._replace(opened=frozenset(), folds=frozenset(), shut=shut))

    def action_unfold_all(self) -> None:
        """Unfold all projects."""
        opened = frozenset(project.path for project in self.projects)
        self.set_options(self.options._replace(opened=opened, folds=frozenset(), shut=frozenset()))

    def go_to_running(self) -> bool:
        """Select the next running session, those that wait for the user first; return whether any runs."""
        row = self.session_tree.row
        current = row.session.file.name if row is not None and row.session is not None else ""
        found = next_running(self._arranged.projects, current, self._seen)
        if found is not None:
            project, session = found
            self._seen |= {session.running} if session.running is not None else set()
            if not is_unfolded(project, self.options):
                row = Row(RowKind.PROJECT, project, unfolded=False)
                self.options, self._is_asked = toggle(self.options, row), True
                self._show_rows()
            self.session_tree.go_to(session.file.name)
        return found is not None
