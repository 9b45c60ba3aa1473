"""The browser that loses no edits: they are kept outside, asked about on leaving, and offered again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual import on
from textual.message import Message

from cc_session_tui.core.errors import SessionError, WriteError
from cc_session_tui.tui.screens.edit_pane import EditPane
from cc_session_tui.tui.screens.edit_sessions import SessionsBrowser
from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.screens.work import Ticket, in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.tui.screens.edit_keeping import Keeper, Kept
    from cc_session_tui.tui.screens.setting import Setting


_KEPT: Final = "They are kept, and offered at the next start."
_LOST: Final = "They cannot be kept: who leaves now loses them."


class RecoveringBrowser(SessionsBrowser):
    """The screen on which everything happens."""

    @dataclass
    class _Found(Message):
        """What an earlier program kept."""

        keeper: Keeper
        kept: tuple[Kept, ...]

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._keeper: Keeper | None = None
        self._kept: dict[Path, Kept] = {}
        self._is_for_one = open_session is not None

    # what was kept

    @on(TreePane.Settled)
    def _look(self) -> None:
        """Once the tree is there, look what an earlier program kept."""
        claude_dir = self._setting.claude_dir

        def work(ticket: Ticket) -> None:
            from cc_session_tui.tui.screens.edit_keeping import Keeper  # noqa: PLC0415 - in the thread

            keeper = Keeper()
            ticket.post(self._Found(keeper, keeper.list(claude_dir)))

        in_thread(self, "kept", work)

    @on(_Found)
    def _offer_all(self, message: _Found) -> None:
        self._keeper = message.keeper
        self._kept = {kept.path: kept for kept in message.kept if kept.path not in self.reading_pane.edited}
        for path in self.reading_pane.edited:
            self._keep(path)
        if not self._kept:
            return
        self.tree_pane.session_tree.flag(edited=dict.fromkeys(map(str, self._kept), True))
        new = next((kept for kept in self._kept.values() if kept.birth is not None), None)
        if new is not None:
            self._offer(new)
        elif self.reading_pane.target is not None and self.reading_pane.target.path in self._kept:
            self._offer_opened()
        elif self.tree_pane.display and not self._is_for_one:  # else the mark in the tree says it, once that is shown
            count = len(self._kept)
            words = "1 session has" if count == 1 else f"{count:,} sessions have"
            self.notify(f"{words} edits that were not saved (✎): open it to take them up.", markup=False)

    @on(ReadingPane.Whole)
    def _offer_opened(self) -> None:
        """The session that is open was read: offer the edits that were kept of it."""
        target = self.reading_pane.target
        kept = self._kept.get(target.path) if target is not None else None
        if kept is not None and self.app.screen is self:
            self._offer(kept)

    def _offer(self, kept: Kept) -> None:
        del self._kept[kept.path]
        count = f"{kept.number:,} edit{'s' * (kept.number != 1)}"
        what = "a new session" if kept.birth is not None else "this session"
        self._ask(
            "Edits that were not saved",
            [],
            lambda _: self._take_up(kept),
            note=f"There are {count} of {what} from an earlier time. Take them up?\n"
            "esc leaves them for the next start, unless other edits take their place.",
            does="takes them up",
        )

    def _take_up(self, kept: Kept) -> None:
        try:
            edits = kept.edits()
        except (SessionError, KeyError, TypeError, ValueError) as error:
            self.notify(f"They cannot be taken up: {error}. They are in {kept.file}.", severity="error", markup=False)
            return
        if kept.birth is not None:
            self.reading_pane.births[kept.path] = kept.birth
        self.reading_pane.exchange(kept.path, edits)
        if self.reading_pane.target is None or self.reading_pane.target.path != kept.path:
            self.reading_pane.open(Target(kept.path))

    # keeping

    @on(EditPane.Edited)
    def _keep_edits(self, message: EditPane.Edited) -> None:
        self._keep(message.path)

    def _keep(self, path: Path) -> None:
        """Write the edits of PATH down, off the event loop."""
        keeper = self._keeper
        if keeper is None:
            return
        keeper.note(path, self.reading_pane.edited.get(path), self.reading_pane.births.get(path))
        in_thread(self, f"keep {path.name}", lambda _: keeper.keep(path))

    # leaving

    def may_leave(self) -> bool:
        """Whether the program may end now; where there are edits, the user is asked, who ends it."""
        edited, is_kept = self.reading_pane.edited, self._keep_all()
        if not edited or self.app.screen is not self:
            return True
        count = len(edited)
        words = "1 session has" if count == 1 else f"{count:,} sessions have"
        self._ask(
            "Leave?",
            [],
            lambda _: self._leave(),
            note=f"{words} edits that are not saved. {_KEPT if is_kept else _LOST}",
            does="leaves",
        )
        return False

    def _leave(self) -> None:
        self._keep_all()
        self.app.exit()

    def _keep_all(self) -> bool:
        """Write down what a thread may not have written yet, and tell whether all of it is."""
        kept = [self._is_kept(path) for path in self.reading_pane.edited]  # each, also after one that is not
        return all(kept)

    def _is_kept(self, path: Path) -> bool:
        """Whether the edits of PATH are written down now."""
        if self._keeper is None:
            return False
        try:
            self._keeper.keep(path)
        except WriteError:  # why was told when the edit was made
            return False
        return True
