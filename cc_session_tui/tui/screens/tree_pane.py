"""The left pane: the filter, and the tree of the store under it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from cc_session_tui.tui.commands import TREE_PANE_COMMANDS, bindings
from cc_session_tui.tui.screens.store_reading import StoreRead, StoreReader
from cc_session_tui.tui.screens.work import Ticket, in_thread
from cc_session_tui.tui.widgets.filter import FilterLine
from cc_session_tui.tui.widgets.header import Counts, many
from cc_session_tui.tui.widgets.session_tree import SessionTree
from cc_session_tui.tui.widgets.session_tree_rows import (
    Arranged,
    Folds,
    Haystacks,
    Options,
    RowKind,
    arrange,
    opened_at_start,
    rows_of,
)
from cc_session_tui.tui.widgets.session_tree_sort import Order
from cc_session_tui.tui.widgets.status_parts import NoteLine

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from cc_session_tui.core.store.models import Project, Session
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.tui.screens.target import Target


_MOST_COUNTED: Final = 20 << 20


class TreePane(Vertical):
    """Filter and tree; it owns what the store holds and how it is listed."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(TREE_PANE_COMMANDS)

    @dataclass
    class Counted(Message):
        """How much the store holds."""

        counts: Counts

    class Listed(Message):
        """The lines of the tree are others."""

    @dataclass
    class _Arranged(Message):
        """The sessions were put in order."""

        arranged: Arranged
        options: Options

    def __init__(self, setting: Setting, first: Path | None = None, *, id: str | None = None) -> None:
        """A pane for the store of SETTING; the cursor begins on the session FIRST, or on the newest."""
        super().__init__(id=id)
        self.projects: tuple[Project, ...] = ()
        """What the store holds."""
        self.options = Options()
        """How it is listed."""
        self._setting = setting
        self._first = str(first) if first is not None else ""
        self._reader = StoreReader(setting.claude_dir)
        self._titled = False
        self._counted: set[str] = set()
        self._arranged = Arranged()
        self._haystacks: Haystacks = {}

    def compose(self) -> ComposeResult:
        """Filter, note, tree."""
        yield FilterLine("⌕ filter titles, prompts, paths…", id="filter")
        yield NoteLine(3, id="tree-note")
        yield SessionTree(self._setting.now, str(self._setting.home), id="tree")

    @property
    def session_tree(self) -> SessionTree:
        """The tree."""
        return self.query_one(SessionTree)

    def read(self) -> None:
        """Read the store, from the beginning."""
        in_thread(self, "load", self._reader.read)

    def count(self, target: Target) -> None:
        """Count what is in the session TARGET, unless that is known."""
        session = target.session
        if session is not None and target.subagent is None and not session.meta.complete:
            in_thread(self, "count", lambda ticket: self._reader.count(ticket, [session]))

    def _count_shown(self) -> None:
        """Count what is in the sessions that are listed, so that damage is marked."""
        shown = [
            row.session for row in self.session_tree.rows if row.kind is RowKind.SESSION and row.session is not None
        ]
        wanted = [
            session for session in shown if _is_worth_counting(session) and session.file.name not in self._counted
        ]
        if wanted:
            self._counted.update(session.file.name for session in wanted)
            in_thread(self, "marks", lambda ticket: self._reader.count(ticket, wanted))

    def session_of(self, path: Path) -> Session | None:
        """The session whose file, or a subagent's file, is PATH; None where there is none."""
        name = str(path)
        for project in self.projects:
            for session in project.sessions:
                if name == session.file.name or any(name == subagent.file.name for subagent in session.subagents):
                    return session
        return None

    @on(StoreRead)
    def _take_store(self, message: StoreRead) -> None:
        """Show what was read."""
        message.stop()
        self.projects = message.projects
        if not self._titled:
            self._titled = not message.unread
            self.options = replace(self.options, opened=self.options.opened | opened_at_start(message.projects))
        sessions = sum(len(project.sessions) for project in message.projects)
        self.post_message(self.Counted(Counts(len(message.projects), sessions, len(message.running), message.unread)))
        self._arrange()

    # how it is listed

    def _arrange(self) -> None:
        """Filter and sort, off the event loop; the rows follow."""
        projects, options = self.projects, self.options

        def work(ticket: Ticket) -> None:
            ticket.post(self._Arranged(arrange(projects, options, self._haystacks), options))

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
        tree.show(rows_of(self._arranged, options), options.query, options.order)
        if self._first and tree.select(self._first):
            self._first = ""
        self.query_one(NoteLine).note = note_of(self._arranged, options)
        self.post_message(self.Listed())
        if self._titled:
            self._count_shown()

    def set_options(self, options: Options) -> None:
        """List the sessions in another way."""
        self.options = options
        self._arrange()

    @on(SessionTree.FoldToggled)
    def _fold(self, message: SessionTree.FoldToggled) -> None:
        """Fold or unfold one line."""
        message.stop()
        self.options = replace(self.options, folds=self.options.folds.toggle(message.row.identity))
        self._show_rows()

    @on(Input.Changed, "#filter")
    def _filter(self, message: Input.Changed) -> None:
        """Filter by what was typed; what was folded in the old list does not count in the new one."""
        message.stop()
        was_empty = not self.options.query
        folds = Folds() if message.value and not was_empty else self.options.folds
        self.set_options(replace(self.options, query=message.value, folds=folds))

    @on(FilterLine.Left)
    def _leave_filter(self, message: FilterLine.Left) -> None:
        message.stop()
        self.session_tree.focus()

    def action_filter(self) -> None:
        """Type a filter."""
        self.query_one(FilterLine).focus()

    def action_clear_filter(self) -> None:
        """List everything again."""
        self.query_one(FilterLine).value = ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Clearing the filter is for when there is one."""
        _ = parameters
        return action != "clear_filter" or bool(self.options.query)

    def action_sort(self) -> None:
        """List in the next order."""
        self.set_options(replace(self.options, order=self.options.order.next))

    def action_toggle_hidden(self) -> None:
        """Leave out what is minor, or list it again."""
        self.set_options(replace(self.options, hide=not self.options.hide))

    def action_fold_all(self) -> None:
        """Fold all projects."""
        self.set_options(replace(self.options, opened=frozenset(), folds=Folds()))

    def action_unfold_all(self) -> None:
        """Unfold all projects."""
        opened = frozenset(project.path for project in self.projects)
        self.set_options(replace(self.options, opened=opened, folds=Folds()))


def _is_worth_counting(session: Session) -> bool:
    """Whether SESSION was not read whole yet, and may be without being asked for."""
    return session.known and not session.meta.complete and session.file.size <= _MOST_COUNTED


def note_of(arranged: Arranged, options: Options) -> str:
    """What is to be said of the list: its order where that is not the usual one, and what it leaves out."""
    parts = [f"by {options.order}" if options.order is not Order.ACTIVE else ""]
    parts.append(f"{many(arranged.sessions, 'match', 'matches')}" if options.query else "")
    parts.append(f"{arranged.hidden:,} hidden" if options.hide else "")
    return " · ".join(filter(None, parts))
