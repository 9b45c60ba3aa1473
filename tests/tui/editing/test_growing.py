"""Edits of a session whose file changes under them."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.inserting import append, prompt
from cc_session_tui.core.editing.edits.replacing import replace_text
from cc_session_tui.core.editing.stamp import Stamp
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.edit_fates import Fate, Growth, words_of
from cc_session_tui.tui.screens.edit_growing import grow
from cc_session_tui.tui.screens.edit_marks import Mark
from cc_session_tui.tui.screens.edit_saving import Saved, save_edits
from cc_session_tui.tui.screens.edit_state import Edits, edited_by, pruned_by, result
from cc_session_tui.tui.screens.edit_work import Step
from cc_session_tui.tui.screens.review_screen import Decision, ReviewScreen, Way
from tests.core.transcript.script import use
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.editing.test_edit_pane import edits, go_to, marked
from tests.tui.test_live import append_now, replace
from tests.tui.test_live_following import MODE, Growing, begun

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    return Growing(tmp_path / "claude", 10)


def edited(growing: Growing) -> Edits:
    """Edits of the session: the first reply pruned, the first prompt reworded."""
    edits = Edits(Draft.open_copy(growing.path))
    edits.go_to(pruned_by(edits.now, [1]))
    edits.go_to(edited_by(edits.now, lambda draft: replace_text(draft, 0, "reworded"), "reword"))
    return edits


def saved_text(edits: Edits) -> bytes:
    return b"".join(result(edits.now).draft.chunks())


class Post:
    """What a thread posts."""

    def __init__(self) -> None:
        self.messages: list[object] = []
        self.valid = True

    def post(self, message: object) -> None:
        self.messages.append(message)


# the edits


def test_what_is_added_to_the_file_stands_below_the_edits_and_undo_is_as_it_was(growing: Growing) -> None:
    before = edited(growing)
    growing.add(2)
    growth = grow(before)
    assert (growth.fate, growth.records) == (Fate.GROWN, 4)
    now = growth.edits
    assert b"reworded" in saved_text(now)
    assert b"reply 23" in saved_text(now)
    assert now.undo() == "reword"
    assert now.undo() == "prune"
    assert saved_text(now) == growing.path.read_bytes()
    assert not now.now.draft.is_edited
    assert now.redo() == "prune"
    assert b'"reply 0"' not in saved_text(now)
    assert grow(now).fate is Fate.NONE


def test_a_result_that_comes_for_a_pruned_call_goes_with_it(growing: Growing) -> None:
    call = growing.script.reply(use("toolu_1"))
    append_now(growing.path, growing.script.lines[-1])
    edits = Edits(Draft.open_copy(growing.path))
    edits.go_to(pruned_by(edits.now, [20]))
    growing.script.result("toolu_1", under=call)
    growing.script.reply("done")
    append_now(growing.path, b"".join(growing.script.lines[-2:]))
    now = grow(edits).edits
    assert b"toolu_1" not in saved_text(now)
    assert b"done" in saved_text(now)


def test_records_added_to_both_are_kept_apart_and_counted(growing: Growing) -> None:
    edits = edited(growing)
    edits.go_to(edited_by(edits.now, partial(append, makers=[prompt("mine")]), "add"))
    growing.add(2)
    growth = grow(edits)
    assert (growth.fate, growth.records, growth.edits) == (Fate.APART, 4, edits)
    assert b"mine" in saved_text(edits)
    assert b"reply 23" not in saved_text(edits)


def test_a_line_that_has_only_begun_keeps_nothing_apart(growing: Growing) -> None:
    edits = edited(growing)
    edits.go_to(edited_by(edits.now, partial(append, makers=[prompt("mine")]), "add"))
    append_now(growing.path, b'{"type":')
    growth = grow(edits)
    assert (growth.fate, growth.edits, words_of(growth)) == (Fate.NONE, edits, "")
    append_now(growing.path, b'"x"}\n')
    assert (grow(edits).fate, grow(edits).records) == (Fate.APART, 1)


def test_an_edit_of_a_line_that_is_still_being_written_is_kept_apart(growing: Growing) -> None:
    growing.script.reply("a long reply that is being written")
    line = growing.script.lines[-1]
    append_now(growing.path, line[:-1])
    edits = Edits(Draft.open_copy(growing.path))
    edits.go_to(edited_by(edits.now, lambda draft: replace_text(draft, 20, "cut"), "cut"))
    append_now(growing.path, b"\n")
    growing.add()
    assert grow(edits).fate is Fate.APART


@pytest.mark.parametrize("how", ["truncated", "rewritten", "replaced", "gone", "longer"])
def test_a_file_that_is_changed_otherwise_takes_nothing_from_the_edits(growing: Growing, how: str) -> None:
    edits = edited(growing)
    before, data = saved_text(edits), growing.path.read_bytes()
    match how:
        case "truncated":
            os.truncate(growing.path, len(data) // 2)
        case "rewritten":
            growing.path.write_bytes(data.replace(b"reply 9", b"REPLY 9"))
        case "replaced":
            replace(growing.path, MODE + data)
        case "gone":
            growing.path.unlink()
        case _:
            growing.path.write_bytes(MODE + data)
    growth = grow(edits)
    assert growth.fate in {Fate.SHORTENED, Fate.REWRITTEN, Fate.GONE}
    assert growth.is_safe
    assert saved_text(growth.edits) == before
    posted = Post()
    decision = Decision(Way.AS_NEW, result(edits.now).draft)
    save_edits(posted, growing.path, growing.claude_dir, edits, decision)  # type: ignore[arg-type]
    (saved,) = posted.messages
    assert isinstance(saved, Saved)
    assert saved.new is not None
    assert b"reworded" in saved.new.read_bytes()


def test_a_big_file_that_was_shortened_is_said_to_be_lost(growing: Growing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cc_session_tui.core.editing.copied._MOST_COPIED", 10)
    edits = edited(growing)
    os.truncate(growing.path, 100)
    growth = grow(edits)
    assert (growth.fate, growth.is_safe) == (Fate.SHORTENED, False)


def test_edits_that_grew_are_not_saved_over_a_file_that_was_changed_at_its_beginning(growing: Growing) -> None:
    growing.add(600)
    edits = edited(growing)
    data = growing.path.read_bytes()
    growing.script.user("last")
    with growing.path.open("r+b") as file:
        file.write(data[:200].replace(b"prompt", b"PROMPT"))
    append_now(growing.path, growing.script.lines[-1])
    now = grow(edits).edits
    assert now.is_grown
    before = growing.path.read_bytes()
    posted = Post()
    save_edits(posted, growing.path, growing.claude_dir, now, Decision(Way.IN_PLACE))  # type: ignore[arg-type]
    assert not any(isinstance(message, Saved) for message in posted.messages)
    assert growing.path.read_bytes() == before


# the browser


def adding(words: str) -> Step:
    """The step that adds a prompt."""
    return Step(lambda state: edited_by(state, partial(append, makers=[prompt(words)]), "add"))


async def pruned(run: Browsing) -> None:
    """Prune the last reply."""
    await go_to(run, Kind.REPLY)
    await run.press("x")
    await run.until(lambda: edits(run) == 1)


async def draft_seen(run: Browsing, growing: Growing) -> None:
    """Wait until the draft shows all that the file has."""
    size = growing.path.stat().st_size
    await run.until(lambda: run.transcript.view is not None and run.transcript.view.end == size)


async def test_a_session_with_edits_grows_on_screen_below_them_and_that_is_said_once(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        await pruned(run)
        await run.press("g", "space")
        for _ in range(3):
            growing.add()
            await draft_seen(run, growing)
        assert run.transcript.below == 6
        assert marked(run) == [Mark.PRUNED]
        assert getattr(run.transcript, "chosen", None)
        assert [notice for notice in run.notices if "grew" in notice] == [
            "The file grew by 2 records: they stand below your edits, which are kept."
        ]
        await run.press("w")
        assert "reply 25" in "\n".join(lines_of(run.transcript))
        await run.press("u")
        await run.until(lambda: not marked(run))
        assert edits(run) == 0
        assert "reply 25" in "\n".join(lines_of(run.transcript))


async def test_a_line_that_has_only_begun_below_edits_is_not_told_of_until_it_is_whole(growing: Growing) -> None:
    growing.script.reply("whole now")
    line = growing.script.lines[-1]
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        await pruned(run)
        pane = run.browser.reading_pane
        append_now(growing.path, line[:40])
        await run.until(lambda: pane.edits and pane.edits.base.seen == Stamp.of(growing.path))
        assert not run.notices
        append_now(growing.path, line[40:])
        await run.until(lambda: run.notices)
        assert run.notices == ["The file grew by 1 record: it stands below your edits, which are kept."]


def test_one_record_is_told_of_as_one(growing: Growing) -> None:
    edits = Edits(Draft.open_copy(growing.path))
    words = words_of(Growth(Fate.GROWN, edits, 1))
    assert words == "The file grew by 1 record: it stands below your edits, which are kept."
    assert "1 record: it is not in" in words_of(Growth(Fate.APART, edits, 1))


async def test_what_grew_is_saved_with_the_edits(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await pruned(run)
        growing.add()
        await draft_seen(run, growing)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen))
        await run.until(lambda: any("untouched" in line for line in lines_of(run.app.screen.query_one("#review-text"))))
        await run.press("w")
        await run.until(lambda: any("backup" in notice for notice in run.notices))
    text = growing.path.read_bytes()
    assert b"reply 21" in text
    assert b"reply 9" not in text


async def test_a_session_that_grows_while_its_edits_are_reviewed_is_shown_when_that_is_over(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await pruned(run)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen))
        growing.add()
        await run.press("escape")
        await draft_seen(run, growing)


def review_of(run: Browsing) -> str:
    """What the review says, and its notes."""
    return "\n".join(
        line for part in ("text", "notes") for line in lines_of(run.app.screen.query_one(f"#review-{part}"))
    )


def in_sight(run: Browsing) -> str:
    """What is on the screen."""
    return "\n".join(strip.text for strip in run.app.screen._compositor.render_strips())


def says(run: Browsing, words: str) -> bool:
    """Whether the review says WORDS."""
    return words in review_of(run)


async def test_a_review_is_made_anew_of_edits_that_grow_while_it_is_read(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(100, 20)) as run:
        await begun(run, growing)
        await pruned(run)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen))
        scroll = run.app.screen.query_one("#review-scroll")
        for _ in range(3):
            size = len(growing.path.read_bytes().splitlines())
            await run.until(partial(says, run, f"{size} → {size - 1} lines"))
            growing.add()
        await run.press("pagedown")
        place = scroll.scroll_offset
        size += 2
        await run.until(partial(says, run, f"{size} → {size - 1} lines"))
        assert scroll.scroll_offset == place != (0, 0)
        assert "meanwhile" not in review_of(run)


async def test_a_review_says_how_many_records_are_only_in_the_file(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        run.browser.reading_pane.step(adding("mine"))
        await run.until(lambda: edits(run) == 1)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen) and "it resumes" in review_of(run))
        assert "meanwhile" not in review_of(run)
        for count in (2, 4):
            growing.add()
            await run.until(partial(says, run, f"● {count} records came meanwhile: they are not in what is saved."))
        assert "it resumes" in review_of(run)


async def test_records_that_are_only_in_the_file_are_told_and_counted_in_the_status_line(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        run.browser.reading_pane.step(adding("mine"))
        await run.until(lambda: edits(run) == 1)
        growing.add(2)
        status = run.browser.query_one("#status")
        await run.until(lambda: "4 only in the file" in lines_of(status)[0])
        growing.add()
        await run.until(lambda: "6 only in the file" in lines_of(status)[0])
        assert len([notice for notice in run.notices if "not in the edited session" in notice]) == 1
        await run.press("u")
        await draft_seen(run, growing)
        assert "only in the file" not in lines_of(status)[0]


async def test_a_file_that_is_shortened_under_edits_is_told_and_the_edits_are_saved_as_a_new_session(
    growing: Growing,
) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        await pruned(run)
        os.truncate(growing.path, growing.path.stat().st_size // 2)
        status = run.browser.query_one("#status")
        await run.until(lambda: "file shortened" in lines_of(status)[0])
        assert any("shortened under your edits" in notice for notice in run.notices)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen))
        await run.until(lambda: any("untouched" in line for line in lines_of(run.app.screen.query_one("#review-text"))))
        await run.press("s")
        await run.until(lambda: run.opened and run.opened != growing.path.name)
    (new,) = [path for path in growing.path.parent.glob("*.jsonl") if path != growing.path]
    assert b"reply 8" in new.read_bytes()
    assert b"reply 9" not in new.read_bytes()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_review_says_in_sight_what_became_of_the_file_and_that_it_is_back(
    growing: Growing, size: tuple[int, int]
) -> None:
    data = growing.path.read_bytes()
    async with browsing(growing.claude_dir, open_session=growing.path, size=size) as run:
        await begun(run, growing)
        await pruned(run)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen) and "untouched" in review_of(run))
        scroll = run.app.screen.query_one("#review-scroll")
        assert scroll.region.bottom == run.app.screen.query_one("#review-buttons").region.y - 1
        os.truncate(growing.path, len(data) // 2)
        await run.until(lambda: "● the file was shortened: the edits stand on what it held" in in_sight(run))
        await run.press("pagedown")
        assert "● the file was shortened" in in_sight(run)
        assert not any("under your edits" in notice for notice in run.notices)
        await run.press("w")
        await run.until(lambda: any("can only be saved as a new session" in notice for notice in run.notices))
        assert isinstance(run.app.screen, ReviewScreen)
        growing.path.unlink()
        await run.until(lambda: "● the file is gone: the edits stand on what it held" in in_sight(run))
        growing.path.write_bytes(data)
        await run.until(lambda: "●" not in in_sight(run))
        await run.press("w")
        await run.until(lambda: edits(run) == 0)


async def test_what_is_told_in_a_review_covers_neither_its_totals_nor_its_notes(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path, size=(80, 24)) as run:
        await begun(run, growing)
        await pruned(run)
        await run.press("ctrl+s")
        await run.until(lambda: isinstance(run.app.screen, ReviewScreen) and "untouched" in review_of(run))
        os.truncate(growing.path, growing.path.stat().st_size // 2)
        await run.until(lambda: "file was shortened" in in_sight(run))
        run.app.notify("A word on what has happened. " * 3)
        await run.until(lambda: run.app.screen.query("Toast") and run.app.screen.query_one("Toast").region)
        toast, notes = run.app.screen.query_one("Toast").region, run.app.screen.query_one("#review-notes").region
        assert toast.y > 3
        assert toast.bottom < notes.y


async def test_edits_taken_up_again_go_onto_a_file_that_grew_meanwhile(growing: Growing) -> None:
    async with browsing(growing.claude_dir, open_session=growing.path) as run:
        await begun(run, growing)
        before = edited(growing)
        growing.add()
        run.browser.reading_pane.exchange(growing.path, before)
        await draft_seen(run, growing)
        assert edits(run) == 2
