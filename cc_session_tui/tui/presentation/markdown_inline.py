"""What stands inside a paragraph of Markdown: emphasis, code, links, images, line breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.wrap import Spans, text_of

if TYPE_CHECKING:
    from markdown_it.token import Token

    from cc_session_tui.tui.presentation.palette import Palette

_EMPHASIS: Final = {
    "em_open": Style(italic=True),
    "strong_open": Style(bold=True),
    "s_open": Style(strike=True),
}
_LINK: Final = Style(underline=True)
_BREAKS: Final = frozenset({"softbreak", "hardbreak"})


def inline(token: Token, base: Style, palette: Palette) -> list[Spans]:
    """The rows of an inline TOKEN, one for each line that its author wrote."""
    rows: list[Spans] = [[]]
    styles = [base]
    links: list[tuple[str, int]] = []
    for child in token.children or ():
        if child.type in _BREAKS:
            rows.append([])
        elif child.nesting > 0:
            styles.append(styles[-1] + _opened(child, palette))
            links.append((str(child.attrGet("href") or ""), len(rows[-1])))
        elif child.nesting < 0:
            styles.pop()
            rows[-1] += _target(*links.pop(), rows[-1], palette)
        else:
            rows[-1] += _leaf(child, styles[-1], palette)
    return rows


def _opened(token: Token, palette: Palette) -> Style:
    return palette.code + _LINK if token.type == "link_open" else _EMPHASIS.get(token.type, Style.null())


def _target(href: str, start: int, row: Spans, palette: Palette) -> Spans:
    """Where a link goes, unless its text says so."""
    if not href or href.removeprefix("mailto:") == text_of(row[start:]):
        return []
    return [Segment(f" ({href})", palette.dim)]


def _leaf(token: Token, style: Style, palette: Palette) -> Spans:
    if token.type == "code_inline":
        return [Segment(token.content, style + palette.code)]
    if token.type == "image":
        source = token.attrGet("src") or ""
        return [Segment(f"▣ {token.content}", style), Segment(f" ({source})", palette.dim)]
    return [Segment(token.content, style)] if token.content else []
