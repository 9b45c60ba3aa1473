"""Markdown as styled lines: a renderer over markdown-it's tokens that keeps the author's line breaks and blank lines.

What Markdown would swallow (HTML, link definitions, entities) stays as it is written.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.segment import Segment

from cc_session_tui.tui.presentation.fence import fence
from cc_session_tui.tui.presentation.lines import Line
from cc_session_tui.tui.presentation.markdown_inline import inline
from cc_session_tui.tui.presentation.markdown_table import table
from cc_session_tui.tui.presentation.plain import lines_of
from cc_session_tui.tui.presentation.wrap import Spans, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

    from cc_session_tui.tui.presentation.palette import Palette

_MARKED: Final = re.compile(r"[*_`#|~\[\\]|<\w|^[ \t]*(?:[-+=>]|\d+[.)])|^ {4}", re.MULTILINE)
_TASK: Final = re.compile(r"\[([ xX])\] ")
_MOST_BRACKETS: Final = 1000
"""The parser's time grows with the square of them."""
_LEAST_WIDTH: Final = 10
"""Cells below which nothing is moved in any more."""


class Node(NamedTuple):
    """A token and the tokens inside it."""

    token: Token
    inside: list[Node]


class _Page(NamedTuple):
    source: list[str]
    palette: Palette


def markdown(text: str, width: int, palette: Palette) -> Iterator[Line]:
    """The lines of TEXT, read as Markdown, at most WIDTH cells wide."""
    source = lines_of(text.strip("\n"))
    if not _MARKED.search(text) or text.count("[") > _MOST_BRACKETS:
        return _plain(source, width, palette)
    from cc_session_tui.tui.presentation.markdown_parser import DEEPEST, parser  # noqa: PLC0415 slow to import

    tokens = parser().parse("\n".join(source))
    if max((token.level for token in tokens), default=0) > DEEPEST - 4:
        return _plain(source, width, palette)
    return _blocks(_tree(tokens), _Page(source, palette), width)


def _plain(source: Sequence[str], width: int, palette: Palette) -> Iterator[Line]:
    return (Line(row) for line in source for row in wrap([Segment(line, palette.text)], width))


def _tree(tokens: Sequence[Token]) -> list[Node]:
    root: list[Node] = []
    path = [root]
    for token in tokens:
        if token.nesting < 0:
            path.pop()
            continue
        node = Node(token, [])
        path[-1].append(node)
        if token.nesting > 0:
            path.append(node.inside)
    return root


def _blocks(nodes: Sequence[Node], page: _Page, width: int) -> Iterator[Line]:
    for number, node in enumerate(nodes):
        if number and _follows_blank(node.token, page):
            yield Line()
        yield from _block(node, page, width)


def _follows_blank(token: Token, page: _Page) -> bool:
    """Whether the author left a blank line before it."""
    return bool(token.map and token.map[0] and not page.source[token.map[0] - 1].strip(" >"))


def _block(node: Node, page: _Page, width: int) -> Iterator[Line]:
    return _MAKERS.get(node.token.type, _paragraph)(node, page, width)


def _fence(node: Node, page: _Page, width: int) -> Iterator[Line]:
    language, *_ = [*node.token.info.split(maxsplit=1), ""]
    return fence(node.token.content.removesuffix("\n").split("\n"), language, width, page.palette)


def _quote(node: Node, page: _Page, width: int) -> Iterator[Line]:
    bar = [Segment("▎ ", page.palette.faint)]
    if width - 2 < _LEAST_WIDTH:
        return _blocks(node.inside, page, width)
    return _prefixed(_blocks(node.inside, page, width - 2), bar, bar)


def _table(node: Node, page: _Page, width: int) -> Iterator[Line]:
    return table(node, page.source, width, page.palette)


def _rule(node: Node, page: _Page, width: int) -> Iterator[Line]:
    del node
    yield Line([Segment("─" * width, page.palette.rule)])


def _paragraph(node: Node, page: _Page, width: int) -> Iterator[Line]:
    for token, _ in node.inside:
        for row in inline(token, page.palette.text, page.palette):
            yield from (Line(line) for line in wrap(row, width))


def _heading(node: Node, page: _Page, width: int) -> Iterator[Line]:
    marks = [Segment("#" * int(node.token.tag[1:]) + " ", page.palette.faint)]
    rows = [row for token, _ in node.inside for row in inline(token, page.palette.strong, page.palette)]
    for row in rows:
        yield from (Line(line) for line in wrap([*marks, *row], width))


def _list(node: Node, page: _Page, width: int) -> Iterator[Line]:
    for number, item in enumerate(node.inside):
        if number and _follows_blank(item.token, page):
            yield Line()
        yield from _item(item, page, width)


def _item(item: Node, page: _Page, width: int) -> Iterator[Line]:
    mark = Segment(f"{_marker(item)} ", page.palette.dim)
    if width - len(mark.text) < _LEAST_WIDTH:
        yield Line([mark])
        yield from _blocks(item.inside, page, width)
        return
    lines = _blocks(item.inside, page, width - len(mark.text))
    first = next(lines, Line())
    mark = _ticked(first, page.palette) or mark
    yield from _prefixed(chain([first], lines), [mark], [Segment(" " * len(mark.text))])


def _marker(item: Node) -> str:
    return f"{item.token.info}{item.token.markup}" if item.token.info else "•"


def _ticked(line: Line, palette: Palette) -> Segment | None:
    """The box of an item of a task list, which LINE loses; None for other items."""
    task = _TASK.match(line.spans[0].text) if line.spans else None
    if task is None:
        return None
    text, style, _ = line.spans[0]
    line.spans = [Segment(text[task.end() :], style), *line.spans[1:]]
    return Segment("☐ ", palette.dim) if task[1] == " " else Segment("☑ ", palette.tool)


def _prefixed(lines: Iterator[Line], first: Spans, rest: Spans) -> Iterator[Line]:
    prefix = first
    for line in lines:
        line.spans = [*prefix, *line.spans]
        yield line
        prefix = rest


_MAKERS: Final = {
    "fence": _fence,
    "code_block": _fence,
    "bullet_list_open": _list,
    "ordered_list_open": _list,
    "blockquote_open": _quote,
    "heading_open": _heading,
    "table_open": _table,
    "hr": _rule,
}
