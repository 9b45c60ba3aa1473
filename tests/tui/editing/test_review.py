from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from rich.console import Console
from textual.color import Color

from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.comparing import Change
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.inserting import append, prompt
from cc_session_tui.core.editing.edits.replacing import replace_text
from cc_session_tui.core.editing.repairs import mend
from cc_session_tui.core.editing.saving import save
from cc_session_tui.tui.presentation.palette import contrast
from cc_session_tui.tui.presentation.themes import THEMES
from cc_session_tui.tui.presentation.words import size_words
from cc_session_tui.tui.screens.edit_growing import rebased
from cc_session_tui.tui.screens.edit_state import Edits, edited_by, pruned_by, result
from cc_session_tui.tui.screens.review import reviewed
from cc_session_tui.tui.screens.review_screen import ReviewButtons
from cc_session_tui.tui.screens.review_text import _file_line, conversation_lines, note_lines
from tests.tui.presentation.looks import PALETTE, palette_of

if TYPE_CHECKING:
    from pathlib import Path

    from textual.theme import Theme

    from cc_session_tui.demo import Demo
    from cc_session_tui.tui.screens.edit_state import State


@pytest.fixture
def edits(real: Path) -> Edits:
    """The session with the most tool calls that a resume sends, not edited."""
    drafts = map(Draft.open, sorted(real.glob("projects/*/*.jsonl")))
    return Edits(max(drafts, key=lambda draft: sum(sent.type == "tool_use" for sent in resumed_blocks(draft.index))))


def row_of(state: State, type_: str) -> int:
    """The last row of which a resume sends a block of TYPE_."""
    return max(sent.row for sent in resumed_blocks(state.draft.index) if sent.type == type_)


def pruned(edits: Edits) -> Edits:
    edits.go_to(pruned_by(edits.now, [row_of(edits.now, "tool_use")]))
    return edits


def test_a_pruned_call_and_its_result_are_shown_as_going_and_the_rest_as_kept(edits: Edits) -> None:
    found = reviewed(pruned(edits))
    gone = {said.before.type for said in found.talk.blocks if said.change is Change.PRUNED and said.before}
    assert gone >= {"tool_use", "tool_result"}
    assert any(said.change is Change.KEPT for said in found.talk.blocks)
    assert found.talk.after < found.talk.before
    assert found.core.resumes


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_stands_at_the_right_can_be_read_on_the_grounds_of_what_goes_and_comes(edits: Edits, theme: Theme) -> None:
    palette = palette_of(theme)
    lines = list(conversation_lines(reviewed(pruned(edits)).talk, palette, 100))
    notes = [line for line in lines if "pruned · " in line.plain]
    assert notes
    console = Console(width=100)
    for line in notes:
        *_, last = (segment for segment in line.render(console) if "pruned" in segment.text)
        assert last.style is not None
        assert contrast(Color.from_rich_color(last.style.color), Color.from_rich_color(last.style.bgcolor)) >= 4.5


def test_the_lines_are_counted_and_every_other_line_is_in_the_file_that_is_saved(edits: Edits) -> None:
    found = reviewed(pruned(edits))
    lines = found.core.lines
    assert found.size[1] == found.size[0] - len(lines.dropped) + len(lines.added)
    old = [edits.base.index.raw(row) for row in range(len(edits.base.index))]
    new = {found.draft.index.raw(row) for row in range(len(found.draft.index))}
    assert sum(1 for line in old if line in new) == lines.untouched


def test_a_new_text_is_a_change_of_one_block_and_of_one_line(edits: Edits) -> None:
    row = next(sent.row for sent in resumed_blocks(edits.base.index) if sent.role == "user" and sent.type == "text")
    edits.go_to(edited_by(edits.now, partial(replace_text, row=row, text="Another prompt"), "edit"))
    found = reviewed(edits)
    changes = [said.change for said in found.talk.blocks]
    assert changes.count(Change.CHANGED) == 1
    assert set(changes) == {Change.KEPT, Change.CHANGED}
    (words,) = found.changed
    assert words.endswith(" content")


def test_what_was_mended_is_counted_as_often_as_it_was_wrong(edits: Edits) -> None:
    path = edits.base.base.path
    path.write_bytes(b"[1]\n" + path.read_bytes() + b"[2]\n")
    damaged = Edits(Draft.open(path))
    damaged.go_to(edited_by(damaged.now, lambda draft: mend(draft).draft, "mend"))
    assert reviewed(damaged).mended.count("a line that is no record") == 2


def test_pruning_everything_is_told_to_leave_nothing_to_resume(edits: Edits) -> None:
    edits.go_to(pruned_by(edits.now, range(len(edits.base.index))))
    assert not reviewed(edits).core.resumes


def test_prunes_go_onto_a_file_that_grew_and_what_was_added_is_kept(edits: Edits) -> None:
    path = edits.base.base.path
    pruned(edits)
    save(edited_by(Edits(Draft.open(path)).now, partial(append, makers=[prompt("typed meanwhile")]), "").draft)
    moved = rebased(edits)
    assert moved is not None
    assert len(moved) == 1
    saved = result(moved.now).draft
    assert b"typed meanwhile" in b"".join(saved.chunks())
    assert len(saved.index) < len(moved.base.index)
    save(saved)
    assert b"typed meanwhile" in path.read_bytes()


def test_a_prompt_added_here_and_one_added_there_do_not_go_together(edits: Edits) -> None:
    path = edits.base.base.path
    edits.go_to(edited_by(edits.now, partial(append, makers=[prompt("mine")]), "add"))
    save(edited_by(Edits(Draft.open(path)).now, partial(append, makers=[prompt("theirs")]), "").draft)
    assert rebased(edits) is None


def test_a_file_that_was_rewritten_takes_no_edits(edits: Edits) -> None:
    path = edits.base.base.path
    pruned(edits)
    path.write_bytes(b"{}\n" + path.read_bytes())
    assert rebased(edits) is None


def test_a_prune_before_the_last_compaction_is_told_to_free_disk_and_not_context(demo: Demo) -> None:
    draft = Draft.open(next(demo.claude_dir.glob("projects/*/5f0b6c1e-*.jsonl")))
    (boundary, *_) = [row for row in range(len(draft.index)) if draft.index.kind_of(row) == "system/compact_boundary"]
    for row, is_said in ((row_before(draft, boundary), True), (row_of(Edits(draft).now, "text"), False)):
        edits = Edits(draft)
        edits.go_to(pruned_by(edits.now, [row]))
        notes = reviewed(edits).notes
        assert any("frees disk" in note and "not context" in note for note in notes) == is_said


def test_a_record_that_only_hangs_elsewhere_is_not_counted_as_pruned(demo: Demo) -> None:
    draft = Draft.open(next(demo.claude_dir.glob("projects/*/5f0b6c1e-*.jsonl")))
    edits = Edits(draft)
    root = chain_of(draft.index).rows[0]
    edits.go_to(pruned_by(edits.now, [root]))
    (note,) = (note for note in reviewed(edits).notes if "frees disk" in note)
    assert note.startswith("1 record before")
    assert size_words(draft.index.length[root]) in note


def test_a_large_count_of_lines_is_kept_apart_from_what_follows() -> None:
    line = _file_line("untouched", 60_784, "byte for byte", PALETTE, 80)
    assert line.plain.split() == ["untouched", "60,784", "lines", "byte", "for", "byte"]


def row_before(draft: Draft, boundary: int) -> int:
    """The last reply above the compact BOUNDARY."""
    return max(row for row in range(boundary) if draft.index.kind_of(row) == "assistant")


def test_a_long_note_goes_on_under_its_text() -> None:
    words = "the session is running, and " * 8 + "can only be saved as a new one"
    first, *lines = [line.plain for line in note_lines([words], PALETTE, 60)]
    assert first.startswith("   ● ")
    assert len(lines) > 1
    assert all(line.startswith("     ") and len(line) <= 60 for line in lines)
    assert " ".join(line.removeprefix("   ● ").strip() for line in (first, *lines)) == words


@pytest.mark.parametrize("how", ["shortened", "rewritten", "gone", "grown"])
def test_a_file_that_does_not_hold_any_more_what_was_edited_is_not_to_be_saved_in_place(edits: Edits, how: str) -> None:
    path = edits.base.base.path
    edits = pruned(Edits(Draft.open_copy(path)))
    assert not reviewed(edits).refusal
    match how:
        case "shortened":
            path.write_bytes(path.read_bytes()[:100])
        case "rewritten":
            path.write_bytes(b"{}\n" + path.read_bytes())
        case "gone":
            path.unlink()
        case _:
            path.write_bytes(path.read_bytes() + b"{}\n")
    found = reviewed(edits)
    assert (how in found.refusal) == (how != "grown") == bool(found.refusal)
    assert any("came meanwhile" in note for note in found.notes) == (how == "grown")


@pytest.mark.parametrize("in_place", [True, False])
def test_a_new_session_is_the_way_that_stands_out(in_place: bool) -> None:
    parts = [part for part in ReviewButtons(in_place=in_place).left(PALETTE) if part.action]
    assert [part.action for part in parts if part.style == PALETTE.find_current] == ["screen.save_new"]
