"""Code in colours.

pygments is imported when the first code is drawn; it is slow, so only the beginning of a block is coloured.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.tui.presentation.wrap import Spans, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pygments.lexer import Lexer
    from pygments.token import _TokenType
    from rich.style import Style

    from cc_session_tui.tui.presentation.palette import Palette

MOST_COLOURED: Final = 4096
"""Characters of a block that are coloured (pygments takes about 2.4 ms for a thousand)."""

_FIELDS: Final = {
    "Keyword": "person",
    "Keyword.Constant": "structure",
    "Name.Function": "strong",
    "Name.Class": "strong",
    "Name.Tag": "person",
    "Name.Attribute": "structure",
    "Name.Decorator": "structure",
    "Name.Exception": "wrong",
    "Literal.String": "tool",
    "Literal.Number": "structure",
    "Operator.Word": "person",
    "Comment": "dim",
    "Comment.Preproc": "structure",
    "Generic.Heading": "strong",
    "Generic.Strong": "strong",
    "Generic.Deleted": "wrong",
    "Generic.Inserted": "tool",
    "Generic.Prompt": "dim",
    "Generic.Error": "wrong",
}
_EXTENSIONS: Final = {"h": "c", "hpp": "cpp", "mjs": "javascript", "yml": "yaml", "tsx": "tsx", "tcss": "css"}


def coloured(lines: Sequence[str], language: str, palette: Palette) -> Iterator[Spans]:
    """Each of LINES in colours; plain beyond the first few kilobytes, and in an unknown LANGUAGE."""
    head = lines[: _head(lines)] if language else []
    lexer = _lexer(language.lower()) if head else None
    spans = list(_coloured(head, lexer, palette)) if lexer else []
    if [text_of(line) for line in spans] != head:  # some lexers drop what they do not know
        spans = []
    yield from spans
    yield from ([Segment(line, palette.text)] for line in lines[len(spans) :])


def language_of(path: str) -> str:
    """What pygments calls the language of a file, by its extension; it may know none of that name."""
    name = path.replace("\\", "/").rpartition("/")[2]
    extension = name.rpartition(".")[2].lower() if "." in name else name.lower()
    return _EXTENSIONS.get(extension, extension)


def _head(lines: Sequence[str]) -> int:
    """How many of LINES are within the limit."""
    room = MOST_COLOURED
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return number
    return len(lines)


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    from pygments.lexers import get_all_lexers  # noqa: PLC0415 slow to import, and often not needed

    return frozenset(alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    if language not in _names() or language in {"text", "output"}:
        return None
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415 as above

    return get_lexer_by_name(language, stripnl=False, ensurenl=False)


def _coloured(lines: Sequence[str], lexer: Lexer, palette: Palette) -> Iterator[Spans]:
    line: Spans = []
    for token, value in lexer.get_tokens("\n".join(lines)):
        style = _style(token, palette)
        first, *others = value.split("\n")
        if first:
            line.append(Segment(first, style))
        for other in others:
            yield line
            line = [Segment(other, style)] if other else []
    yield line


@lru_cache(maxsize=512)
def _style(token: _TokenType, palette: Palette) -> Style:
    name = str(token).removeprefix("Token").removeprefix(".")
    while name:
        if name in _FIELDS:
            style: Style = getattr(palette, _FIELDS[name])
            return style
        name = name.rpartition(".")[0]
    return palette.text
