from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.session_tree_filter import LOOSE, best, haystack, score, spans, words

WHERE = haystack("Fix add in app.py", "/home/dev/work/shop", "feature/cart", ["the totals are wrong"], "5f0b6c1e-8a57")


@pytest.mark.parametrize("query", ["fix", "ADD", "app.py", "shop", "cart", "totals", "5f0b", "faia", "add shop wrong"])
def test_a_session_is_found_by_title_path_branch_prompt_id_and_initials(query: str) -> None:
    assert score(words(query), WHERE) > LOOSE


@pytest.mark.parametrize("query", ["fixapp", "fxdd"])
def test_letters_in_order_are_a_loose_match(query: str) -> None:
    assert score(words(query), WHERE) == LOOSE


@pytest.mark.parametrize("query", ["zebra", "fix zebra", "ppa"])
def test_a_word_that_is_nowhere_finds_nothing(query: str) -> None:
    assert score(words(query), WHERE) == 0


def test_a_match_in_the_title_counts_more_than_one_in_a_prompt() -> None:
    in_prompt = haystack("Other", "/x", "", ["please fix it"], "1")
    assert score(words("fix"), WHERE) > score(words("fix"), in_prompt)


def test_loose_matches_are_left_out_where_there_are_better_ones() -> None:
    assert best([LOOSE, 0, 7, LOOSE, 9]) == [4, 2]
    assert best([LOOSE, 0, LOOSE]) == [0, 2]


def test_the_matching_letters_are_told() -> None:
    text = "Fix add in app.py"
    assert [text[a:b] for a, b in spans(words("add py"), text)] == ["add", "py"]
    assert [text[a:b] for a, b in spans(words("faia"), text)] == ["F", "a", "i", "a"]
    assert [text[a:b] for a, b in spans(words("fixapp"), text)] == ["Fix", "a", "pp"]


@given(st.text(max_size=30), st.text(max_size=60))
def test_spans_lie_in_the_text_in_order_and_apart(query: str, text: str) -> None:
    last = -1
    for start, end in spans(words(query), text):
        assert last < start < end <= len(text)
        last = end
