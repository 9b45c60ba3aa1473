from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.inserting import append, insert, prompt
from cc_session_tui.tui.screens.edit_marks import marks_of
from cc_session_tui.tui.screens.edit_state import Edits, State, edited_by, pruned_by, result

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def draft(real: Path) -> Draft:
    """A session with tool calls."""
    path = next(path for path in real.glob("projects/*/*.jsonl") if b'"tool_use"' in path.read_bytes())
    return Draft.open(path)


def call_row(state: State) -> int:
    """The first row with a tool_use."""
    index = state.draft.index
    return next(row for row in range(len(index)) if any(block.type == "tool_use" for block in index.blocks(row)))


def test_a_pruned_call_takes_its_result_along_and_stays_in_the_draft_that_is_shown(draft: Draft) -> None:
    state = pruned_by(State(draft), [call_row(State(draft))])
    assert state.draft is draft
    types = {draft.index.blocks(row)[block].type for row, block in state.pruned if block >= 0}
    assert types >= {"tool_use", "tool_result"}
    saved = result(state).draft
    assert len(saved.index) < len(draft.index)
    assert resumed_blocks(saved.index)


def test_pruning_again_takes_it_back(draft: Draft) -> None:
    row = call_row(State(draft))
    once = pruned_by(State(draft), [row])
    assert not pruned_by(once, [row]).pruned
    assert result(pruned_by(once, [row])).draft is draft


def test_what_is_pruned_stays_so_when_records_are_inserted_before_it(draft: Draft) -> None:
    state = pruned_by(State(draft), [call_row(State(draft))])
    index = draft.index
    uuids = {index.uuid_of(row) for row, _ in state.pruned}
    first = next(row for row in range(len(index)) if index.kind_of(row) == "user")
    moved = edited_by(state, lambda one: insert(one, [prompt("before all")], first, before=True), "insert")
    assert {moved.draft.index.uuid_of(row) for row, _ in moved.pruned} == uuids
    assert moved.focus in moved.draft.index.rows


def test_marks_tell_new_records_from_changed_and_from_relinked_ones(draft: Draft) -> None:
    index = draft.index
    row = next(row for row in range(len(index)) if index.kind_of(row) == "user")
    state = edited_by(State(draft), lambda one: insert(one, [prompt("before all")], row, before=True), "insert")
    marks = marks_of(index, state)
    assert marks.added == {state.draft.index.rows[state.focus]}
    assert not marks.changed


def test_undo_and_redo_go_all_the_way_and_give_the_old_bytes(draft: Draft) -> None:
    edits = Edits(draft)
    for number in range(3):
        makers = [prompt(f"p{number}")]
        edits.go_to(edited_by(edits.now, partial(append, makers=makers), f"add {number}"))
    assert len(edits) == 3
    assert [edits.undo() for _ in range(4)] == ["add 2", "add 1", "add 0", ""]
    assert b"".join(edits.now.draft.chunks()) == draft.base.path.read_bytes()
    assert [edits.redo() for _ in range(4)] == ["add 0", "add 1", "add 2", ""]
    last = edits.now.draft.index
    texts = [json.dumps(last.record(row)) for row in range(len(last))]
    assert any('"p2"' in text for text in texts)


def test_an_edit_after_an_undo_ends_the_redo(draft: Draft) -> None:
    edits = Edits(draft)
    edits.go_to(pruned_by(edits.now, [call_row(edits.now)]))
    edits.undo()
    assert edits.can_redo
    edits.go_to(edited_by(edits.now, lambda one: append(one, [prompt("other")]), "add"))
    assert not edits.can_redo
