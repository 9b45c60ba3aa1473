from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given

from cc_session_tui.tui.presentation.plain import count_lines, lines_of, one_line, visible
from tests.tui.presentation.looks import any_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x00", "␛[31mred␀"),
        ("\x7f\x85\x9b", "␡⟨U+0085⟩⟨U+009B⟩"),
        ("user\u202etxt.exe", "user⟨RLO⟩txt.exe"),
        ("pass\u200bword\ufeff", "pass⟨ZWSP⟩word⟨BOM⟩"),
        ("half \ud83d", "half ⟨U+D83D⟩"),
        ("hidden \U000e0041", "hidden ⟨U+E0041⟩"),
        ("one\u2028two", "one⟨U+2028⟩two"),
        ("Zoe\u0308 日本語 🎉", "Zoe\u0308 日本語 🎉"),
        ("one\r\ntwo\rthree", "one\ntwo␍three"),
    ],
)
def test_what_a_terminal_would_obey_or_hide_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_joined_emoji_are_shown_in_their_parts_because_terminals_measure_them_differently() -> None:
    assert visible("👩\u200d💻 \u2764\ufe0f 👍🏽") == "👩💻 \u2764 👍🏽"


def test_a_joiner_between_letters_and_a_skin_tone_on_nothing_are_shown() -> None:
    assert visible("ad\u200dmin 🏽") == "ad⟨ZWJ⟩min ⟨U+1F3FD⟩"


@given(any_text)
def test_nothing_invisible_is_left(text: str) -> None:
    left = {unicodedata.category(character) for character in visible(text) if character not in "\n\t"}
    assert not left & {"Cc", "Cs", "Zl", "Zp"}


def test_lines_are_split_at_newlines_only_and_tabs_become_blanks() -> None:
    assert lines_of("a\tb\x0bc\u2028d\nlast\n") == ["a   b␋c⟨U+2028⟩d", "last"]


def test_white_space_is_one_blank_on_one_line() -> None:
    assert one_line("  a\n\n\tb  ") == "a b"


def test_one_line_looks_at_no_more_than_a_line_can_show() -> None:
    assert len(one_line("x" * 1_000_000)) == 1000


@pytest.mark.parametrize(("text", "count"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1)])
def test_a_final_newline_makes_no_line(text: str, count: int) -> None:
    assert count_lines(text) == count
