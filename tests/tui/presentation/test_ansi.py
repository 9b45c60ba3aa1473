from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style

from cc_session_tui.tui.presentation.ansi import output_lines
from cc_session_tui.tui.presentation.plain import visible
from cc_session_tui.tui.presentation.wrap import Spans, text_of
from tests.tui.presentation.looks import PALETTE, any_text

BASE = PALETTE.dim


def lines(text: str) -> list[Spans]:
    return list(output_lines(text, BASE, PALETTE))


def styles(text: str) -> dict[str, Style | None]:
    return {span.text: span.style for line in lines(text) for span in line}


def test_colours_of_a_program_are_the_palettes() -> None:
    found = styles("\x1b[31mred\x1b[0m plain \x1b[1;92mgreen")
    assert found["red"] == BASE + PALETTE.ansi[1]
    assert found[" plain "] == BASE
    assert found["green"] == BASE + PALETTE.ansi[10] + Style(bold=True)


def test_colours_go_on_over_lines_until_they_are_reset() -> None:
    assert styles("\x1b[33mone\ntwo\x1b[39m\nthree") == {
        "one": BASE + PALETTE.ansi[3],
        "two": BASE + PALETTE.ansi[3],
        "three": BASE,
    }


def test_indexed_and_true_colours_are_kept() -> None:
    found = styles("\x1b[38;5;208mindexed\x1b[48;2;1;2;300mtrue\x1b[38;5;1mlow")
    assert found["indexed"] == BASE + Style(color=Color.from_ansi(208))
    assert found["true"] == BASE + Style(color=Color.from_ansi(208), bgcolor=Color.from_rgb(1, 2, 255))
    assert found["low"] == BASE + Style(color=PALETTE.ansi[1].color, bgcolor=Color.from_rgb(1, 2, 255))


def test_marks_are_set_and_reset_one_by_one() -> None:
    found = styles("\x1b[1;3;4;7;9mall\x1b[22;23mless\x1b[mnone")
    assert found["all"] == BASE + Style(bold=True, italic=True, underline=True, reverse=True, strike=True)
    assert found["less"] == BASE + Style(underline=True, reverse=True, strike=True)
    assert found["none"] == BASE


def test_text_on_a_ground_of_its_own_colour_can_be_read() -> None:
    style = styles("\x1b[31;41mhidden")["hidden"]
    assert style is not None
    assert style.color != style.bgcolor


def test_hidden_and_blinking_text_is_plain() -> None:
    assert styles("\x1b[8;5mhere") == {"here": BASE}


def test_every_other_sequence_is_shown() -> None:
    assert [text_of(line) for line in lines("\x1b[2K\x1b]0;title\x07\x1b[31;\x1b[1mx")] == ["␛[2K␛]0;title␇␛[31;x"]


@given(st.lists(st.sampled_from(["38;5", "38;2;9", "48", "0", "999999999999", ";", ":", "1", "97", "107"])), any_text)
def test_any_numbers_are_read_and_no_text_is_lost(numbers: list[str], text: str) -> None:
    text = text.replace("\x1b", "").replace("\t", " ").replace("\r", " ")
    shown = "\n".join("".join(span.text for span in line) for line in lines(f"\x1b[{';'.join(numbers)}m{text}."))
    assert shown == visible(f"{text}.")
