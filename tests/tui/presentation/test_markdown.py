from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.markdown import markdown
from tests.tui.presentation.looks import PALETTE, any_text, words


def shown(text: str, width: int = 60) -> list[str]:
    return words(markdown(text, width, PALETTE))


def spans(text: str) -> list[Segment]:
    return [span for line in markdown(text, 60, PALETTE) for span in (*line.spans, *line.body)]


def style(text: str, word: str) -> Style | None:
    return next(span.style for span in spans(text) if span.text == word)


def test_plain_text_keeps_its_lines_and_blank_lines() -> None:
    assert shown("\none\n\n  two\n\n\nthree\n") == ["one", "", "  two", "", "", "three"]


def test_emphasis_and_code_lose_their_marks_and_get_their_styles() -> None:
    text = "a **bold**, *slanted*, ~~gone~~ and `code *x*`"
    assert shown(text) == ["a bold, slanted, gone and code *x*"]
    assert style(text, "bold") == PALETTE.text + Style(bold=True)
    assert style(text, "slanted") == PALETTE.text + Style(italic=True)
    assert style(text, "gone") == PALETTE.text + Style(strike=True)
    assert style(text, "code *x*") == PALETTE.text + PALETTE.code


def test_a_link_says_where_it_goes_unless_its_text_does() -> None:
    text = "[guide](https://e.org/文?q=[/]) <https://e.org> <me@e.org>"
    assert shown(text) == ["guide (https://e.org/文?q=[/]) https://e.org me@e.org"]
    assert style(text, "guide") == PALETTE.text + PALETTE.code + Style(underline=True)


def test_no_link_becomes_an_escape_sequence() -> None:
    assert all(span.style is None or span.style.link is None for span in spans("[a](https://e.org)"))


def test_an_image_is_named() -> None:
    assert shown("![a cat](cat.png)") == ["▣ a cat (cat.png)"]


def test_a_heading_keeps_its_level() -> None:
    assert shown("# One\n\n### Three\n\nSetext\n---") == ["# One", "", "### Three", "", "## Setext"]
    assert style("# One", "One") == PALETTE.strong


def test_lists_are_indented_below_their_marks() -> None:
    text = "9. nine\n10. ten goes on and on\n    - inner\n\n- [ ] open\n- [x] done"
    assert shown(text, 18) == ["9. nine", "10. ten goes on", "    and on", "    • inner", "", "☐ open", "☑ done"]


def test_a_list_item_holds_blocks() -> None:
    assert shown("- text\n\n  ```\n  code\n  ```\n\n- next") == ["• text", "", "     code", "", "• next"]


def test_a_quote_has_a_bar_on_each_line() -> None:
    assert shown("> one\n> two\n>\n> > three") == ["▎ one", "▎ two", "▎", "▎ ▎ three"]


def test_a_fence_is_code_on_its_own_ground() -> None:
    lines = list(markdown("```python\ndef f():\n\treturn 1\n```", 60, PALETTE))
    assert words(lines) == ["   def f():", "       return 1"]
    assert {line.fill for line in lines} == {PALETTE.fence}
    assert lines[0].body[1] == Segment("def", PALETTE.person)


def test_an_unclosed_fence_shows_its_code() -> None:
    assert shown("```\ncode **x**") == ["   code **x**"]


def test_long_code_is_folded() -> None:
    assert shown("```\n" + "x" * 12 + "\n```", 12) == ["   xxxxxxxx", "   xxxx"]


def test_a_table_is_aligned_by_cells() -> None:
    text = "| name | n |\n|---|--:|\n| 日本 | 1 |\n| ab | 10 |"
    assert shown(text) == ["name │  n", "─────┼───", "日本 │  1", "ab   │ 10"]


def test_a_table_that_is_too_wide_narrows_its_widest_columns() -> None:
    text = "| a | b |\n|---|---|\n| short | a long cell with many words |"
    assert shown(text, 24) == [
        "a     │ b",
        "──────┼─────────────────",
        "short │ a long cell with",
        "      │ many words",
    ]


def test_a_table_of_too_many_columns_is_shown_as_it_is_written() -> None:
    text = "|" + "abcde|" * 20 + "\n|" + "-|" * 20
    assert "".join(shown(text, 40)) == text.replace("\n", "")


@pytest.mark.parametrize(
    "text",
    [
        "[a]: https://e.org 'x'",
        "<b>bold</b> &amp; &#0;",
        "<!-- hidden -->",
        "[/] [bold]",
        "a_b_c __init__(x)",
        "2 * 3 * 4",
    ],
)
def test_what_markdown_would_swallow_stays(text: str) -> None:
    assert shown(text) == [text.replace("__init__", "init")]


def test_control_characters_are_visible_in_markdown_too() -> None:
    assert shown("**\x1b[31m** `\x00`") == ["␛[31m ␀"]


def test_deep_nesting_is_plain_text() -> None:
    text = ">" * 200 + " deep"
    assert "".join(shown(text)) == text


def test_very_many_brackets_are_not_parsed() -> None:
    assert "".join(shown("[" * 2000, 50)) == "[" * 2000


_PIECES = [
    "alpha",
    "beta `gamma`",
    "**delta**",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\n```\n",
    "|",
    "*",
    "\t",
    "# ",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=40), st.integers(17, 60))
def test_no_word_of_markdown_is_lost_and_no_line_is_too_wide(parts: list[str], width: int) -> None:
    lines = shown(" ".join(parts), width)
    assert re.findall("[a-z]", "".join(lines)) == re.findall("[a-z]", "".join(parts))
    assert all(cell_len(line) <= width for line in lines)


@given(any_text, st.integers(17, 80))
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    assert all(cell_len(line) <= width for line in shown(text, width))


def test_lists_in_lists_end_at_the_right_edge() -> None:
    text = "".join(f"{'  ' * depth}- item{depth}\n" for depth in range(20))
    lines = shown(text, 24)
    assert all(cell_len(line) <= 24 for line in lines)
    assert [line for line in lines if "item" in line][-1].strip() == "item19"
