"""The open session grows beside its reader: what is followed, counted and kept."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens import live_session
from cc_session_tui.tui.screens.edit_transcript import EditTranscript
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.review_screen import ReviewScreen
from cc_session_tui.watching.changes import SessionShrunk
from tests.core.transcript.script import Script, use
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.test_live import append_now, opened, replace, watches

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

NAME = "cccccccc-0000-4000-8000-000000000000.jsonl"
MODE = b'{"type":"mode","mode":"plan"}\n'


class Growing:
    """A session in a store of its own, and the script that writes it."""

    def __init__(self, claude_dir: Path, turns: int) -> None:
        self.claude_dir = claude_dir
        self.path = claude_dir / "projects" / "-p" / NAME
        self.path.parent.mkdir(parents=True)
        self.script = Script()
        for turn in range(turns):
            self.script.user(f"prompt {turn}", sessionId=self.path.stem, cwd="/p")
            self.script.reply(f"reply {turn}")
        self.path.write_bytes(b"".join(self.script.lines))

    def add(self, turns: int = 1) -> None:
        """Append turns to the file."""
        before = len(self.script.lines)
        for _ in range(turns):
            self.script.user(f"prompt {self.script.count}")
            self.script.reply(f"reply {self.script.count}")
        append_now(self.path, b"".join(self.script.lines[before:]))

    async def add_and_see(self, run: Browsing, turns: int = 1) -> None:
        """Append turns, and wait until the browser has read them."""
        self.add(turns)
        await self.seen(run)

    async def seen(self, run: Browsing) -> None:
        """Wait until the browser shows the file as it is now."""
        size = self.path.stat().st_size
        await run.until(lambda: run.transcript.view is not None and run.transcript.view.end == size)


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    return Growing(tmp_path / "claude", 30)


def status(run: Browsing) -> str:
    return lines_of(run.browser.query_one("#status"))[0]


async def begun(run: Browsing, growing: Growing) -> None:
    await opened(run, growing.path)
    await run.until(lambda: watches(run, growing.path))


# following


async def test_what_is_new_below_is_said_and_a_click_on_it_goes_there(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        assert "follow" in status(run)
        await run.press("pageup")
        assert "follow" not in status(run)
        await growing.add_and_see(run, 6)
        assert "12 new below" in status(run)
        await run.press("1")
        await run.until(lambda: "6 new below" in status(run))
        await run.press("3")
        await run.until(lambda: "12 new below" in status(run))
        await run.pilot.click("#status", offset=(status(run).index("new below"), 0))
        await run.pilot.pause()
        assert "follow" in status(run)
        assert "new below" not in status(run)
        await growing.add_and_see(run)
        assert "reply 73" in "\n".join(lines_of(run.transcript))


@pytest.mark.parametrize("focus", ["tree", "transcript"])
async def test_a_key_follows_the_open_session_from_the_tree_too(growing: Growing, focus: str) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(120, 20)) as run:
        await begun(run, growing)
        await run.press("g", *(["escape"] if focus == "tree" else []))
        assert (run.focused, run.transcript.follow) == (focus, False)
        await run.press("w")
        assert (run.focused, run.transcript.follow) == (focus, True)
        await growing.add_and_see(run)
        assert "reply 61" in "\n".join(lines_of(run.transcript))
        await run.press("w")
        assert not run.transcript.follow


async def test_where_there_is_room_for_the_tree_alone_the_key_shows_the_transcript(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(80, 20)) as run:
        await begun(run, growing)
        await run.press("escape", "w")
        assert (run.focused, run.transcript.follow) == ("transcript", True)


async def test_who_was_following_comes_back_to_the_end_and_who_was_reading_to_the_place(growing: Growing) -> None:
    other = growing.path.with_name("dddddddd-0000-4000-8000-000000000000.jsonl")
    other.write_bytes(b"".join(growing.script.lines))
    async with browsing(growing.claude_dir, open_session=growing.path, size=(120, 20)) as run:
        await begun(run, growing)
        target = run.reading.target
        assert target is not None
        for follows in (True, False):
            if not follows:
                await run.press("g")
            run.reading.open(target._replace(path=other))
            await run.until_opened(other.name)
            growing.add()
            run.reading.open(target)
            await opened(run, growing.path)
            await growing.seen(run)
            assert run.transcript.follow == follows
            assert (run.transcript.cursor == 0) != follows


# what stays


def forked(growing: Growing) -> None:
    """Go on from the prompt in the middle, in another branch."""
    growing.script.last = "u20"
    growing.add(3)


async def test_a_branch_that_was_chosen_stays_chosen_while_the_other_one_grows(growing: Growing) -> None:
    forked(growing)
    async with browsing(growing.claude_dir, open_session=growing.path, size=(120, 30)) as run:
        await begun(run, growing)
        await run.press("g", "greater_than_sign", "right_square_bracket")
        await run.until(lambda: run.opened and "reply 29" in text(run))
        await growing.add_and_see(run, 2)
        assert "reply 29" in text(run)
        assert "reply 70" not in text(run)


async def test_a_branch_that_was_chosen_and_goes_on_is_shown_to_its_end(growing: Growing) -> None:
    forked(growing)
    async with browsing(growing.claude_dir, open_session=growing.path, size=(120, 30)) as run:
        await begun(run, growing)
        await run.press("g", "greater_than_sign", "right_square_bracket")
        await run.until(lambda: run.opened and "reply 29" in text(run))
        growing.script.last = "u60"  # as a resume of that branch does
        await growing.add_and_see(run)
        assert "reply 67" in text(run)
        await run.press("left_square_bracket")  # and back again to the one that was active
        await run.until(lambda: run.opened and "reply 65" in text(run))


def text(run: Browsing) -> str:
    """All that the view holds."""
    view = run.transcript.view
    return "\n".join(view.text(at) for at in range(len(view))) if view is not None else ""


def marked(run: Browsing) -> set[str]:
    """The texts of the entries that are marked for an edit."""
    view, transcript = run.transcript.view, run.transcript
    assert view is not None
    assert isinstance(transcript, EditTranscript)
    return {view.text(at) for at in range(len(view)) if view.key(at) in transcript.chosen}


async def test_marks_stay_when_the_session_grows_and_when_it_is_rewritten(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await run.press("g", "j", "j", "space", "space")
        assert marked(run) == {"prompt 1", "reply 1"}
        await growing.add_and_see(run)
        assert marked(run) == {"prompt 1", "reply 1"}
        replace(growing.path, MODE + growing.path.read_bytes())
        await run.until(lambda: run.notices)
        await growing.seen(run)
        assert marked(run) == {"prompt 1", "reply 1"}


@pytest.mark.parametrize(("cut", "what"), [(10, "shortened"), (0, "rewritten")])
async def test_a_file_that_is_rewritten_is_read_anew_where_one_was_and_what_was_new_is_still(
    growing: Growing, cut: int, what: str
) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        await run.press("g", *["j"] * 3)
        lines = lines_of(run.transcript)
        await growing.add_and_see(run, 10)
        assert run.transcript.below == 20
        kept = growing.script.lines[: len(growing.script.lines) - cut]
        replace(growing.path, b"".join(kept) if cut else MODE + b"".join(kept))
        await growing.seen(run)
        assert lines_of(run.transcript) == lines
        assert run.transcript.below == 20 - cut
        assert run.notices == [f"The file was {what}, and was read anew."]


async def test_a_file_that_was_shorter_for_a_moment_is_read_anew(
    growing: Growing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        browser = run.browser
        assert isinstance(browser, LiveBrowser)
        monkeypatch.setattr(browser, "_take_changes", lambda _: None)  # told by hand, and of nothing else
        data = growing.path.read_bytes()
        with growing.path.open("r+b") as file:
            file.write(MODE + data)  # longer, and the same file
        browser.take_session_change(SessionShrunk(growing.path, 0))
        browser.grow_soon()
        await growing.seen(run)
        assert run.reading.document is not None
        assert run.reading.document.index.kind_of(0) == "mode"


async def test_a_result_that_comes_to_a_call_on_screen_is_not_new_below(growing: Growing) -> None:
    call = growing.script.reply(use("toolu_1"))
    append_now(growing.path, growing.script.lines[-1])
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        await run.press("k")
        growing.script.result("toolu_1", under=call)
        append_now(growing.path, growing.script.lines[-1])
        await growing.seen(run)
        view = run.transcript.view
        assert view is not None
        assert view.kind(len(view) - 1) is Kind.TOOL_CALL
        assert run.transcript.below == 0


# what waits for what


async def test_keys_do_not_begin_to_read_again_what_is_being_read(
    growing: Growing, monkeypatch: pytest.MonkeyPatch
) -> None:
    growing.add(200)
    gate, begun_reads, really = threading.Event(), [], Document.open.__func__  # type: ignore[attr-defined]

    def waiting(cls: type[Document], /, path: Path, **options: bool) -> Document:
        begun_reads.append(path)
        gate.wait(30)
        document = really(cls, path, **options)
        assert isinstance(document, Document)
        return document

    monkeypatch.setattr(Document, "open", classmethod(waiting))
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await run.until_opened(growing.path.name)
        for key in ("v", "1", "f5", "2"):
            await run.press(key)
            await run.until(lambda: run.opened)
        gate.set()
        await run.until(lambda: run.reading.document is not None and run.reading.document.whole)
        await run.until(lambda: run.opened)
        assert len(begun_reads) == 1


async def test_the_whole_of_a_session_is_looked_at_again_only_in_a_pause(
    growing: Growing, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(
        "cc_session_tui.tui.screens.edit_findings.check", lambda _, its, **__: looked.append(len(its.index))
    )
    monkeypatch.setattr(live_session, "_QUIET_SECONDS", 0.5)
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await run.until(lambda: looked)
        for _ in range(5):
            await growing.add_and_see(run)
        assert looked == [60]
        await run.until(lambda: looked[-1] == 70)
        assert looked == [60, 70]


async def test_a_session_that_never_pauses_is_looked_at_all_the_same(
    growing: Growing, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(
        "cc_session_tui.tui.screens.edit_findings.check", lambda _, its, **__: looked.append(len(its.index))
    )
    monkeypatch.setattr(live_session, "_QUIET_SECONDS", 1000.0)
    monkeypatch.setattr(live_session, "_LONGEST_SECONDS", 0.5)
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await run.until(lambda: looked)
        await growing.add_and_see(run)
        await run.until(lambda: len(looked) > 1)


async def test_a_review_that_is_asked_for_with_the_first_edit_is_shown(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        run.app.simulate_key("x")
        run.app.simulate_key("ctrl+s")
        await run.until(lambda: isinstance(screen_of(run), ReviewScreen))


def screen_of(run: Browsing) -> Screen[object]:
    return run.app.screen
