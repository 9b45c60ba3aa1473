"""The middle pane: a title line, and the transcript of one session under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import on
from textual.containers import Vertical
from textual.message import Message

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import View, ViewName
from cc_session_tui.tui.messages import Failed
from cc_session_tui.tui.places import Place, Places
from cc_session_tui.tui.screens.target import Target, heading_of
from cc_session_tui.tui.screens.work import Ticket, in_thread, patiently
from cc_session_tui.tui.widgets.status import Reading
from cc_session_tui.tui.widgets.title import Heading, Title
from cc_session_tui.tui.widgets.transcript import Transcript
from cc_session_tui.tui.widgets.transcript_find_bar import FindBar
from cc_session_tui.tui.widgets.transcript_reading import Surroundings
from cc_session_tui.tui.widgets.transcript_running import RunningTranscript

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.worker import Worker

    from cc_session_tui.core.store.models import Session
    from cc_session_tui.core.transcript.entries import Entry, Key
    from cc_session_tui.tui.screens.setting import Setting


_DAMAGED: Final = "(damaged)"


class Wanted(NamedTuple):
    """How a session is to be shown."""

    view: ViewName = ViewName.HISTORY
    detail: int = 2
    leaf: int | None = None
    """Row of the leaf of the branch to show; None for the active one."""


class ToldTranscript(RunningTranscript):
    """A transcript that tells at once when anything in it moved."""

    def __init__(self, tell: Callable[[], None], surroundings: Surroundings, *, id: str) -> None:
        """A transcript in SURROUNDINGS that calls TELL."""
        super().__init__(surroundings, id=id)
        self._tell_pane = tell

    def moved(self, lines: int = 0) -> None:
        """Paint, and tell."""
        super().moved(lines)
        self._tell_pane()


class ReadingPane(Vertical):
    """Title and transcript; it owns the document and the view on it."""

    @dataclass
    class Read(Message):
        """A document was read, or a view on it was made."""

        target: Target
        document: Document
        view: View
        wanted: Wanted
        damaged: int
        """Damaged lines of the document."""
        is_old: bool = False
        """Whether the document was there before: another may be there by now."""

    @dataclass
    class Whole(Message):
        """The whole of a session was read."""

        target: Target

    class Painted(Message):
        """What was read is on screen, from its end on."""

    def __init__(self, setting: Setting, *, id: str | None = None) -> None:
        """An empty pane in SETTING."""
        super().__init__(id=id)
        self._tell: Callable[[Reading], None] = lambda _: None
        self.target: Target | None = None
        """What is open, or being opened."""
        self.document: Document | None = None
        """What was read of it; None until then."""
        self.wanted = Wanted()
        """How it is to be shown."""
        self._setting = setting
        self._places = Places()
        self._title = Title(id="title")
        self.transcript: RunningTranscript = self.new_transcript()
        """The transcript."""
        self._damaged = 0
        self._anchor: Key | None = None
        self._stand_in: Key | None = None
        self._whole_read: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """Title, transcript; the line in which one says what to find comes with the focus."""
        yield self._title
        yield self.transcript

    def on_mount(self) -> None:
        """Tell of what is found."""
        self.watch(self.transcript, "found", self.tell, init=False)

    def on_descendant_focus(self) -> None:
        """Have the line at hand in which one says what to find, before somebody types into it."""
        self.call_after_refresh(self._add_find_bar)

    def _add_find_bar(self) -> None:
        if not self.query(FindBar):
            self.mount(FindBar(self.transcript, id="find"))

    def new_transcript(self) -> RunningTranscript:
        """The transcript widget."""
        return ToldTranscript(self.tell, self.surroundings, id="transcript")

    @property
    def surroundings(self) -> Surroundings:
        """What the look of the transcript depends on."""
        session = self.target.session if self.target is not None else None
        clock = self._setting.clock()
        return Surroundings(
            home=str(self._setting.home),
            cwd=session.meta.cwd if session is not None else "",
            today=clock.date(),
            zone=clock.tzinfo,
        )

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        view, at = self.transcript.view, self.transcript.cursor
        return view.entry(at) if view is not None and at >= 0 else None

    # opening

    def open(self, target: Target) -> None:
        """Open TARGET: first its end, then the whole."""
        self.keep_place()
        self.target = target
        self.document = None
        place = self._places.of(target.path)
        self.wanted = self.wanted._replace(leaf=place.leaf if place else None)
        self._title.heading = heading_of(target)
        wanted, self._whole_read = self.wanted, None
        in_thread(self, "load", lambda ticket: self._read(ticket, target, wanted, Document.tail))

    def open_at_end(self, target: Target) -> None:
        """Open TARGET at its end, wherever one was in it."""
        self._places.forget(target.path)
        self.open(target)

    def announce(self, text: str) -> None:
        """Have TEXT in the title line, while nothing is open."""
        self._title.heading = Heading(text)

    def keep_place(self) -> None:
        """Remember where one is; who follows the end of a session comes back to its end."""
        key = self.transcript.selected
        if self.target is None or self.document is None or key is None:
            return
        if self.transcript.follow and self.wanted.leaf is None:
            self._places.forget(self.target.path)
        else:
            self._places.keep(self.target.path, Place(key, self.wanted.leaf))

    def know(self, session: Session | None) -> None:
        """Take what the store knows by now of what is open."""
        target = self.target
        if target is None or session is None or session is target.session:
            return
        name = str(target.path)
        subagent = next((agent for agent in session.subagents if agent.file.name == name), None)
        self.target = Target(target.path, session, subagent)
        self._title.heading = heading_of(self.target)
        if target.session is None or target.session.meta.cwd != session.meta.cwd:
            self.transcript.surround(self.surroundings)
        if self.document is not None and self.document.whole:
            self.post_message(self.Whole(self.target))

    def reload(self) -> None:
        """Read what was appended to the file; what was rewritten is read anew. One that is still read is let be."""
        target, document, wanted = self.target, self.document, self.wanted
        if target is None:
            return
        if document is None:
            self.open(target)
        elif document.whole:
            in_thread(self, "load", patiently(lambda ticket: self._extend(ticket, target, document, wanted)))

    @on(Read)
    def _take(self, message: Read) -> None:
        """Show what was read, at the place that was kept, or that is read now."""
        message.stop()
        if self.target is None or self.target.path != message.target.path:
            return
        if message.is_old and message.document is not self.document:
            self.make_view()  # since then the whole was read, or all of it anew
            return
        first = self.document is None
        self.document, self._damaged = message.document, message.damaged
        if message.wanted != self.wanted:
            self.make_view()
            return
        place = self._places.of(message.target.path) if first else None
        self._show(message.view, place.key if place else None, first=first)
        self.tell()
        self.call_after_refresh(self._read_on, message.document)

    # in a thread

    def _read(self, ticket: Ticket, target: Target, wanted: Wanted, how: Callable[..., Document]) -> None:
        """Read TARGET, its end or the whole of it."""
        from cc_session_tui.tui.presentation.markdown_parser import parser  # noqa: PLC0415 - imported here, off the loop

        document = how(target.path, torn=self.shows_torn(target))
        parser()
        ticket.post(_news(target, document, wanted))
        if document.whole:
            document.settle()

    def _extend(self, ticket: Ticket, target: Target, document: Document, wanted: Wanted) -> None:
        """Read what was appended to TARGET since DOCUMENT was read."""
        if document.extend(torn=self.shows_torn(target)):
            _view(ticket, target, document, wanted)

    def shows_torn(self, target: Target) -> bool:
        """Whether a last line of TARGET that has no end is to be shown: while a client is at work, that comes yet."""
        from cc_session_tui.core.store.working import is_written  # noqa: PLC0415 - off the loop

        return not is_written(target.path, self._setting.claude_dir)

    def _show(self, view: View, key: Key | None, *, first: bool) -> None:
        """Show VIEW: FIRST at KEY, else where one is. A view that lacks an entry does not lose the place."""
        selected, follows = self.transcript.selected, self.transcript.follow and not first
        if first:
            self._anchor = key
        elif follows or selected != self._stand_in:
            self._anchor = selected
        self.transcript.show(view, self._anchor if first or self._anchor != selected else None)
        now = self.transcript.selected
        self._stand_in = now if now != self._anchor and not follows else None

    def _read_on(self, document: Document) -> None:
        """Now that the end of DOCUMENT is painted, read the rest."""
        target, wanted = self.target, self.wanted
        if target is None or document is not self.document:
            return
        self.post_message(self.Painted())
        if document.whole:
            self.post_message(self.Whole(target))
        elif self._whole_read is None or self._whole_read.is_finished:
            self._whole_read = in_thread(self, "load", lambda ticket: self._read(ticket, target, wanted, Document.open))

    def tell_moves(self, tell: Callable[[Reading], None]) -> None:
        """Have TELL told what is read, and where, at each move.

        A call and not a message, so that what shows it is painted in the same frame.
        """
        self._tell = tell

    def tell(self) -> None:
        """Say what is read, and where."""
        reading = self.reading
        if reading is not None:
            self._tell(reading)

    @on(Transcript.BranchChosen)
    def _choose_branch(self, message: Transcript.BranchChosen) -> None:
        message.stop()
        self.set_wanted(self.wanted._replace(leaf=message.leaf))

    def has_row(self, row: int) -> bool:
        """Whether there is a record ROW, which a list names that may be older than what is read now; else say so."""
        is_there = self.document is not None and 0 <= row < len(self.document.index)
        if not is_there:
            self.app.notify("That record is gone.", timeout=3)
        return is_there

    def go_to_row(self, row: int) -> None:
        """Select the entry that shows record ROW; in the file view, if no other does."""
        view = self.transcript.view
        if view is not None and len(view) and self.has_row(row):
            at = view.at_row(row)
            if row in view.rows(at):
                self.transcript.move(lambda reader: reader.jump(at))
            else:
                self.app.notify(f"Record {row + 1:,} is not in this view: v shows others.", timeout=3)

    def open_pictures(self) -> None:
        """Open the pictures of the entry under the cursor in the system's viewer."""
        document, entry = self.document, self.entry
        if document is None or entry is None:
            return

        def work(ticket: Ticket) -> None:
            from cc_session_tui.tui.screens.pictures import open_pictures  # noqa: PLC0415 - few ask for it

            if not open_pictures(document.index, entry):
                ticket.post(Failed("There is no picture in this entry."))

        in_thread(self, "pictures", work)

    # views

    def make_view(self) -> None:
        """Make the view that is wanted, off the event loop."""
        target, document, wanted = self.target, self.document, self.wanted
        if target is not None and document is not None:
            in_thread(self, "view", patiently(lambda ticket: _view(ticket, target, document, wanted)))

    def set_wanted(self, wanted: Wanted) -> None:
        """Show the session in another way; the place is kept."""
        if wanted != self.wanted:
            self.wanted = wanted
            self.make_view()
            self.tell()

    @property
    def reading(self) -> Reading | None:
        """What the status line says of it; None while nothing is open."""
        document, view, at = self.document, self.transcript.view, self.transcript.cursor
        if document is None or view is None:
            return None
        index = document.index
        return Reading(
            view=self.wanted.view,
            detail=self.wanted.detail,
            records=len(index),
            hidden=view.hidden,
            row=view.rows(at)[0] if at >= 0 and view.rows(at) else -1,
            follow=self.transcript.follow,
            below=self.transcript.below,
            whole=document.whole,
            find=str(self.transcript.found),
            damaged=self._damaged,
        )


def _view(ticket: Ticket, target: Target, document: Document, wanted: Wanted) -> None:
    news = _news(target, document, wanted)
    news.is_old = True
    ticket.post(news)


def _news(target: Target, document: Document, wanted: Wanted) -> ReadingPane.Read:
    view = document.view(wanted.view, wanted.detail, wanted.leaf if document.whole else None)
    return ReadingPane.Read(target, document, view, wanted, damaged_lines(document))


def damaged_lines(document: Document) -> int:
    """How many lines of DOCUMENT are damaged."""
    index = document.index
    return index.kind.count(index.kinds.index(_DAMAGED)) if _DAMAGED in index.kinds else 0
