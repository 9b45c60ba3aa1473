from __future__ import annotations

import pytest
from hypothesis import given
from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.plain import lines_of
from cc_session_tui.tui.presentation.prompt import prompt
from tests.tui.presentation.looks import PALETTE, any_text, words


def shown(text: str, width: int = 60) -> list[str]:
    return words(prompt(text, width, PALETTE))


def marked(text: str) -> list[Segment]:
    return [span for line in prompt(text, 60, PALETTE) for span in line.spans if span.style != PALETTE.text]


def test_code_emphasis_and_mentions_are_coloured() -> None:
    assert marked("fix `add()`, *please*, **now** @src/app.py.") == [
        Segment("add()", PALETTE.code),
        Segment("please", PALETTE.text + Style(italic=True)),
        Segment("now", PALETTE.text + Style(bold=True)),
        Segment("@src/app.py", PALETTE.claude),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# no heading",
        "    indented",
        "- item",
        "a  b",
        "2*3*4",
        "*.py and *.js",
        "me@example.org",
        "``x`",
        "_a_",
        "[/] [b]",
        "~~x~~",
    ],
)
def test_what_is_no_mark_stays_as_it_was_typed(text: str) -> None:
    assert shown(text) == [text]
    assert not marked(text)


def test_a_fence_is_code() -> None:
    lines = list(prompt("see\n```py\nx = '*a*'\n```\nend", 60, PALETTE))
    assert words(lines) == ["see", "   x = '*a*'", "end"]
    assert lines[1].fill == PALETTE.fence


@given(any_text.filter(lambda text: not any(mark in text for mark in "`*~")))
def test_every_line_is_shown_as_it_was_typed(text: str) -> None:
    assert shown(text, 10_000) == [line.rstrip() for line in lines_of(text.strip("\n"))]
