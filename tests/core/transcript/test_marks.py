"""A line of Markdown loses its marks, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.transcript.marks import without_marks

WORDS = st.from_regex(r"[a-zé日_]{1,8}( [a-z0-9]{1,5}){0,3}", fullmatch=True)
WRAPS = [
    "**{}**",
    "*{}*",
    "***{}***",
    "`{}`",
    "``{}``",
    "[{}](https://example.com/a_b)",
    '[{}](a.md "Title")',
    "![{}](a.png)",
]
LEADS = ["# ", "### ", "- ", "* ", "+ ", "1. ", "12) ", "  - "]


@given(WORDS, st.sampled_from(WRAPS), st.sampled_from(WRAPS), WORDS, st.sampled_from(["", *LEADS]))
def test_marks_go_and_what_they_mark_stays(one: str, wrap: str, other: str, two: str, lead: str) -> None:
    line = f"{lead}{wrap.format(one)}: {other.format(two)}."
    assert without_marks(line) == f"{one}: {two}."


@given(WORDS, st.sampled_from(["**`{}`**", "*`{}`*", "[`{}`](u)", "**[{}](u)**", "[**{}**](u)", "**a *{}* b**"]))
def test_marks_within_marks_go_too(words: str, wrap: str) -> None:
    assert words in without_marks(wrap.format(words))
    assert not set("*`[]()") & set(without_marks(wrap.format(words)))


@pytest.mark.parametrize(
    "line",
    [
        "snake_case and __init__ and _private_",
        "a * b * c",
        "2*3*4 and a**b**c",
        "f(**kwargs)",
        "f(*args, **kwargs)",
        "def f(*args, **kwargs) and **more",
        "*.py and *.js, or (*)",
        r"\*literal\* and \`tick\`",
        "#42 is open, C# too",
        "-5 degrees, 1.5 more",
        "3.11 is the version",
        "a[0](x y) and [1] and (see b)",
        "one ` tick",
        "**open",
        "- ",
        "",
    ],
)
def test_what_is_no_mark_stays(line: str) -> None:
    assert without_marks(line) == line


def test_in_code_nothing_is_a_mark() -> None:
    assert without_marks("Call `f(**kwargs)` or `*x*`, **not `a**b`**") == "Call f(**kwargs) or *x*, not a**b"


@given(st.text(alphabet='ab _*`#[]()!-+1.\\"', max_size=60))
def test_nothing_is_added_or_moved_and_a_line_that_says_something_still_does(line: str) -> None:
    plain = without_marks(line)
    rest = iter(line)
    assert all(char in rest for char in plain)
    assert bool(plain.strip()) == bool(line.strip())


@given(st.text(alphabet=st.characters(exclude_characters="*`[#-+"), max_size=60))
def test_a_line_without_marks_is_as_it_was(line: str) -> None:
    assert without_marks(f"x{line}") == f"x{line}"
