from __future__ import annotations

import pytest

from cc_session_tui.core.transcript.entries import Key
from cc_session_tui.tui.widgets.transcript_clicks import Click, click_on
from cc_session_tui.tui.widgets.transcript_folds import Folds

KEY = Key(10, 0)


def test_what_nobody_folded_is_as_its_kind_usually_is() -> None:
    assert Folds().opened(KEY) is None


def test_what_was_folded_one_by_one_wins_over_what_was_folded_before_it() -> None:
    folds = Folds()
    folds.set_all(opened=False)
    folds.set(KEY, opened=True)
    assert folds.opened(KEY) is True
    assert folds.opened(Key(11, 0)) is False


def test_a_fold_can_be_taken_back() -> None:
    folds = Folds()
    folds.set(KEY, opened=False)
    assert folds.one(KEY) is False
    folds.set(KEY, opened=None)
    assert folds.opened(KEY) is None


@pytest.mark.parametrize(
    ("text", "column", "asked"),
    [
        ("▌ ▸ Read app.py      ✓ 3 lines ", 2, Click.FOLD),
        ("▌ ▾ Read app.py      ✓ 3 lines ", 3, Click.FOLD),
        ("▌ ▸ Read app.py      ✓ 3 lines ", 9, Click.SELECT),
        ("▌   … 3,120 more lines         ", 9, Click.MORE),
        ("▌ ◐ Agent Explore · look around   running 14s  ↵ open ", 12, Click.SELECT),
        ("▌ ◐ Agent Explore · look around   running 14s  ↵ open ", 50, Click.OPEN),
        ("⑂ 2 branches here   [ ] switch ", 22, Click.OPEN),
        ("", 0, Click.SELECT),
        ("▌ a text ▸ with a mark", 9, Click.SELECT),
    ],
)
def test_a_click_asks_for_what_stands_there(text: str, column: int, asked: Click) -> None:
    assert click_on(text, column) is asked
