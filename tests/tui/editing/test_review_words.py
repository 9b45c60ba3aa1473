from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.format.index import Index
from cc_session_tui.tui.screens.review_words import words_of
from tests.tui.editing.test_edit_pane import session_of
from tests.tui.presentation.looks import PALETTE

if TYPE_CHECKING:
    from cc_session_tui.demo import Demo


def test_the_input_of_a_call_is_its_most_telling_text_or_json(demo: Demo) -> None:
    calls = [sent for sent in resumed_blocks(Index.open(session_of(demo))) if sent.type == "tool_use"]
    words = {call.value["name"]: words_of(call, PALETTE).text for call in calls}
    assert words["Write"].endswith("cart_store.py")
    assert words["TodoWrite"].startswith('[{"content": "Put the cart behind CartStore", ')
