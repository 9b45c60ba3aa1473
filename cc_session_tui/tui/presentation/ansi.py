"""A tool's output with its colours: SGR sequences become styles, every other escape sequence is shown as text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.plain import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.presentation.wrap import Spans

_SGR: Final = re.compile(r"\x1b\[([0-9;:]*)m")
_TAB: Final = 8
_ON: Final = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
_MARKS: Final = {mark: Style.parse(mark) for mark in _ON.values()}
_OFF: Final = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("reverse",), 29: ("strike",)}

_COLOURS: Final = {39: None} | {30 + n: n for n in range(8)} | {90 + n: 8 + n for n in range(8)}
_GROUNDS: Final = {49: None} | {40 + n: n for n in range(8)} | {100 + n: 8 + n for n in range(8)}
_COLOUR: Final = 38
_GROUND: Final = 48
_INDEXED: Final = 5
_RGB: Final = 2
_TERMINAL: Final = 16
"""Colours that the terminal's theme decides."""


class _Pen(NamedTuple):
    """What the sequences so far have set. Blinking and hidden text are not followed: nothing may hide."""

    colour: Color | int | None = None
    """A number is one of the terminal's sixteen colours."""
    ground: Color | int | None = None
    marks: frozenset[str] = frozenset()


def output_lines(text: str, base: Style, palette: Palette) -> Iterator[Spans]:
    """The lines of TEXT, in BASE where it says nothing else."""
    if "\x1b" not in text:
        return ([Segment(line, base)] for line in lines_of(text, _TAB))
    return _styled_lines(text.replace("\r\n", "\n").removesuffix("\n"), base, palette)


def _styled_lines(text: str, base: Style, palette: Palette) -> Iterator[Spans]:
    pen = _Pen()
    for line in text.split("\n"):
        spans: Spans = []
        plain, *codes = _SGR.split(line)
        for code, piece in zip([None, *codes[::2]], [plain, *codes[1::2]], strict=True):
            pen = pen if code is None else _moved(pen, _numbers(code))
            spans += [Segment(shown, _style(pen, base, palette)) for shown in lines_of(piece, _TAB) if shown]
        yield spans or [Segment("", base)]


def _numbers(code: str) -> list[int]:
    return [int(part[:4]) if part else 0 for part in code.replace(":", ";").split(";")]


def _moved(pen: _Pen, numbers: Sequence[int]) -> _Pen:
    at = 0
    while at < len(numbers):
        number = numbers[at]
        if number in {_COLOUR, _GROUND}:
            colour, at = _extended(numbers, at + 1)
            pen = pen._replace(colour=colour) if number == _COLOUR else pen._replace(ground=colour)
            continue
        pen, at = _simple(pen, number), at + 1
    return pen


def _extended(numbers: Sequence[int], at: int) -> tuple[Color | int | None, int]:
    """The colour of `38;5;n` or `38;2;r;g;b`, and where to read on."""
    kind = numbers[at] if at < len(numbers) else 0
    if kind == _INDEXED and at + 1 < len(numbers):
        number = numbers[at + 1] % 256
        return (number if number < _TERMINAL else Color.from_ansi(number)), at + 2
    if kind == _RGB and at + 3 < len(numbers):
        red, green, blue = (min(part, 255) for part in numbers[at + 1 : at + 4])
        return Color.from_rgb(red, green, blue), at + 4
    return None, len(numbers)


def _simple(pen: _Pen, number: int) -> _Pen:
    if number in _COLOURS:
        return pen._replace(colour=_COLOURS[number])
    if number in _GROUNDS:
        return pen._replace(ground=_GROUNDS[number])
    if number in _ON:
        return pen._replace(marks=pen.marks | {_ON[number]})
    if number in _OFF:
        return pen._replace(marks=pen.marks.difference(_OFF[number]))
    return pen if number else _Pen()


@lru_cache(maxsize=256)
def _style(pen: _Pen, base: Style, palette: Palette) -> Style:
    colour = palette.ansi[pen.colour].color if isinstance(pen.colour, int) else pen.colour
    ground = palette.ansi[pen.ground].color if isinstance(pen.ground, int) else pen.ground
    if ground and ground == (colour or base.color):
        colour = palette.fence.bgcolor
    return sum((_MARKS[mark] for mark in pen.marks), base + Style(color=colour, bgcolor=ground))
