"""Text in Markdown: it stays inside its place, whatever it holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from cc_session_tui.cli.markdown import body, code, fenced, inline, quoted
from cc_session_tui.cli.visible import visible

MARKDOWN = MarkdownIt("commonmark")
PIECES = st.lists(
    st.sampled_from(
        ["# ", "\r", "#", "```", "````", "~~~", "`", "<b>", "<!--", "</div>", "---", "===", "\n", "\n\n", "> ", "- "]
    )
    | st.text(max_size=5)
).map("".join)


@given(text=PIECES)
def test_a_fence_holds_its_text_whole(text: str) -> None:
    tokens = MARKDOWN.parse(f"{fenced(text)}\n\nafter")
    assert [token.type for token in tokens[1:]] == ["paragraph_open", "inline", "paragraph_close"]
    assert tokens[0].content.rstrip("\n") == visible(text).rstrip("\n")


@given(text=PIECES)
def test_no_text_makes_a_heading_of_the_document_or_swallows_what_follows(text: str) -> None:
    tokens = MARKDOWN.parse(f"## You\n\n{body(text)}\n\n## Claude")
    headings = [
        tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open" and not token.level
    ]
    assert (headings[0], headings[-1], len(headings)) == ("You", "Claude", 2)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# not a title", "\\# not a title"),
        ("#hashtag", "#hashtag"),
        ("a\n---", "a\n\\---"),
        ("a\n\n---\nb", "a\n\n---\nb"),
        ("<b>bold</b> and `a<b`", "\\<b>bold\\</b> and `a<b`"),
        ("```py\n# comment <b>\n```", "```py\n# comment <b>\n```"),
        ("open\n```\ncode", "open\n```\ncode\n```"),
        ("~~~\n```\n# code\n~~~\n# title", "~~~\n```\n# code\n~~~\n\\# title"),
        ("*kept* **as** it is", "*kept* **as** it is"),
    ],
)
def test_markdown_of_the_text_is_kept_but_for_what_breaks_out(text: str, written: str) -> None:
    assert body(text) == written


@given(text=st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"))))
def test_an_inline_text_is_literal(text: str) -> None:
    words = " ".join(text.split())
    found = MARKDOWN.parse(f"x {inline(text)} x")[1].children or []
    assert "".join(token.content for token in found) == f"x {words} x"


@given(text=st.text(st.sampled_from("`a ")))
def test_a_code_span_holds_its_text(text: str) -> None:
    found = MARKDOWN.parse(f"x {code(text)}")[1].children or []
    spans = [token.content for token in found if token.type == "code_inline"]
    assert "".join(spans).strip() == text.strip()


def test_each_line_of_a_quotation_is_quoted() -> None:
    assert all(line.startswith(">") for line in quoted("a\n\n# b\n```\nc").split("\n"))
