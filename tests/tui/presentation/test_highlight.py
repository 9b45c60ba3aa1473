from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from cc_session_tui.tui.presentation.highlight import MOST_COLOURED, coloured, language_of
from cc_session_tui.tui.presentation.plain import lines_of
from cc_session_tui.tui.presentation.wrap import text_of
from tests.tui.presentation.looks import PALETTE, any_text


def test_code_has_its_colours() -> None:
    (line,) = coloured(["return 'x'  # why"], "python", PALETTE)
    assert Segment("return", PALETTE.person) in line
    assert Segment("# why", PALETTE.dim) in line


def test_an_unknown_language_is_plain() -> None:
    assert list(coloured(["return 1"], "no such language", PALETTE)) == [[Segment("return 1", PALETTE.text)]]


def test_only_the_beginning_is_coloured() -> None:
    lines = ["return 1"] * 1000
    spans = list(coloured(lines, "python", PALETTE))
    plain = [line for line in spans if line == [Segment("return 1", PALETTE.text)]]
    assert len(plain) == 1000 - MOST_COLOURED // 9


@given(any_text, st.sampled_from(["python", "bash", "json", "diff", "html", "console", ""]))
def test_code_says_what_it_said(text: str, language: str) -> None:
    lines = lines_of(text)
    spans = list(coloured(lines, language, PALETTE))
    assert [text_of(line) for line in spans] == lines


@pytest.mark.parametrize(
    ("path", "language"),
    [("/a/b.py", "py"), ("C:\\x\\y.YML", "yaml"), ("Makefile", "makefile"), (".bashrc", "bashrc"), ("", "")],
)
def test_a_language_is_told_by_the_files_name(path: str, language: str) -> None:
    assert language_of(path) == language
