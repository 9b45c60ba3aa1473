"""A terminal's screen: what a program has drawn on it, as far as the client's way of drawing needs."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from typing import Final

_TOKEN: Final = re.compile(
    r"\x1b\[(?P<given>[0-?]*)[ -/]*(?P<do>[@-~])"  # what moves and erases
    r"|\x1b\].*?(?:\x07|\x1b\\)"  # titles and questions to the terminal
    r"|\x1b[()][ -~]|\x1b[^\[\]()]"  # other escapes
    r"|(?P<control>[\x00-\x1a\x1c-\x1f])|(?P<text>[^\x00-\x1f]+)",
    re.DOTALL,
)


class Screen:
    """Lines of text, and a cursor."""

    def __init__(self, rows: int, columns: int) -> None:
        """An empty one."""
        self._columns = columns
        self._lines = [[" "] * columns for _ in range(rows)]
        self._y = self._x = 0
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def __str__(self) -> str:
        """What is on it."""
        return "\n".join("".join(line).rstrip() for line in list(self._lines)).rstrip()

    def feed(self, data: bytes) -> None:
        """Draw DATA."""
        text, at = self._rest + self._decoder.decode(data), 0
        while (token := _TOKEN.match(text, at)) is not None:
            at = token.end()
            if token["do"]:
                self._control(token["do"], token["given"])
            elif token["text"]:
                self._write(token["text"])
            elif token["control"]:
                self._move(token["control"])
        self._rest = text[at:]  # an escape of which the rest is to come

    def _write(self, text: str) -> None:
        for letter in text:
            if self._x == self._columns:
                self._move("\r")
                self._move("\n")
            self._lines[self._y][self._x] = letter
            self._x += 1

    def _move(self, control: str) -> None:
        if control == "\r":
            self._x = 0
        elif control == "\b":
            self._x = max(0, self._x - 1)
        elif control == "\n" and self._y < len(self._lines) - 1:
            self._y += 1
        elif control == "\n":
            self._lines = [*self._lines[1:], [" "] * self._columns]

    def _control(self, do: str, given: str) -> None:
        """Do what the escape sequence with the end DO says, with the numbers GIVEN."""
        numbers = [int(number) if number.isdecimal() else 0 for number in given.split(";")]
        first, last = max(numbers[0], 1), len(self._lines) - 1
        match do:
            case "A":
                self._y = max(0, self._y - first)
            case "B":
                self._y = min(last, self._y + first)
            case "C":
                self._x = min(self._columns - 1, self._x + first)
            case "D":
                self._x = max(0, self._x - first)
            case "G":
                self._x = min(self._columns, first) - 1
            case "H":
                self._y = min(last, first - 1)
                self._x = min(self._columns, max(numbers[-1], 1) if len(numbers) > 1 else 1) - 1
            case "J" | "K":
                self._erase(numbers[0], to_end_of_screen=do == "J")

    def _erase(self, which: int, *, to_end_of_screen: bool) -> None:
        """Erase what comes after the cursor (WHICH 0), before it (1), or both (2), in its line or on the screen."""
        line, blank = self._lines[self._y], [" "] * self._columns
        start, end = (self._x if which == 0 else 0), (self._x + 1 if which == 1 else self._columns)
        line[start:end] = blank[start:end]
        if to_end_of_screen:
            for y in range(len(self._lines)):
                if (y > self._y and which != 1) or (y < self._y and which != 0):
                    self._lines[y] = list(blank)
