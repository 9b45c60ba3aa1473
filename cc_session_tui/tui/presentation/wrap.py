"""Styled text broken into lines of a width in cells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Spans: TypeAlias = list[Segment]
"""Pieces of one line, each with its style."""

NARROW: Final = re.compile(
    r"[ -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2015\u2018-\u2027\u2030-\u205e\u2500-\u25fc]*"
)
_WIDE: Final = (
    r"\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\U0001f000-\U0003fffd"
)
_CLOSING: Final = (
    r"\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u3011\u300b\u3009\u30fb\u30fc\u2026,.:;!?)\]}"
)
_WORD: Final = re.compile(rf"[{_WIDE}][{_CLOSING}]*[^\S\n]*|[^\s{_WIDE}]+[^\S\n]*|\s+")


def text_of(spans: Sequence[Segment]) -> str:
    """The text of SPANS, joined."""
    return spans[0].text if len(spans) == 1 else "".join(span.text for span in spans)


def width_of(spans: Sequence[Segment]) -> int:
    """Width of SPANS in cells."""
    return sum(cell_len(span.text) for span in spans)


def wrap(spans: Spans, width: int) -> Iterator[Spans]:
    """SPANS in lines of at most WIDTH cells, broken at blanks; words longer than a line are folded."""
    yield from _broken(spans, width, words=True)


def fold(spans: Spans, width: int) -> Iterator[Spans]:
    """SPANS in lines of at most WIDTH cells, broken where the line is full: for code and output."""
    yield from _broken(spans, width, words=False)


def cut(spans: Spans, width: int) -> Spans:
    """SPANS, or as much of them as WIDTH cells hold, with an ellipsis for the rest."""
    if sum(len(span.text) for span in spans) * 2 <= width or width_of(spans) <= width:
        return spans
    if width < 1:
        return []
    kept = next(_slices(spans, _ranges(text_of(spans), width - 1, words=False))) if width > 1 else []
    return [*kept, Segment("…", (kept or spans)[-1].style)]


def _broken(spans: Spans, width: int, *, words: bool) -> Iterator[Spans]:
    text = text_of(spans)
    if len(text) <= width and (text.isascii() or NARROW.fullmatch(text) or cell_len(text) <= width):
        yield spans
        return
    ranges = _ranges(text, max(width, 2), words=words)
    if len(spans) == 1:
        style = spans[0].style
        yield from ([Segment(text[start:end], style)] for start, end in ranges)
    else:
        yield from _slices(spans, ranges)


def _ranges(text: str, width: int, *, words: bool) -> Iterator[tuple[int, int]]:
    if text.isascii() or NARROW.fullmatch(text):
        return _narrow_words(text, width) if words else _narrow_folds(text, width)
    return _wide_words(text, width) if words else _wide_folds(text, width)


def _narrow_folds(text: str, width: int) -> Iterator[tuple[int, int]]:
    return ((at, min(at + width, len(text))) for at in range(0, len(text), width))


def _narrow_words(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines where each character is one cell."""
    size = len(text)
    start, indent = 0, _skip_blanks(text, 0)
    while size - start > width:
        blank = text.rfind(" ", max(start, indent), start + width + 1)
        end = blank if blank > start else start + width
        yield start, end - _blanks_before(text, end, start)
        start = _skip_blanks(text, end)
    if start < size:
        yield start, size


def _blanks_before(text: str, end: int, start: int) -> int:
    return end - start - len(text[start:end].rstrip(" "))


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] == " ":
        at += 1
    return at


def _wide_folds(text: str, width: int) -> Iterator[tuple[int, int]]:
    start = used = 0
    for at, character in enumerate(text):
        size = get_character_cell_size(character)
        if used + size > width:
            yield start, at
            start, used = at, 0
        used += size
    if start < len(text):
        yield start, len(text)


def _wide_words(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines; a word that is longer than a line is folded."""
    start = ink = used = 0
    for match in _WORD.finditer(text):
        word = match[0].rstrip() or match[0]
        size, at = cell_len(word), match.start()
        if used + size > width and used:
            yield start, ink
            start, used = at, 0
        if size > width:
            *whole, (first, last) = _wide_folds(word, width)
            yield from ((at + low, at + high) for low, high in whole)
            start, size = at + first, cell_len(word[first:last])
        ink = at + len(word)
        used += size + match.end() - ink
    if start < ink:
        yield start, ink


def _slices(spans: Spans, ranges: Iterator[tuple[int, int]]) -> Iterator[Spans]:
    """The pieces of SPANS in each of RANGES, which rise and do not overlap."""
    at, number = 0, 0
    for start, end in ranges:
        line: Spans = []
        while number < len(spans):
            text, style, _ = spans[number]
            piece = text[max(start - at, 0) : end - at]
            if piece:
                line.append(Segment(piece, style))
            if at + len(text) > end:
                break
            at, number = at + len(text), number + 1
        yield line
