"""Text made safe for a terminal, and measured."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.cli.visible import cells, cut, one_line, padded, visible

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("a\x00b\x7f", "a␀b␡"),
        ("\x9b31m", "⟨U+009B⟩31m"),
        ("half \ud83d", "half \ufffd"),
        ("\u202egnp.exe", "⟨U+202E⟩gnp.exe"),
        ("tab\tand\nnewline", "tab\tand\nnewline"),
        ("windows\r\nline", "windows\nline"),
        ("over\rwritten", "over␍written"),
        ("漢字 😀 [/] [bold]", "漢字 😀 [/] [bold]"),
    ],
)
def test_what_steers_a_terminal_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(text=ANY_TEXT)
def test_no_text_keeps_a_control_character_or_a_surrogate(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert not {char for char in shown if unicodedata.category(char) == "Cc"} - {"\n", "\t"}


@given(text=ANY_TEXT)
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


@given(text=st.text(), width=st.integers(1, 30))
def test_cut_text_fits(text: str, width: int) -> None:
    assert cells(cut(one_line(text), width)) <= width


def test_a_text_that_fits_is_not_cut() -> None:
    assert cut("漢字", 4) == "漢字"
    assert cut("漢字", 3) == "漢…"


def test_wide_and_combining_characters_are_measured() -> None:
    assert cells("漢字😀e\u0301") == 7
    assert padded("漢字", 6) == "漢字  "
