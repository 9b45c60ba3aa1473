from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.plain import visible
from cc_session_tui.tui.presentation.wrap import NARROW, cut, fold, text_of, width_of, wrap
from tests.tui.presentation.looks import any_text

BOLD = Style(bold=True)
widths = st.integers(2, 60)


def wrapped(text: str, width: int) -> list[str]:
    return [text_of(line) for line in wrap([Segment(text)], width)]


def folded(text: str, width: int) -> list[str]:
    return [text_of(line) for line in fold([Segment(text)], width)]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("the   quick", 5, ["the", "quick"]),
        ("    indented text here", 16, ["    indented", "text here"]),
        ("abcdefghij klm", 4, ["abcd", "efgh", "ij", "klm"]),
        ("exactly ten", 7, ["exactly", "ten"]),
        ("日本語のテキスト", 6, ["日本語", "のテキ", "スト"]),
        ("終わり。次", 6, ["終わ", "り。次"]),
        ("emoji 🎉🎉🎉 end", 8, ["emoji 🎉", "🎉🎉 end"]),
        ("größe — “x” und so", 11, ["größe — “x”", "und so"]),
        ("", 5, [""]),
    ],
)
def test_text_is_broken_at_blanks_and_between_wide_characters(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_code_is_folded_where_the_line_is_full() -> None:
    assert folded("a bc def", 3) == ["a b", "c d", "ef"]
    assert folded("a日本b", 3) == ["a日", "本b"]


def test_styles_go_on_over_a_break() -> None:
    spans = [Segment("plain "), Segment("bold words", BOLD), Segment(" end")]
    assert list(wrap(spans, 11)) == [
        [Segment("plain "), Segment("bold", BOLD)],
        [Segment("words", BOLD), Segment(" end")],
    ]


@given(any_text, widths)
def test_no_line_is_too_wide_and_no_letter_is_lost(text: str, width: int) -> None:
    text = visible(text).replace("\n", " ").replace("\t", " ")
    for lines in (wrapped(text, width), folded(text, width)):
        assert all(cell_len(line) <= width for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(any_text, min_size=1, max_size=4), widths)
def test_pieces_break_as_their_joined_text_does(parts: list[str], width: int) -> None:
    shown = [visible(part).replace("\n", " ").replace("\t", " ") for part in parts]
    spans = [Segment(part) for part in shown]
    assert [text_of(line) if line else "" for line in wrap(spans, width)] == wrapped("".join(shown), width)


@given(any_text, st.integers(0, 40))
def test_what_is_cut_fits_and_ends_with_an_ellipsis(text: str, width: int) -> None:
    spans = [Segment(visible(text).replace("\n", " ").replace("\t", " "))]
    kept = cut(spans, width)
    assert width_of(kept) <= width
    assert kept == spans or not kept or kept[-1].text == "…"


def test_each_character_that_is_taken_as_narrow_is_one_cell() -> None:
    narrow = [chr(code) for code in range(sys.maxunicode + 1) if NARROW.fullmatch(chr(code))]
    assert len(narrow) > 1000
    assert {cell_len(character) for character in narrow} == {1}
