from __future__ import annotations

from pathlib import Path

from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.tui.screens.edit_choice import offers
from cc_session_tui.tui.screens.edit_state import State, result

CASE = Path("tests/data/cases/06-orphan-permission-graft-wins-by-timestamp/input")


def test_the_branches_that_a_resume_does_not_take_are_pruned_at_once() -> None:
    draft = Draft.open(next(CASE.glob("*.jsonl")))
    state = State(draft)
    (offer,) = (offer for offer in offers(state, chain_of(draft.index).leaf) if offer.label == "branches not taken")
    pruned = result(offer.change(state)).draft
    assert offer.records == 3
    assert not chain_of(pruned.index).forks
    values = [block.value for block in resumed_blocks(draft.index)]
    assert [block.value for block in resumed_blocks(pruned.index)] == values
